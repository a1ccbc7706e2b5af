import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../../../mappings/dsl/plan.ts'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { symbolAt } from '../../../sites/program/names/symbol.ts'
import { bare, dressed, isOperation, nameOf, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import { sameSyntax } from '../../../sites/program/syntax/same-syntax.ts'
import { neverAfter } from '../../../sites/program/ways/never-after.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { holeOf } from '../literal/literal-values.ts'
import { isPattern } from '../steps/uses.ts'
import { givenMember } from './given-member.ts'
import { inOtherHands } from './other-hands.ts'
import { SETS } from './sets.ts'

/** A body that a local variable holds. */
interface LocalBody<Value extends ts.Expression> {
  readonly value: Value
  /** The uses of the variable, the sending one among them. */
  readonly uses: readonly ts.Identifier[]
}

/** What a name holds, where it is a variable that is declared with a value. */
export const localValue = (trace: Trace, node: ts.Expression): LocalBody<ts.Expression> | undefined => {
  const name = bare(node)
  if (!compiler.isIdentifier(name)) return undefined
  const symbol = symbolAt(trace, name)
  const declaration = symbol?.valueDeclaration
  if (!declaration || !compiler.isVariableDeclaration(declaration) || !declaration.initializer)
    return undefined
  if (!compiler.isIdentifier(declaration.name)) return undefined
  return { value: bare(declaration.initializer), uses: referencesOf(trace, declaration.name) }
}

/** The literal behind a name, whatever else becomes of that. */
export const localLiteral = (trace: Trace, node: ts.Expression): ts.ObjectLiteralExpression | undefined =>
  localBody(trace, node)?.value

/** The literal behind a name. */
const localBody = (trace: Trace, node: ts.Expression): LocalBody<ts.ObjectLiteralExpression> | undefined => {
  const local = localValue(trace, node)
  return local && compiler.isObjectLiteralExpression(local.value)
    ? { value: local.value, uses: local.uses }
    : undefined
}

/**
 * What is sent, or the value of the variable that is sent and otherwise neither read nor changed: it may be rewritten
 * where it stands. That it is printed to the console as well is in nobody's way.
 */
export const ownValue = (trace: Trace, node: ts.Expression): ts.Expression | undefined => {
  if (!compiler.isIdentifier(bare(node))) return bare(node)
  const local = localValue(trace, node)
  const others = local?.uses.filter((use) => use !== bare(node)) ?? []
  if (!local || others.length + 1 !== local.uses.length || !others.every(isOnConsole)) return undefined
  const isHere = local.value.getSourceFile() === node.getSourceFile()
  return isHere && !isExported(trace, local.value) ? local.value : undefined
}

/** The same where it is a literal behind a name. */
export const ownLiteral = (trace: Trace, node: ts.Expression): ts.ObjectLiteralExpression | undefined => {
  const value = compiler.isIdentifier(bare(node)) ? ownValue(trace, node) : undefined
  return value && compiler.isObjectLiteralExpression(value) ? value : undefined
}

/** Where a body that is sent is printed to the console: it says v2's words there, too. */
export const shownBodies = (trace: Trace, node: ts.Expression, facet: CompiledFacet): Finding[] =>
  shownAt(localValue(trace, node)?.uses.filter(isOnConsole) ?? [], facet)

/** The same of the places themselves. */
export const shownAt = (shown: readonly ts.Node[], { plan }: CompiledFacet): Finding[] =>
  shown.slice(0, 1).map((use) => ({
    code: 'TOLERATED',
    rule: ruleOf(plan, '*'),
    at: use.getText(),
    why: "what the console is given of this body is in v2's words, too; check who reads it",
  }))

/** `console.log(body)`, `console.log(JSON.stringify(body, null, 2))`, `console.error('refused', { body })` */
export const isOnConsole = (use: ts.Node): boolean => {
  const value = dressed(use as ts.Expression)
  const call = value.parent
  const isMember =
    compiler.isShorthandPropertyAssignment(call) ||
    (compiler.isPropertyAssignment(call) && call.initializer === value)
  if (isMember) return isOnConsole(call.parent)
  if (!compiler.isCallExpression(call) || call.expression === use) return false
  if (/^console\.(log|info|debug|warn|error)$/.test(call.expression.getText())) return true
  return call.expression.getText() === 'JSON.stringify' && isOnConsole(call)
}

const isExported = ({ checker }: Trace, value: ts.Expression): boolean => {
  let at: ts.Node = value
  while (!compiler.isVariableDeclaration(at)) at = at.parent
  const symbol = checker.getSymbolAtLocation(at.name)
  const declared = symbol?.valueDeclaration
  return (
    declared !== undefined &&
    (compiler.getCombinedModifierFlags(declared) & compiler.ModifierFlags.Export) !== 0
  )
}

/** What a body says as far as it is put together in sight of the call, and whether that is all of it. */
export const statedBody = (
  trace: Trace,
  node: ts.Expression,
): { readonly doc: Record<string, unknown>; readonly isWhole: boolean } => {
  const doc: Record<string, unknown> = {}
  collect(trace, node, doc, 0)
  return { doc, isWhole: isWhole(trace, node) }
}

/** Those uses of a variable that a run may get from to one of them. */
const usesBefore = ({ uses, value }: LocalBody<ts.Expression>, sent: ts.Node): readonly ts.Identifier[] =>
  uses.filter((use) => use === sent || !neverAfter(use, sent, value))

/** What is set on a variable's body, or taken back, on a condition alone; by name, with the block that does it. */
export const setSometimes = (trace: Trace, node: ts.Expression): ReadonlyMap<string, ts.Node> => {
  const blocks = new Map<string, ts.Node>()
  const local = localBody(trace, node)
  for (const use of local ? usesBefore(local, bare(node)) : []) {
    const member = memberOf(use)
    const change = member && changeOf(member.access)
    if (!member || !change) continue
    if (!isForCertain(trace, change, use)) blocks.set(member.name, change.parent.parent)
    else if (compiler.isBinaryExpression(change)) blocks.delete(member.name)
  }
  return blocks
}

/** Whether nothing but what is written out can be in a body. */
const isWhole = (trace: Trace, node: ts.Expression): boolean => {
  const inner = bare(node)
  if (compiler.isObjectLiteralExpression(inner))
    return inner.properties.every((one) => one.name !== undefined && nameOf(one.name) !== undefined)
  const local = localBody(trace, inner)
  const isOpen = (use: ts.Identifier): boolean => {
    const member = memberOf(use)
    return use !== inner && !isShown(use) && !isOnConsole(use) && (!member || isPattern(member.access))
  }
  return local !== undefined && !usesBefore(local, inner).some(isOpen) && isWhole(trace, local.value)
}

/** `body.x`, `body['x']` */
const memberOf = (
  use: ts.Expression,
): { readonly access: ts.Expression; readonly name: string } | undefined => {
  const access = use.parent
  if (compiler.isPropertyAccessExpression(access) && access.expression === use)
    return { access, name: access.name.text }
  const isElement = compiler.isElementAccessExpression(access) && access.expression === use
  return isElement && compiler.isStringLiteralLike(access.argumentExpression)
    ? { access, name: access.argumentExpression.text }
    : undefined
}

/** What only shows a body does not change it. */
const isShown = (use: ts.Identifier): boolean =>
  compiler.isCallExpression(use.parent) &&
  /^(console\.\w+|JSON\.stringify)$/.test(use.parent.expression.getText())

const MOST_SPREADS = 4

/** Puts the properties that are written out into the document, the last word winning. */
const collect = (trace: Trace, node: ts.Expression, doc: Record<string, unknown>, depth: number): void => {
  if (depth > MOST_SPREADS) return
  const inner = bare(node)
  if (compiler.isObjectLiteralExpression(inner)) {
    collectLiteral(trace, inner, doc, depth)
    for (const use of inOtherHands(trace, [inner])) collectWrite(trace, use, doc, depth)
    return
  }
  if (compiler.isConditionalExpression(inner)) {
    collect(trace, inner.whenTrue, doc, depth + 1)
    return collect(trace, inner.whenFalse, doc, depth + 1)
  }
  if (isOperation(inner, '&&')) return collect(trace, inner.right, doc, depth + 1)
  if (compiler.isCallExpression(inner)) return collectGiven(trace, inner, doc, depth + 1)
  const member = givenMember(trace, inner)
  if (member) return collect(trace, member, doc, depth + 1)
  const local = localValue(trace, inner)
  if (!local) return
  if (compiler.isObjectLiteralExpression(local.value)) collectLiteral(trace, local.value, doc, depth)
  else if (compiler.isCallExpression(local.value)) collectGiven(trace, local.value, doc, depth + 1)
  else return
  for (const use of inOtherHands(trace, usesBefore(local, inner))) collectWrite(trace, use, doc, depth)
}

/** What `Object.assign` puts together; of what a function of the project gives, all that it always says. */
const collectGiven = (
  trace: Trace,
  call: ts.CallExpression,
  doc: Record<string, unknown>,
  depth: number,
): void => {
  if (/^Object\.(assign|freeze)$/.test(call.expression.getText())) {
    for (const part of call.arguments) collect(trace, part, doc, depth)
    return
  }
  const [callee, ...others] = trace.targets(call, undefined)
  const isOne = callee && others.length === 0 && compiler.isFunctionLike(callee.node)
  const given = isOne ? returnsOf(callee.node as ts.SignatureDeclaration) : []
  const [first, ...more] = given.map((one) => {
    const said: Record<string, unknown> = {}
    collect(trace, one, said, depth)
    return said
  })
  const isAlways = ([name, value]: [string, unknown]): boolean =>
    more.every((said) => saysAlike(said[name], value))
  Object.assign(doc, Object.fromEntries(Object.entries(first ?? {}).filter(isAlways)))
}

/** Whether two holes are written alike. */
const saysAlike = (one: unknown, other: unknown): boolean => {
  if (!isHole(one) || !isHole(other)) return false
  const [first, second] = [writtenAt(one.origin), writtenAt(other.origin)]
  return first && second ? sameSyntax(first, second) : one.text === other.text
}

/** The value of `name: value`, `name` or `body.name = value`. */
export const writtenAt = (origin: unknown): ts.Expression | undefined => {
  const node = origin as ts.Node
  if (compiler.isPropertyAssignment(node)) return node.initializer
  if (compiler.isShorthandPropertyAssignment(node)) return node.name
  return compiler.isBinaryExpression(node) ? node.right : undefined
}

const collectLiteral = (
  trace: Trace,
  node: ts.ObjectLiteralExpression,
  doc: Record<string, unknown>,
  depth: number,
): void => {
  for (const property of node.properties) {
    const name = property.name && nameOf(property.name)
    if (compiler.isSpreadAssignment(property)) collect(trace, property.expression, doc, depth + 1)
    else if (name !== undefined && compiler.isPropertyAssignment(property))
      doc[name] = holeOf(trace.checker, property.initializer, property)
    else if (name !== undefined && compiler.isShorthandPropertyAssignment(property))
      doc[name] = holeOf(trace.checker, property.name, property)
    else if (name !== undefined) delete doc[name]
  }
}

/** `body.x = value` and `Object.assign(body, { x })` say it, `delete body.x` takes it back where it is always done. */
const collectWrite = (
  trace: Trace,
  use: ts.Expression,
  doc: Record<string, unknown>,
  depth: number,
): void => {
  const { parent } = use
  if (compiler.isCallExpression(parent) && parent.expression.getText() === 'Object.assign') {
    const [target, ...parts] = parent.arguments
    if (target === use) for (const part of parts) collect(trace, part, doc, depth + 1)
  }
  const member = memberOf(use)
  if (!member) return
  const { access, name } = member
  const change = changeOf(access)
  if (!change) return
  if (compiler.isBinaryExpression(change)) doc[name] = holeOf(trace.checker, change.right, change)
  else if (isForCertain(trace, change, use)) delete doc[name]
}

/** `body.x = value`, `body.x ??= value`, `delete body.x` */
const changeOf = (access: ts.Expression): ts.BinaryExpression | ts.DeleteExpression | undefined => {
  const { parent } = access
  if (compiler.isDeleteExpression(parent)) return parent
  const isWrite =
    compiler.isBinaryExpression(parent) && parent.left === access && SETS.has(parent.operatorToken.kind)
  return isWrite ? parent : undefined
}

/** Whether a statement of the block that the body is declared in does it: below a condition it may be left undone. */
const isForCertain = ({ checker }: Trace, node: ts.Expression, use: ts.Expression): boolean => {
  const declared = checker.getSymbolAtLocation(use)?.valueDeclaration
  const isStatement = compiler.isExpressionStatement(node.parent)
  return isStatement && node.parent.parent === declared?.parent.parent.parent
}
