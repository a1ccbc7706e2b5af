import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { answerOf } from '../../sites/answers/answer.ts'
import { sitesKnown } from '../../sites/known-sites.ts'
import { framesFrom } from '../../sites/program/frames/frames.ts'
import { accessed, isAccess } from '../../sites/program/syntax/access.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { isTypeScript } from '../../sites/program/syntax/is-typescript.ts'
import { bare, isInside, someNode } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import { shapeOf } from '../../sites/texts/text.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { freeName } from '../edit/free-name.ts'
import { ownerOf } from '../edit/this-owner.ts'
import { isNamed } from '../edit/this-said.ts'
import { visibleAt } from '../edit/visible.ts'
import { keyTextOf } from '../graphql/key/graphql-key.ts'
import { isCheckedScript } from '../mapper/module/module.ts'
import { type PathSaid, pathSaid } from './path-said.ts'

/**
 * A function that asks v2 for what lies at a path, by the very client that a call is made with, as the program asks it for
 * other things: `(path) => this.api.get(path)`.
 */
export const clientAsking = (trace: Trace, site: Site): string | undefined => {
  const name = freeName(site.top, ['path', 'below'])
  const others = sitesKnown(trace).filter((one) => isPlainGet(trace, one))
  const said = instanceGet(trace, site, name) ?? firstOf(others, (one) => saidLike(trace, site, one, name))
  return said && `(${parameterOf(site.top, name)}) => ${said}`
}

