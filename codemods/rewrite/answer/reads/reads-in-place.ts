import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { Problem } from '../../../../mappings/schemas/v2/problem.ts'
import { compiler } from '../../../project/compiler.ts'
import { underFailure, underSuccess } from '../../../sites/answers/failure/failure.ts'
import type { Flow } from '../../../sites/answers/flow/flow-found.ts'
import { usesOf } from '../../../sites/answers/uses/uses.ts'
import type { Read, Uses, Value } from '../../../sites/answers/uses/uses-walk.ts'
import { isInside, nameOf, someNode } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import { answerFlow } from '../answer.ts'
import { placesOf } from '../errors/error-handlers.ts'
import { wordedReads } from '../errors/error-helpers.ts'
import { isProblemWord } from '../errors/problem-reads.ts'
import { foundNow } from '../opened-only.ts'
import { checksFailure } from '../status/checks-failure.ts'
import { mayBeBare, ownStandIns } from '../stood-in.ts'
import { answerSchemas } from '../types/answer-schemas.ts'
import { type AnswerTypes, answerTypes } from '../types/answer-types.ts'
import { ANY_PART } from '../types/type-owners.ts'
import { opensFor } from './open-list.ts'
import { editsOfRead } from './read-edits.ts'
import { type ReadPath, type ReadPaths, readPathsOf } from './read-paths.ts'

/** An answer that is read as v2 says it, with no mapper between. */
export interface InPlace {
  readonly edits: readonly Edit[]
  /** What holds the answer, and what else must hold such an answer for the edits to be right. */
  readonly held: Uses['held']
  readonly needs: Uses['needs']
  /** Two answers are of a kind where one mapping speaks of both. */
  readonly kind: string
  /** What the program finds in v2's answer, and never found before. */
  readonly findings: readonly Finding[]
}

/** What is known of the uses of a site's answer. */
export interface AnswerUses {
  readonly uses: Uses
  readonly flow: Flow
  /** The code takes the list out of v2's envelope already. */
  readonly opened: boolean
  /** Of an error's body, only what v2 says as well is read. */
  readonly isProblemRead: boolean
}

/** Follows a site's answer to its uses; undefined where it gets out of sight unparsed. */
export const answerUses = (trace: Trace, site: Site, route: Route): AnswerUses | undefined => {
  const flow = answerFlow(trace, site)
  if (!flow || flow === 'handed-on') return undefined
  const good = { ...flow, roots: flow.roots.filter((root) => !underFailure(trace, root)) }
  const failed = { roots: flow.roots.filter((root) => underFailure(trace, root)), bound: [] }
  const problem = usesOf(trace, failed, ITEM, ([name = '']) => (isProblemWord(name) ? 'leaf' : undefined))
  const { uses, opened } = usesWithEnvelope(trace, good, route, readPathsOf(route.mapping))
  // A list is taken out of its envelope before that: of a refusal nothing would be left to say.
  const escapes = uses.escapes.filter((node) => route.answer === 'list' || !isWordedRefusal(trace, node))
  const isProblemRead = problem.escapes.length === 0 && isReadInSight(trace, site, problem)
  return { flow: good, uses: { ...uses, escapes }, opened, isProblemRead }
}

/** Whether all words of a refusal are read where v2's are put in their place: not of what was kept for others (`last = body`). */
const isReadInSight = (trace: Trace, site: Site, { reads }: Uses): boolean => {
  const worded = new Set<ts.Node>(wordedReads(trace, site).map(({ node }) => node))
  const places = placesOf(trace, site)
  return reads.every(({ node }) => worded.has(node) || places.some((place) => isInside(node, place)))
}

/** `if (!res.ok) throw new Error(JSON.stringify(body))`: of what was refused only a text is said, and no answer is read. */
const isWordedRefusal = (trace: Trace, node: ts.Node): boolean => {
  const isText = compiler.isCallExpression(node) && node.expression.getText() === 'JSON.stringify'
  const said = isText ? saidBy(node) : undefined
  return said !== undefined && underFailure(trace, said)
}

/** What throws a text, or prints it to the console. */
const saidBy = (text: ts.Node): ts.Node | undefined => {
  for (let at = text; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const prints = compiler.isCallExpression(at) && /^console\.\w+$/.test(at.expression.getText())
    if (prints || compiler.isThrowStatement(at)) return at
  }
  return undefined
}

