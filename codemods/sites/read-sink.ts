import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Asked, AskedChosen } from './clients/asked.ts'
import { axiosChosen, axiosDirect, axiosMember } from './clients/axios.ts'
import { fetchDirect, fetchMember } from './clients/fetch.ts'
import { graphqlDirect, graphqlMember } from './clients/graphql-request.ts'
import { listedDirect, listedMember } from './clients/listed.ts'
import { methodChoice } from './clients/method-choice.ts'
import { nodeHttpDirect, nodeHttpMember } from './clients/node-http.ts'
import { openapiChosen, openapiDirect, openapiMember } from './clients/openapi-fetch.ts'
import { optionsChosen, optionsDirect, optionsMember } from './clients/options.ts'
import { superagentChosen, superagentMember } from './clients/superagent.ts'
import { undiciMember } from './clients/undici.ts'
import { ofOneClient } from './one-client.ts'
import type { Source, Trace } from './program/frames/source.ts'
import { findMember } from './program/held/member.ts'
import { isNamedTest } from './program/outside/test-file.ts'
import { bare, classAround, nothing, returnsOf } from './program/syntax/nodes.ts'
import type { Sink } from './sink.ts'

const MEMBERS =
  /^(get|post|put|patch|delete|del|head|options|request|stream|pipeline|dispatch|fetch|json|\$?ajax|open|query|mutate|rawRequest|batchRequests|getJSON|httpRequest\w*|requestWithAuthentication\w*|request\w*|call|[A-Z]{3,6})$/

/** Recognises a call of an HTTP library by what the callee is, never by its name alone. */
export const readSink = (trace: Trace, call: ts.CallExpression): Sink | undefined => {
  const callee = bare(call.expression)
  if (compiler.isPropertyAccessExpression(callee)) {
    const viaMember = memberCall({ trace, call, callee })
    if (viaMember) return viaMember
  }
  if (compiler.isElementAccessExpression(callee)) {
    const verb = withoutCase(bare(callee.argumentExpression))
    return chosenCall(trace, { call, callee, client: callee.expression, verb })
  }
  const choice = methodChoice(trace, callee)
  const chosen = choice && chosenCall(trace, { call, callee, ...choice })
  if (chosen) return chosen
  if (!couldBeFetch(trace, callee)) return undefined
  const sources = trace.sources(callee, undefined)
  const sink = ofOneClient([...sources, ...byDefault(trace, callee)], (source) =>
    direct({ trace, call, callee }, throughForwarder(trace, source, 0)),
  )
  if (sink) return sink
  return isFakedOnly(call, sources)
    ? fetchDirect({ trace, call, callee }, { node: callee, scope: undefined })
    : undefined
}

/** Whether what a call outside of tests calls is given by tests alone: a stand-in says nothing of what it stands for. */
const isFakedOnly = (call: ts.Node, sources: readonly Source[]): boolean =>
  sources.length > 0 &&
  !isNamedTest(call.getSourceFile()) &&
  sources.every(({ node }) => node !== nothing && isNamedTest(node.getSourceFile()))

/** `fetch` of `{ fetchImpl = fetch } = {}`: what tests hand in there answers as it does. */
const byDefault = (trace: Trace, callee: ts.Expression): Source[] =>
  named(callee).flatMap((name) => {
    const declared = trace.checker.getSymbolAtLocation(name)?.valueDeclaration
    const isGiven = declared && (compiler.isBindingElement(declared) || compiler.isParameter(declared))
    return isGiven && declared.initializer ? trace.sources(declared.initializer, undefined) : []
  })

/** The name that a callee is, or that the constructor keeps in the field which it is. */
const named = (callee: ts.Expression): ts.Identifier[] => {
  if (compiler.isIdentifier(callee)) return [callee]
  const owner = isOfThis(callee) ? classAround(callee) : undefined
  if (!owner || !compiler.isPropertyAccessExpression(callee)) return []
  const set = findMember({ node: owner, scope: undefined }, callee.name.text)
  return set.flatMap((one) => ('value' in one ? [bare(one.value)] : [])).filter(compiler.isIdentifier)
}

const isOfThis = (callee: ts.Expression): boolean =>
  compiler.isPropertyAccessExpression(callee) && callee.expression.kind === compiler.SyntaxKind.ThisKeyword

const MOST_FORWARDERS = 3

/** `(...args) => fetch(...args)` stands for what it calls. */
const throughForwarder = (trace: Trace, source: Source, depth: number): Source => {
  if (depth > MOST_FORWARDERS || !compiler.isFunctionLike(source.node)) return source
  const callee = forwardedTo(source.node)
  const [inner] = callee ? trace.sources(callee, source.scope) : []
  return inner ? throughForwarder(trace, inner, depth + 1) : source
}

