import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Branch } from '../sites/program/frames/source.ts'
import { withoutNot } from '../sites/program/syntax/logic.ts'
import { bare, dressed, functionAround } from '../sites/program/syntax/nodes.ts'
import type { Site } from '../sites/sites.ts'
import { besideNone } from './answer/answer.ts'
import { applyEdits, clash, type Edit, isWithin, keyOf, replace } from './edit/edit.ts'
import { isRepeatable } from './edit/repeatable.ts'
import type { Plan } from './plan.ts'
import { type Reason, reasons } from './reason.ts'

/** All plans, those of a call that is one of two by a condition joined with each other. */
export const joinBranches = (sites: readonly Site[], planned: readonly (readonly Plan[])[]): Plan[] =>
  sites.flatMap(({ branch, top }, index) => {
    const own = planned[index] ?? []
    if (!branch) return own
    const isFirst = sites[index + 1]?.top === top && sites[index + 1]?.branch?.condition === branch.condition
    const [first, ...more] = own
    const [second, ...others] = isFirst ? (planned[index + 1] ?? []) : []
    if (!isFirst) return []
    return [...join([first, second].filter((plan) => plan !== undefined)), ...more, ...others]
  })

/**
 * A call that is one of two moves in both of its branches or not at all: each says its own address, and where they
 * want different things of one expression, the condition decides there as well.
 */
const join = (plans: readonly Plan[]): readonly Plan[] => {
  const [first, second] = plans
  if (!first) return plans
  const left = plans.find((plan) => plan.left)
  const base = plans.flatMap((plan) => plan.base)
  const leave = (reason: Reason): Plan[] => [
    { ...first, base, edits: [], mappers: [], findings: [], left: reason },
  ]
  if (left) return [{ ...left, base }]
  if (!second || !answersAlike(first, second)) return leave(reasons.alternatives())
  // The condition is asked once more for the body.
  if (!first.site.branch || !isAskedAgain(first.site.branch.condition)) return leave(reasons.method())
  const joined = joinEdits(first, second)
  if (!joined) return leave(reasons.alternatives())
  const together = {}
  return [
    { ...beside(first, second), edits: joined[0], together },
    { ...beside(second, first), edits: joined[1], together },
  ]
}

/** What translates the one's answer on its way sees the other's too, which may have no body. */
const beside = (plan: Plan, other: Plan): Plan => {
  const { answer } = plan
  if (!answer || !hasNone(other)) return plan
  return {
    ...plan,
    answer: { ...answer, mapped: { ...answer.mapped, edits: answer.mapped.edits.map(besideNone) } },
  }
}

const hasNone = ({ route }: Plan): boolean => route?.answer === 'none'

/** Whether a condition may be asked again where the call is made. */
export const isAskedAgain = (condition: ts.Expression): boolean => {
  const node = bare(condition)
  return compiler.isPrefixUnaryExpression(node) ? isAskedAgain(node.operand) : isRepeatable(node)
}

/**
 * Whether the answers are dealt with in one way, or one of the two has none. An answer that is left as it is, because what
 * is read of it is called alike, is not dealt with in the other's way.
 */
const answersAlike = (first: Plan, second: Plan): boolean => {
  const [one, other] = [first, second].map(({ answer }) =>
    (answer?.mapped.edits ?? []).map(keyOf).sort().join('\n'),
  )
  return one === other || (one === '' && hasNone(first)) || (other === '' && hasNone(second))
}

const joinEdits = (first: Plan, second: Plan): readonly [Edit[], Edit[]] | undefined => {
  const { branch } = first.site
  const apart = branch
    ? [...onlyIn(first.edits, second.edits, branch), ...onlyIn(second.edits, first.edits, branch)]
    : []
  if (apart.length === 0) return [[...first.edits], [...second.edits]]
  const node = changedBy(apart, first.edits) ?? enclosing(apart, branch)
  if (!branch || !node || !mayChoose(node, branch)) return undefined
  const isHere = (edit: Edit): boolean => isWithin(edit, node)
  const text = chosenText(branch, node, first.edits.filter(isHere), second.edits.filter(isHere))
  const rest = (edits: readonly Edit[]): Edit[] => [
    ...edits.filter((edit) => !isHere(edit)),
    replace(node, text),
  ]
  return [rest(first.edits), rest(second.edits)]
}