/** How a site's answer can be read without a mapper; undefined where it gets out of sight, or is read in words v2 lacks. */
export const readInPlace = (
  trace: Trace,
  site: Site,
  route: Route,
  { uses, flow, opened, isProblemRead }: AnswerUses,
): InPlace | undefined => {
  if (!isProblemRead) return undefined
  const paths = readPathsOf(route.mapping)
  const isChecked = checksFailure(trace, site)
  if (uses.escapes.length > 0 && !(paths.allAlike && isChecked)) return undefined
  if (opened && uses.escapes.some((node) => isWrapped(uses, node))) return undefined
  // What an error says is not in the list that is taken out of what may be one.
  if (route.list && uses.escapes.some((node) => isOfProblem(trace, node))) return undefined
  // A body that tells of an error, or `{}` in its place, has no member to look deeper into; an item of a list has.
  const isGood = isChecked || uses.reads.every(({ node }) => underSuccess(trace, node))
  const isWhole = isGood && !flow.roots.some((root) => mayBeBare(trace, root))
  const isThere = (route.answer === 'list' || isWhole) && uses.blanks.length === 0
  if (saysReadItself(trace, flow, uses, paths)) return undefined
  const renames = renamesOf(trace, uses, paths, isThere)
  const types = answerTypes(trace, uses, paths, callsOf(site))
  const schemas = answerSchemas(trace, uses, paths)
  if (!schemas || !renames || (renames.length > 0 && !isSound(trace, uses, types, paths))) return undefined
  const opening = route.list && !opened ? opensFor({ trace, site, flow, uses }, route.list) : []
  if (!opening) return undefined
  const reworded = [...renames, ...(types?.edits ?? []), ...schemas.edits]
  return {
    edits: [...opening, ...reworded],
    held: heldBy(site, uses),
    needs: reworded.length > 0 ? [...uses.needs, ...(types?.needs ?? []), ...schemas.needs] : [],
    kind: route.mapping.id,
    findings: opened ? foundNow(route, uses) : [],
  }
}

/** Whether what the program puts in the place of an answer has a member that v2 calls otherwise: `catch { return { costPerHr: 0 } }`. */
const saysReadItself = (trace: Trace, { roots }: Flow, { reads }: Uses, paths: ReadPaths): boolean => {
  const names = reads.flatMap(({ path: [name = ''] }) =>
    paths.of([name])?.steps[0]?.name === name ? [] : [name],
  )
  const own = roots.flatMap((root) => ownStandIns(trace, root))
  return own.some(
    (one) =>
      compiler.isObjectLiteralExpression(one) &&
      one.properties.some(({ name }) => name && names.includes(nameOf(name) ?? '')),
  )
}

/** Whether v2's envelope itself goes out of sight, also where its items are like v1's. */
const isWrapped = ({ held, opened }: Uses, node: ts.Node): boolean =>
  (held.get(node) ?? 'envelope') === 'envelope' &&
  someNode(node, (one) => held.get(one) === 'envelope' && !opened.some((taken) => isInside(one, taken)))

/** Whether an answer is looked at where its call failed, or for a member that no list has. */
const isOfProblem = (trace: Trace, node: ts.Node): boolean =>
  underFailure(trace, node) ||
  (compiler.isPropertyAccessExpression(node) && !(node.name.text in Array.prototype))

/** The calls themselves hold the answer as well: their type arguments are about it. */
const heldBy = (site: Site, { held }: Uses): Uses['held'] => {
  const calls = callsOf(site).filter((call) => !held.has(call))
  return new Map([...held, ...calls.map((call) => [call as ts.Node, ANY_PART] as const)])
}

const callsOf = ({ top, sink }: Site): ts.Expression[] => [top, sink.call]

/** Where an answer begins: the items of a list, or one. */
export const LIST: Value = { kind: 'list', path: [] }
export const ITEM: Value = { kind: 'item', path: [] }
export const ENVELOPE: Value = { kind: 'envelope', path: [] }

