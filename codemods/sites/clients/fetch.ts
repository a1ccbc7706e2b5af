import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { flatText } from '../program/syntax/flat-text.ts'
import { bare, nameOf, nothing } from '../program/syntax/nodes.ts'
import { expression, given, member, type Sink } from '../sink.ts'
import type { Asked, AskedMember } from './asked.ts'
import { madeRequest } from './made-request.ts'
import { undiciCall } from './undici.ts'

/** Packages that export the standard's `fetch`, or something that answers as it does. */
const FETCH_MODULES =
  /^(upshift\/fetch|node-fetch|node-fetch-native|cross-fetch|cross-fetch\/polyfill|isomorphic-fetch|isomorphic-unfetch|unfetch|whatwg-fetch|fetch-retry|@tauri-apps\/(api|plugin)-http|make-fetch-happen|@vercel\/fetch|next\/dist\/compiled\/node-fetch)$/

/** A call of `fetch` itself, or of undici's `request`. */
export const fetchDirect = ({ trace, call }: Asked, { external, node }: Source): Sink | undefined => {
  if (call.arguments.some(compiler.isSpreadElement)) return undefined
  const asked = external?.module === 'undici' ? undiciCall(trace, call, external.name) : undefined
  if (asked) return asked
  if (external)
    return FETCH_MODULES.test(external.module) || isUndiciFetch(external) ? fetchSink(trace, call) : undefined
  const isFetch =
    isWrappedFetch(trace, node) ||
    isTypedFetch(trace, node) ||
    (isGlobalFetch(node) && !isOtherFunction(trace, node))
  return isFetch ? fetchSink(trace, call) : undefined
}

const isUndiciFetch = ({ module, name }: { module: string; name: string }): boolean =>
  module === 'undici' && name === 'fetch'

/** Packages that put something around a `fetch` that they are given: `fetchRetry(fetch)`, `makeFetch.defaults({ retry: 3 })`. */
const FETCH_WRAPPERS = /^(fetch-retry|fetch-cookie|@vercel\/fetch(-retry)?|make-fetch-happen)$/

const isWrappedFetch = (trace: Trace, node: ts.Node): boolean => {
  if (!compiler.isCallExpression(node)) return false
  const made = bare(node.expression)
  const isDefaults = compiler.isPropertyAccessExpression(made) && made.name.text === 'defaults'
  return trace
    .sources(isDefaults ? made.expression : made, undefined)
    .some(({ external }) => FETCH_WRAPPERS.test(external?.module ?? ''))
}

/** `undici.request(…)`, `nodeFetch.default(…)`. */
export const fetchMember = ({ trace, call, name, owner }: AskedMember): Sink | undefined => {
  const module = owner.external?.module
  if (module === undefined || call.arguments.some(compiler.isSpreadElement)) return undefined
  if (module === 'undici' && owner.external?.name !== 'default' && owner.external?.name !== '*')
    return undefined
  if (module === 'undici') return name === 'fetch' ? fetchSink(trace, call) : undiciCall(trace, call, name)
  return (FETCH_MODULES.test(module) || module === 'electron') && name === 'fetch'
    ? fetchSink(trace, call)
    : undefined
}

const isGlobalFetch = (node: ts.Node): boolean => {
  if (compiler.isFunctionDeclaration(node))
    return node.name?.text === 'fetch' && node.getSourceFile().isDeclarationFile
  if (compiler.isPropertyAccessExpression(node))
    return /^(globalThis|window|self|global|ctx|context|event|Bun)\.fetch$/.test(node.getText())
  if (compiler.isCallExpression(node))
    return /^(globalThis\.|window\.)?fetch\.bind$/.test(node.expression.getText())
  if (!compiler.isIdentifier(node)) return false
  return /^(fetch|fetchImpl|fetchFn|_fetch|doFetch)$/.test(node.text)
}

/** `fetcher: typeof fetch`, `{ fetcher?: typeof fetch }`, or a function type that says the same. */
const isTypedFetch = (trace: Trace, node: ts.Node): boolean => {
  const name = compiler.isPropertyAccessExpression(node) ? node.name : node
  if (!compiler.isIdentifier(name) || node === nothing) return false
  const owner = declaredAs(trace, name)
  const isTyped =
    owner !== undefined &&
    (compiler.isParameter(owner) ||
      compiler.isPropertyDeclaration(owner) ||
      compiler.isPropertySignature(owner))
  return isTyped && isFetchType(trace, owner.type, 0)
}

/** `fetch: (path: string) => string`: a parameter, or a member, that says that it gives something else. */
const isOtherFunction = (trace: Trace, node: ts.Node): boolean => {
  const name = compiler.isPropertyAccessExpression(node) ? node.name : node
  const type = compiler.isIdentifier(name) && node !== nothing ? typeOf(declaredAs(trace, name)) : undefined
  return type !== undefined && compiler.isFunctionTypeNode(type) && givesElse(trace, type.type)
}