/** The changes that one branch makes to what both send: the other's call would be made with them, too. */
const onlyIn = (edits: readonly Edit[], others: readonly Edit[], branch: Branch): Edit[] =>
  edits.filter(
    (edit) =>
      others.some((other) => wantsElse(edit, other)) ||
      (!others.some((other) => keyOf(other) === keyOf(edit)) && !isOwnSide(edit, branch)),
  )

/** Two changes that cannot both be made. */
const wantsElse = (one: Edit, other: Edit): boolean => keyOf(one) !== keyOf(other) && clash(one, other)

/** The expression that both branches change, from its beginning to its end. */
const changedBy = (clashing: readonly Edit[], own: readonly Edit[]): ts.Node | undefined => {
  const [{ file } = {}] = clashing
  if (!file || clashing.some((edit) => edit.file !== file)) return undefined
  const start = Math.min(...clashing.map((edit) => edit.start))
  const last = Math.max(...clashing.map((edit) => edit.end))
  // `toV2(` differs in front of it, `)` does not behind it
  const closing = own.find((edit) => edit.start === edit.end && edit.start > start && last === start)
  return nodeFrom(file, start, closing?.end ?? last)
}

/** Whether a change stands where its branch alone is said, or asks for the branch itself. */
const isOwnSide = ({ file, start, end, text }: Edit, { condition }: Branch): boolean => {
  const asked = bare(condition).getText()
  if (text.includes(`${asked} ? `)) return true
  const isAsked = (node: ts.Expression): boolean => withoutNot(node) === withoutNot(condition)
  const find = (node: ts.Node): true | undefined => {
    if (start < node.pos || end > node.end) return undefined
    const { parent } = node
    const isSide =
      (compiler.isConditionalExpression(parent) && parent.condition !== node && isAsked(parent.condition)) ||
      (compiler.isIfStatement(parent) && parent.expression !== node && isAsked(parent.expression))
    return isSide || compiler.forEachChild(node, find)
  }
  return compiler.forEachChild(file, find) === true
}

/** The innermost expression around some changes where a choice can stand. */
const enclosing = (edits: readonly Edit[], branch: Branch | undefined): ts.Node | undefined => {
  const [{ file } = {}] = edits
  if (!file || !branch || edits.some((edit) => edit.file !== file)) return undefined
  const start = Math.min(...edits.map((edit) => edit.start))
  const last = Math.max(...edits.map((edit) => edit.end))
  let found: ts.Node | undefined
  const find = (node: ts.Node): void => {
    if (start < node.getStart() || last > node.getEnd()) return
    if (mayChoose(node, branch)) found = node
    compiler.forEachChild(node, find)
  }
  find(file)
  return found
}

/** The outermost node that begins and ends where a range does. */
const nodeFrom = (file: ts.SourceFile, start: number, end: number): ts.Node | undefined => {
  const find = (node: ts.Node): ts.Node | undefined => {
    if (start < node.getStart() || end > node.getEnd()) return undefined
    return node.getStart() === start && node.getEnd() === end ? node : compiler.forEachChild(node, find)
  }
  return find(file)
}

/** Whether a choice can stand where an expression stands, and asks there what the call asks. */
const mayChoose = (node: ts.Node, { condition }: Branch): boolean => {
  if (!compiler.isExpression(node) || functionAround(node) !== functionAround(condition)) return false
  const { parent } = dressed(node)
  return compiler.isCallExpression(parent) || compiler.isPropertyAssignment(parent)
}

const chosenText = (
  { condition, value }: Branch,
  node: ts.Node,
  ours: readonly Edit[],
  theirs: readonly Edit[],
): string => {
  const start = node.getStart()
  const said = (edits: readonly Edit[]): string =>
    applyEdits(
      node.getText(),
      edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
    )
  const [whenTrue, whenFalse] = value ? [ours, theirs] : [theirs, ours]
  return `${condition.getText()} ? ${said(whenTrue)} : ${said(whenFalse)}`
}

/** What is added in one branch alone: `condition ? value : nothing`. */
export const inBranch = (branch: Branch | undefined, value: string, nothing: string): string => {
  if (!branch) return value
  const [whenTrue, whenFalse] = branch.value ? [value, nothing] : [nothing, value]
  return `${branch.condition.getText()} ? ${whenTrue} : ${whenFalse}`
}
