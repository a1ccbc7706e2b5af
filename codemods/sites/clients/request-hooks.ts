import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { changedBy } from '../program/set/steady.ts'
import { accessed, isAccess } from '../program/syntax/access.ts'
import { awaited, bare, dressed, nameOf, nodesIn, returnsOf, someNode } from '../program/syntax/nodes.ts'
import { isSaid } from '../program/syntax/said.ts'

/** What says where a request goes. */
const GOES = /^(url|baseURL|prefixUrl|method|path|pathname|href|searchParams|query|params)$/
/** What is sent with it, and what reads that. */
const SENT = /^(body|json|form|data|clone|text|formData|arrayBuffer|blob)$/
/** What holds those of a request. */
const HOLDS = /^(request|options|config)$/

const MOST_HANDS = 2

/** Whether a function that is given each request before it is sent looks at what it sends, or makes another of it. */
export const meddles = (trace: Trace, hook: ts.SignatureDeclaration, hands = 0): boolean => {
  const given = new Set(hook.parameters.flatMap(({ name }) => heldBy(name)))
  return (
    hook.parameters.some(({ name }) => takesSent(name)) ||
    returnsOf(hook).some((one) => makesRequest(one, given)) ||
    someNode(hook, (node) => {
      if (setsAsked(node, given) || readsSent(node, given)) return true
      const isHanded = hands < MOST_HANDS && compiler.isCallExpression(node) && handsOn(node, given)
      return (
        isHanded &&
        functionsIn(trace, trace.targets(node, undefined)).some((one) => meddles(trace, one, hands + 1))
      )
    })
  )
}

/** `request.clone()`, `options.json.name`, `const { json } = options`, where it is not only told. */
const readsSent = (node: ts.Node, given: ReadonlySet<string>): boolean => {
  if (compiler.isVariableDeclaration(node))
    return node.initializer !== undefined && isHolder(node.initializer, given) && takesSent(node.name)
  const access = isAccess(node) ? accessed(node) : undefined
  return access !== undefined && SENT.test(access.name ?? '') && isHolder(access.of, given) && !isSaid(node)
}

/** A request, or what holds it: `request`, `context.options`. */
const isHolder = (node: ts.Expression, given: ReadonlySet<string>): boolean =>
  given.has(rootOf(node)) && namesOn(node).every((name) => HOLDS.test(name))

const handsOn = ({ arguments: all }: ts.CallExpression, given: ReadonlySet<string>): boolean =>
  all.some((one) => compiler.isIdentifier(one) && given.has(one.text))

/** The names by which a hook knows a request, or what holds it: `request`, `({ options })`. */
const heldBy = (name: ts.BindingName): string[] => {
  if (compiler.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((one) =>
    compiler.isBindingElement(one) && HOLDS.test(keyOf(one)) ? heldBy(one.name) : [],
  )
}

/** `({ json })`, `({ options: { body } })`. */
const takesSent = (name: ts.BindingName): boolean =>
  compiler.isObjectBindingPattern(name) &&
  name.elements.some((one) => SENT.test(keyOf(one)) || takesSent(one.name))

const keyOf = (one: ts.BindingElement): string => nameOf(one.propertyName ?? one.name) ?? ''

/** `options.url = …`, `options.json.name = …`, `url.searchParams.set(…)`. */
const setsAsked = (node: ts.Node, given: ReadonlySet<string>): boolean =>
  changedBy(node).some((target) => {
    const names = namesOn(target)
    return given.has(rootOf(target)) && names.some((one) => GOES.test(one) || SENT.test(one))
  })

const namesOn = (given: ts.Expression): string[] => {
  const access = accessed(given)
  return access ? [...namesOn(bare(access.of)), access.name ?? ''] : []
}

const rootOf = (given: ts.Expression): string => {
  const node = bare(given)
  const access = accessed(node)
  if (access) return rootOf(access.of)
  return compiler.isCallExpression(node) ? rootOf(node.expression) : node.getText()
}

/** `return new Request(…)` with more than other headers. */
const makesRequest = (returned: ts.Expression, given: ReadonlySet<string>): boolean => {
  const node = bare(returned)
  if (!compiler.isNewExpression(node) || node.expression.getText() !== 'Request') return false
  const [address, init] = node.arguments ?? []
  if (!address || !isHolder(address, given)) return true
  const said = init && bare(init)
  if (!said || !compiler.isObjectLiteralExpression(said)) return said !== undefined
  return said.properties.some(({ name }) => nameOf(name) !== 'headers')
}

/** The functions that sources are, or list. */
export const functionsIn = (trace: Trace, sources: readonly Source[]): ts.SignatureDeclaration[] =>
  sources.flatMap(({ node, scope }) => {
    if (compiler.isArrayLiteralExpression(node))
      return functionsIn(
        trace,
        node.elements.flatMap((one) => trace.sources(one, scope)),
      )
    return compiler.isFunctionLike(node) ? [node] : []
  })

/** Whether axios' `transformRequest` does more with a body than to give it on, or to make its text. */
export const transforms = (callee: ts.SignatureDeclaration): boolean => {
  const name = callee.parameters[0]?.name
  if (!name) return false
  if (!compiler.isIdentifier(name)) return true
  return nodesIn(callee, compiler.isIdentifier).some(
    (one) => one !== name && one.text === name.text && isLooked(one),
  )
}

const isLooked = (use: ts.Identifier): boolean => {
  const node = dressed(use)
  const { parent } = node
  if (isAccess(parent)) return accessed(parent)?.of === use && !isSaid(parent)
  const isGiven = compiler.isCallExpression(parent) && parent.arguments.some((one) => one === node)
  if (isGiven) return parent.expression.getText() !== 'JSON.stringify' && !isSaid(node)
  return compiler.isSpreadAssignment(parent) || compiler.isVariableDeclaration(parent)
}

/**
 * Whether axios' `adapter` is one of the program's own that hands the request to nobody, or not always: what it answers stands
 * there.
 */
export const answersItself = (callee: ts.SignatureDeclaration): boolean => {
  const given = new Set(callee.parameters.flatMap(({ name }) => heldBy(name)))
  const isHanded = nodesIn(callee, compiler.isCallExpression).some((call) => handsOn(call, given))
  return (
    !isHanded || returnsOf(callee).some((one) => someNode(awaited(one), compiler.isObjectLiteralExpression))
  )
}