const typeOf = (owner: ts.Declaration | undefined): ts.TypeNode | undefined =>
  owner &&
  (compiler.isParameter(owner) ||
    compiler.isPropertyDeclaration(owner) ||
    compiler.isPropertySignature(owner))
    ? owner.type
    : undefined

/** Whether a function gives what is no answer: no promise, or one of something that has no body to read. */
const givesElse = (trace: Trace, type: ts.TypeNode): boolean => {
  if (isAnything(type)) return false
  if (!compiler.isTypeReferenceNode(type) || type.typeName.getText() !== 'Promise')
    return !isAnswer(trace, type)
  const [given] = type.typeArguments ?? []
  return given !== undefined && !isAnything(given) && !isAnswer(trace, given)
}

const isAnything = ({ kind }: ts.TypeNode): boolean =>
  kind === compiler.SyntaxKind.AnyKeyword || kind === compiler.SyntaxKind.UnknownKeyword

/** `Response`, what no file of the project declares, or what has a body to read. */
const isAnswer = (trace: Trace, type: ts.TypeNode): boolean => {
  const declared = compiler.isTypeReferenceNode(type) ? declaredType(trace, type.typeName) : type
  if (!declared || compiler.isTypeAliasDeclaration(declared)) return true
  const hasMembers = compiler.isInterfaceDeclaration(declared) || compiler.isTypeLiteralNode(declared)
  return (
    hasMembers &&
    declared.members.some((one) => /^(json|text|body)$/.test(nameOf(one.name as ts.PropertyName) ?? ''))
  )
}

/** What says the type of a name: for one that is taken out of an object, the member. */
const declaredAs = ({ checker }: Trace, name: ts.Identifier): ts.Declaration | undefined => {
  const owner = checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!owner || !compiler.isBindingElement(owner) || owner.dotDotDotToken) return owner
  const member = owner.propertyName ?? owner.name
  return compiler.isIdentifier(member)
    ? checker.getTypeAtLocation(owner.parent).getProperty(member.text)?.valueDeclaration
    : undefined
}

const MOST_ALIASES = 4

/** Follows the names of types that the project declares. */
const isFetchType = (trace: Trace, type: ts.TypeNode | undefined, depth: number): boolean => {
  if (!type || depth > MOST_ALIASES) return false
  if (compiler.isParenthesizedTypeNode(type)) return isFetchType(trace, type.type, depth)
  if (compiler.isUnionTypeNode(type)) {
    const [only, ...others] = type.types.filter((one) => !/^(undefined|null)$/.test(one.getText()))
    return others.length === 0 && isFetchType(trace, only, depth)
  }
  if (compiler.isTypeQueryNode(type)) return /^typeof (globalThis\.|window\.)?fetch$/.test(type.getText())
  if (compiler.isFunctionTypeNode(type)) return answersLikeFetch(type)
  if (!compiler.isTypeReferenceNode(type) || type.typeArguments) return false
  const declared = declaredType(trace, type.typeName)
  return declared !== undefined && compiler.isTypeAliasDeclaration(declared)
    ? isFetchType(trace, declared.type, depth + 1)
    : declared?.members.length === 1 && declared.members.every(isFetchSignature)
}

const declaredType = (
  { checker }: Trace,
  name: ts.EntityName,
): ts.TypeAliasDeclaration | ts.InterfaceDeclaration | undefined => {
  const symbol = checker.getSymbolAtLocation(name)
  const isAlias = symbol && (symbol.flags & compiler.SymbolFlags.Alias) !== 0
  const [declared, ...others] = (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? []
  if (!declared || others.length > 0) return undefined
  return compiler.isTypeAliasDeclaration(declared) || compiler.isInterfaceDeclaration(declared)
    ? declared
    : undefined
}

const isFetchSignature = (member: ts.TypeElement): boolean =>
  compiler.isCallSignatureDeclaration(member) && answersLikeFetch(member)

/** `(input: string | URL, init?: RequestInit) => Promise<Response>`. */
const answersLikeFetch = ({ parameters: [input, init], type }: ts.SignatureDeclarationBase): boolean =>
  /^Promise<(globalThis\.)?Response>$/.test(type ? flatText(type) : '') &&
  /\b(string|RequestInfo|URL)\b/.test(input?.type?.getText() ?? '') &&
  /\bRequestInit\b/.test(init?.type?.getText() ?? '')

const fetchSink = (trace: Trace, call: ts.CallExpression): Sink => {
  const [first, second] = call.arguments
  const request = first && madeRequest(trace, first)
  const url = request ? request.arguments?.[0] : first
  const options = second ?? request?.arguments?.[1]
  return {
    library: 'fetch',
    call,
    url: expression(url),
    ...(options ? { options } : {}),
    method: member(options, 'method') ?? { kind: 'fixed', method: 'GET' },
    ...given('body', member(options, 'body')),
    serializes: false,
    answer: 'response',
  }
}