const forwardedTo = (node: ts.SignatureDeclaration): ts.Expression | undefined => {
  const [rest, ...others] = node.parameters
  const [value, ...more] = returnsOf(node)
  if (!rest?.dotDotDotToken || others.length > 0 || !value || more.length > 0) return undefined
  const call = bare(value)
  const handed = compiler.isAwaitExpression(call) ? bare(call.expression) : call
  if (!compiler.isCallExpression(handed)) return undefined
  const [only] = handed.arguments
  const isAll = only && compiler.isSpreadElement(only) && only.expression.getText() === rest.name.getText()
  if (isAll && handed.arguments.length === 1) return handed.expression
  return imported(handed, rest)
}

/** `import('node-fetch').then(({ default: fetch }) => fetch(...args))`. */
const imported = (call: ts.CallExpression, rest: ts.ParameterDeclaration): ts.Expression | undefined => {
  const [callback] = call.arguments
  const isThen = compiler.isPropertyAccessExpression(call.expression) && call.expression.name.text === 'then'
  if (!isThen || !callback || !compiler.isArrowFunction(callback)) return undefined
  const inner = compiler.isBlock(callback.body) ? undefined : bare(callback.body)
  if (!inner || !compiler.isCallExpression(inner)) return undefined
  const [only] = inner.arguments
  const isAll = only && compiler.isSpreadElement(only) && only.expression.getText() === rest.name.getText()
  return isAll ? inner.expression : undefined
}

const direct = (asked: Asked, source: Source): Sink | undefined =>
  fetchDirect(asked, source) ??
  axiosDirect(asked, source) ??
  optionsDirect(asked, source) ??
  nodeHttpDirect(asked, source) ??
  graphqlDirect(asked, source) ??
  openapiDirect(asked, source) ??
  listedDirect(asked, source)

const memberCall = (asked: Asked & { callee: ts.PropertyAccessExpression }): Sink | undefined => {
  const name = asked.callee.name.text
  if (!MEMBERS.test(name)) return undefined
  const owners = asked.trace.sources(asked.callee.expression, undefined)
  const own = asked.trace.targets(asked.call, undefined).filter((one) => !isStandIn(one, asked.call))
  if (own.length > 0 && owners.length < 2) return undefined
  const sink = ofOneClient(owners, (owner) => {
    const found = { ...asked, name, owner }
    return (
      fetchMember(found) ??
      axiosMember(found) ??
      optionsMember(found) ??
      nodeHttpMember(found) ??
      undiciMember(found) ??
      superagentMember(found) ??
      openapiMember(found) ??
      graphqlMember(found) ??
      listedMember(found)
    )
  })
  return sink && own.length > 0 ? { ...sink, listed: 'objects' } : sink
}

/** What tests hand in for a client says nothing of the client. */
const isStandIn = ({ node }: Source, call: ts.Node): boolean =>
  isNamedTest(node.getSourceFile()) && !isNamedTest(call.getSourceFile())

/** `client[method](path)`, `client[method.toLowerCase()](path)`, `(id ? client.patch : client.post)(path)` */
const chosenCall = (trace: Trace, chosen: Omit<AskedChosen, 'trace' | 'owner'>): Sink | undefined => {
  if (trace.targets(chosen.call, undefined).some((one) => !isStandIn(one, chosen.call))) return undefined
  for (const owner of trace.sources(chosen.client, undefined)) {
    const asked = { ...chosen, trace, owner }
    const sink = axiosChosen(asked) ?? optionsChosen(asked) ?? superagentChosen(asked) ?? openapiChosen(asked)
    if (sink) return sink
  }
  return undefined
}

/** `method` of `method.toLowerCase()`: a member goes by small letters. */
const withoutCase = (node: ts.Expression): ts.Expression => {
  const callee = compiler.isCallExpression(node) ? bare(node.expression) : undefined
  const isLowered =
    callee && compiler.isPropertyAccessExpression(callee) && callee.name.text === 'toLowerCase'
  return isLowered ? bare(callee.expression) : node
}

/** A cheap look before the trace: most calls of a program call nothing that could be an HTTP library. */
const couldBeFetch = (trace: Trace, callee: ts.Expression): boolean => {
  if (isOfThis(callee)) return true
  if (compiler.isPropertyAccessExpression(callee))
    return /fetch|request|http|axios|got|ky|call|send|^default$/i.test(callee.name.text)
  if (!compiler.isIdentifier(callee)) return isChosen(callee)
  const declaration = trace.checker.getSymbolAtLocation(callee)?.declarations?.[0]
  return (
    !declaration ||
    !compiler.isFunctionDeclaration(declaration) ||
    declaration.getSourceFile().isDeclarationFile
  )
}

/** `(options.fetch ?? fetch)(…)`, and `fetcher()(…)` of a function that gives the one to use. */
const isChosen = (callee: ts.Expression): boolean =>
  compiler.isBinaryExpression(callee) ||
  compiler.isConditionalExpression(callee) ||
  (compiler.isCallExpression(callee) && callee.arguments.length === 0)
