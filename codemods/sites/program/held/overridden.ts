import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { frameOf, type Scope } from '../frames/frames.ts'
import type { Asking, Source } from '../frames/source.ts'
import { isExported } from '../names/exported.ts'
import { declarationOf } from '../names/symbol.ts'
import { isEnvironment } from '../outside/outside.ts'
import { beginsAddress } from '../outside/settings.ts'
import { isNamedTest } from '../outside/test-file.ts'
import { givenTo } from '../set/assigned.ts'
import { flatText } from '../syntax/flat-text.ts'
import { isTypeScript } from '../syntax/is-typescript.ts'
import { bare, classAround, dressed, isOperation, nameOf, nodesIn } from '../syntax/nodes.ts'
import { saysSurely } from './may-lack.ts'
import { assignedBehind, isAssigned, saysMembers } from './member.ts'
import { leavesRoom, outOfSight } from './out-of-sight.ts'
import { setOutside } from './set-outside.ts'

/** A member that is read, and what holds it. */
interface Read {
  readonly node: ts.Expression
  readonly name: string
  /** What it is called where what says it has no name. */
  readonly said: string
  readonly roots: readonly Source[]
  readonly scope: Scope | undefined
}

/**
 * What may say another address than those that are found for a member, where none of the callers in sight does: named as
 * what the environment says is, so that the known one is its default.
 */
export const overridden = (t: Asking, read: Read, found: readonly Source[]): Source[] => {
  if (found.length === 0 || !found.every(isAddress)) return []
  const handed = handedUnseen(t, read, found)
  if (handed) return [handed]
  const { node, scope } = read
  const option =
    read.roots.map((root) => optionOver(t, root, read)).find((one) => one !== undefined) ??
    setOver(t, read, found)
  return option === undefined ? [] : [{ node, scope, env: option }]
}

/** `client.base = …` of an object whose class says the address. */
const setOver = (t: Asking, { name }: Read, found: readonly Source[]): string | undefined => {
  const owner = found.map(({ node }) => classAround(node)).find((one) => one !== undefined)
  return owner && setOutside(t, owner, name)
}

/** Whether a value is an address that is written out, or an object that says one (`{ base: 'https://…', key }`). */
export const saysAddress = (node: ts.Expression): boolean =>
  isAddress({ node }) ||
  (compiler.isObjectLiteralExpression(node) &&
    node.properties.some((one) => compiler.isPropertyAssignment(one) && isAddress({ node: one.initializer })))

/** Whether a value is an address that is written out. */
export const isAddress = ({ node }: Pick<Source, 'node'>): boolean =>
  compiler.isStringLiteralLike(node) && beginsAddress(node.text)

/**
 * An address that one caller says in an option, where another hands over what nobody can look into (`JSON.parse(…)`):
 * the known one is its default, unless only tests say it, who know nothing of where the program's own calls go.
 */
const handedUnseen = (
  t: Asking,
  { node, name, said, roots, scope }: Read,
  found: readonly Source[],
): Source | undefined => {
  const isSaidBy = (one: Source): boolean => t.membersOf(one, name).length > 0
  const isUnseen = (one: Source): boolean =>
    (compiler.isCallExpression(one.node) || compiler.isPropertyAccessExpression(one.node)) &&
    !isNamedTest(one.node.getSourceFile()) &&
    !isSaidBy(one)
  if (!roots.some(isUnseen) || !roots.some(isSaidBy)) return undefined
  const isTested = found.every((one) => isNamedTest(one.node.getSourceFile()))
  return { node, scope, ...(isTested ? {} : { env: said }) }
}

/** `options.base` of `{ base: '…', ...options }`, and of `(options = { base: '…' }) => …`. */
const optionOver = (t: Asking, { node, scope, env }: Source, { name, said }: Read): string | undefined => {
  if (env !== undefined) return isEnvironment(node) ? undefined : `${env}.${name}`
  const parts = saysMembers(node)
    ? [...partsBehind(node, name), ...partsGiven(t, node)]
    : partsOfInstance(node)
  const surely = parts.findLastIndex((one) => saysSurely(t, one, name, scope))
  const part = parts.slice(surely + 1).find((one) => maySay(t, one, name, scope))
  if (!part) return undefined
  const given = isOperation(bare(part), '??', '||') ? (bare(part) as ts.BinaryExpression).left : part
  return compiler.isCallExpression(bare(given)) ? said : `${flatText(bare(given))}.${name}`
}

/** What is put into an object behind what says a member. */
const partsBehind = (
  node: ts.ObjectLiteralExpression | ts.CallExpression,
  name: string,
): readonly ts.Expression[] => {
  if (compiler.isCallExpression(node))
    return assignedBehind(node, name).flatMap((part) =>
      compiler.isObjectLiteralExpression(part) ? partsBehind(part, name) : [part],
    )
  const said = node.properties.findLastIndex((one) => one.name && nameOf(one.name) === name)
  return node.properties
    .slice(said + 1)
    .filter(compiler.isSpreadAssignment)
    .map(({ expression }) => expression)
}

/** `Object.assign(settings, options)` of an object that is kept by a name. */
const partsGiven = (t: Asking, node: ts.Expression): readonly ts.Expression[] => {
  const { parent } = dressed(node)
  const isKept = compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
  return isKept ? givenTo(t.checker, parent.name as ts.Identifier) : []
}

/** `Object.assign(this, options)` of a class. */
const partsOfInstance = (node: ts.Node): readonly ts.Expression[] => {
  const owner = node.kind === compiler.SyntaxKind.ThisKeyword ? classAround(node) : undefined
  return owner
    ? nodesIn(owner, isAssigned).flatMap(({ arguments: [first, ...given] }) =>
        first?.kind === compiler.SyntaxKind.ThisKeyword ? given : [],
      )
    : []
}

/** Whether something out of sight may say a member: what hands it over is not seen, or whoever else imports its function. */
const maySay = (t: Asking, part: ts.Expression, name: string, scope: Scope | undefined): boolean => {
  const node = bare(part)
  const declared = compiler.isIdentifier(node) ? declarationOf(t, node) : undefined
  const parameter = declared && compiler.isParameter(declared) ? declared : undefined
  const isTyped = parameter?.type !== undefined || isTypeScript(part)
  if (isTyped && !leavesRoom(t.checker, part, name)) return false
  if (outOfSight(t, part, name, scope)) return true
  return parameter !== undefined && !frameOf(scope, parameter.parent) && isExported(parameter.parent)
}