const firstOf = <A, B>(all: readonly A[], find: (one: A) => B | undefined): B | undefined => {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

const parameterOf = (place: ts.Node, name: string): string => {
  if (isTypeScript(place)) return `${name}: string`
  return isCheckedScript(place.getSourceFile()) ? `/** @type {any} */ ${name}` : name
}

/** `this.http.post('/endpoints', body)` of axios: its client gets. */
const instanceGet = (trace: Trace, site: Site, name: string): string | undefined => {
  const { sink, top, scope } = site
  const callee = bare(top.expression)
  const [url, , ...more] = top.arguments ?? []
  const isInstance = sink.library === 'axios' && sink.base?.kind === 'member' && !scope && sink.call === top
  if (!isInstance || !url || more.length > 0 || !compiler.isPropertyAccessExpression(callee)) return undefined
  if (!/^(post|put|patch)$/.test(callee.name.text) || !isNamed(callee.expression)) return undefined
  const path = isParsed(trace, site) ? pathSaid(trace, site, top, name) : undefined
  return path?.node === url ? `${callee.expression.getText()}.get(${path.text})` : undefined
}

/** A call that gets something, and gives what it got. */
const isPlainGet = (trace: Trace, one: Site): boolean => {
  const { sink, scope, methods, located, open, branch, top } = one
  const isGet = methods.length === 1 && methods.every((text) => shapeOf(text).toUpperCase() === 'GET')
  const isOurs = located.length === 1 && located.every(({ family }) => family === 'v1' || family === 'v2')
  const isPlain = !open && !branch && !sink.template && !sink.listed && !sink.hooks && !sink.transforms
  return (
    isGet &&
    isOurs &&
    isPlain &&
    scope !== undefined &&
    compiler.isCallExpression(top) &&
    isParsed(trace, one)
  )
}

/** Whether it gives the answer of whatever it is asked for: a list's envelope is none of the old lists, and has no id. */
const isParsed = (trace: Trace, site: Site): boolean =>
  /^(payload|axios|response)$/.test(answerOf(trace, site).kind) &&
  ![...framesFrom(site.scope)].some(({ callee }) => asksAnswer(callee))

/** Whether a function may ask an answer what it is (`Array.isArray(rows)`, `if (!found.id) throw …`). */
const asksAnswer = (callee: ts.Node): boolean =>
  /\b(isArray|length)\b/.test(flatText(callee)) ||
  someNode(callee, (node) => isCondition(node) && someNode(node, isReadOfAnswer))

const isCondition = (node: ts.Node): boolean =>
  (compiler.isIfStatement(node.parent) && node.parent.expression === node) ||
  (compiler.isSwitchStatement(node.parent) && node.parent.expression === node) ||
  (compiler.isConditionalExpression(node.parent) && node.parent.condition === node)

const isReadOfAnswer = (node: ts.Node): boolean => {
  const name = isAccess(node) ? accessed(node)?.name : undefined
  return name !== undefined && isOfAnswer(name)
}

/** What is asked of responses and options, and not of what they hold. */
const isOfAnswer = (name: string): boolean =>
  !/^(ok|status|statusText|headers|get|includes|method|body|json|data|params|query|signal|timeout)$/.test(
    name,
  )

/** Another call, made again at a call's place: of the same object or module, for another path. */
const saidLike = (trace: Trace, site: Site, other: Site, name: string): string | undefined => {
  const [callee, otherCallee] = [site, other].map(calleeOf)
  if (!callee || !otherCallee || !isSameKey(trace, site, other)) return undefined
  const [ours, theirs] = [site, other].map(({ top }) => bare(top.expression)) as [
    ts.Expression,
    ts.Expression,
  ]
  const receiver = receiverFor(trace, site, { callee, ours }, { callee: otherCallee, theirs })
  const path = receiver === undefined ? undefined : pathSaid(trace, other, site.top, name)
  if (!path || !isConstantBut(other.top, path.node)) return undefined
  const args = (other.top.arguments ?? []).map((one) => textBut(one, path))
  return `${receiver}(${args.join(', ')})`
}

/** The function that a call calls, where the way to the library leads through it. */
const calleeOf = ({ scope }: Site): ts.SignatureDeclaration | undefined =>
  [...framesFrom(scope)].at(-1)?.callee

/** Two functions of one object or file: whatever else they do, they send the same key. */
const isSameKey = (trace: Trace, site: Site, other: Site): boolean => {
  const key = keyTextOf(trace, site)
  return site.sink.call === other.sink.call || (key !== undefined && key === keyTextOf(trace, other))
}

const receiverFor = (
  trace: Trace,
  { top }: Site,
  { callee, ours }: { readonly callee: ts.Node; readonly ours: ts.Expression },
  { callee: otherCallee, theirs }: { readonly callee: ts.Node; readonly theirs: ts.Expression },
): string | undefined => {
  if (compiler.isIdentifier(theirs)) {
    // Each file imports it by a name of its own
    if (callee === otherCallee) return compiler.isIdentifier(ours) ? ours.text : undefined
    const isBeside = callee.getSourceFile() === otherCallee.getSourceFile() && visibleAt(trace, theirs, top)
    return isBeside ? theirs.text : undefined
  }
  if (!compiler.isPropertyAccessExpression(ours) || !compiler.isPropertyAccessExpression(theirs))
    return undefined
  const owner = holderOf(callee)
  if (holderOf(otherCallee) !== owner || !isNamed(ours.expression)) return undefined
  return isHidden(otherCallee) && !isInside(top, owner)
    ? undefined
    : `${ours.expression.getText()}.${theirs.name.text}`
}

/** The class or the object that holds a function. */
const holderOf = (callee: ts.Node): ts.Node =>
  compiler.isPropertyAssignment(callee.parent) ? callee.parent.parent : ownerOf(callee)

/** `private get(path)`, `#get(path)`. */
const isHidden = (callee: ts.Node): boolean => {
  const modifiers = compiler.canHaveModifiers(callee) ? compiler.getModifiers(callee) : undefined
  const { PrivateKeyword, ProtectedKeyword } = compiler.SyntaxKind
  const { name } = callee as ts.MethodDeclaration
  return (
    (name && compiler.isPrivateIdentifier(name)) ||
    (modifiers ?? []).some(({ kind }) => kind === PrivateKeyword || kind === ProtectedKeyword)
  )
}

/** Whether a call says nothing beside its path that another place would not know. */
const isConstantBut = ({ arguments: given }: Site['top'], path: ts.Node): boolean =>
  (given ?? []).every((one) => !someNode(one, isVarying, (inner) => inner === path))

const isVarying = (node: ts.Node): boolean =>
  (compiler.isIdentifier(node) && node.text !== 'undefined' && !isKey(node)) ||
  node.kind === compiler.SyntaxKind.ThisKeyword ||
  compiler.isFunctionLike(node) ||
  compiler.isCallExpression(node) ||
  compiler.isNewExpression(node)

const isKey = (node: ts.Identifier): boolean =>
  compiler.isPropertyAssignment(node.parent) && node.parent.name === node

const textBut = (given: ts.Expression, { node, text }: PathSaid): string => {
  const [from, to] = [given.getStart(), given.getEnd()]
  if (!isInside(node, given)) return given.getText()
  const whole = given.getSourceFile().text
  return whole.slice(from, node.getStart()) + text + whole.slice(node.getEnd(), to)
}