/** Whether the code takes the list out of v2's envelope already shows only on the way. */
const usesWithEnvelope = (
  trace: Trace,
  flow: Flow,
  { answer, list }: Route,
  { kindOf }: ReadPaths,
): { readonly uses: Uses; readonly opened: boolean } => {
  if (answer !== 'list') return { uses: usesOf(trace, flow, ITEM, kindOf), opened: false }
  const uses = usesOf(trace, flow, LIST, kindOf, list)
  if (uses.opened.length === 0) return { uses, opened: false }
  return { uses: usesOf(trace, flow, ENVELOPE, kindOf, list), opened: true }
}

const renamesOf = (
  trace: Trace,
  { reads }: Uses,
  paths: ReadPaths,
  isThere: boolean,
): readonly Edit[] | undefined => {
  const edits = reads.map((read) => {
    const certain = paths.of(read.path)
    const to = isThere ? certain : certain && ofWhatMayMiss(read, certain)
    return to && editsOfRead(trace, read, to)
  })
  return edits.every((one) => one !== undefined) ? edits.flat() : undefined
}

/** What was undefined, of an answer that has no members, stays so; undefined where it cannot. */
const ofWhatMayMiss = ({ path }: Read, { converted, ...to }: ReadPath): ReadPath | undefined => {
  const isOfRefusal = (to.steps[0]?.name ?? '') in Problem.shape
  const values = [...(converted?.values.values() ?? [])]
  if (values.some((value) => typeof value === 'boolean') || (isOfRefusal && !converted)) return undefined
  const steps = to.steps.map((step, index) => (index > 0 ? { ...step, open: true } : step))
  return {
    ...to,
    ...(converted ? { converted: { ...converted, isOfRefusal } } : {}),
    steps: to.steps.length <= path.length ? to.steps : steps,
  }
}

/** A member that a type of the project declares is renamed with its type or not at all. */
const isSound = (
  { checker }: Trace,
  { reads, held }: Uses,
  types: AnswerTypes | undefined,
  paths: ReadPaths,
): boolean =>
  types !== undefined &&
  ![...held.keys()].some((node) => isOfUnseenType(checker, node)) &&
  reads.every(({ node, path }) => {
    const name = compiler.isBindingElement(node) ? (node.propertyName ?? node.name) : memberName(node)
    const owner = compiler.isBindingElement(node) ? node.parent : node.expression
    const key = name.getText().replace(/^['"]|['"]$/g, '')
    const type = checker.getTypeAtLocation(owner).getNonNullableType()
    const declared = type.getProperty(key)?.declarations ?? []
    // `Record<string, unknown>` gives what can be compared, and nothing that a member can be read of.
    const isDeeper = (paths.of(path)?.steps.length ?? 0) > path.length
    if (isDeeper && declared.length === 0 && isClosed(type.getStringIndexType())) return false
    // What the types in sight do not have, others put into them: `declare module './types' { interface Pod { … } }`.
    if (declared.length === 0 && membersIn(type).some(({ parent }) => types.shapes.has(parent))) return false
    // A pattern that nothing types is its own type.
    return declared.every((one) => compiler.isBindingElement(one) || types.shapes.has(one.parent))
  })

/** Whether a type is said of a value that no file in sight declares, one of a package or of a script that was not read. */
const isOfUnseenType = (checker: ts.TypeChecker, node: ts.Node): boolean =>
  !compiler.isBindingElement(node) && isUnseen(checker.getTypeAtLocation(node))

/** The compiler names what it did not find; `z.infer<typeof schema>` is made of what it did. */
const isUnseen = ({ flags, aliasSymbol, aliasTypeArguments = [] }: ts.Type): boolean =>
  (flags & compiler.TypeFlags.Any) !== 0 &&
  aliasSymbol !== undefined &&
  (aliasTypeArguments.length === 0 || aliasTypeArguments.some(isUnseen))

const membersIn = (type: ts.Type): readonly ts.Declaration[] =>
  type.getProperties().flatMap(({ declarations = [] }) => declarations)

const isClosed = (type: ts.Type | undefined): boolean =>
  type !== undefined && (type.flags & compiler.TypeFlags.Any) === 0

const memberName = (node: ts.PropertyAccessExpression | ts.ElementAccessExpression): ts.Node =>
  compiler.isPropertyAccessExpression(node) ? node.name : node.argumentExpression
