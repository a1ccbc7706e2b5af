import type { ts } from 'ts-morph'
import { isHole } from '../../../../mappings/dsl/hole.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { compiler } from '../../../project/compiler.ts'
import { hasStatements } from '../../../sites/answers/failure/failure.ts'
import type { At } from '../../../sites/body.ts'
import { nodeAt } from '../../../sites/program/syntax/node-at.ts'
import { isInside, someNode, statementOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { gapAt, type Written } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isSaidFor } from '../../address/made/joined.ts'
import { type Asking, askingOf } from '../../asking/asking.ts'
import { isSteady } from '../../dead/pure.ts'
import { allowAwait } from '../../edit/async.ts'
import type { Borrowed } from '../../edit/borrow.ts'
import type { Edit } from '../../edit/edit.ts'
import { saidAt } from '../../edit/said-at.ts'
import { type Whole, wholesOf } from '../../mapper/around/mapper-wholes.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import { setSometimes, statedBody } from '../held/local-body.ts'
import { mayHold } from '../held/may-hold.ts'
import { bodyFunctionName } from './lookup-rows.ts'

/** How an update that may say half of something is completed. */
export interface Completion extends Pick<Asking, 'isClient'> {
  /** What may be half. */
  readonly wholes: readonly Whole[]
  /** What is half for certain. */
  readonly halves: readonly Whole[]
  /** Set where the program can read the other half: puts the calls around the body's text. */
  readonly around?: (text: string) => readonly [before: string, after: string]
  readonly edits: readonly Edit[]
  readonly borrows?: readonly Borrowed[]
}

/** Whether a body may say half of what v2 takes whole, and how the other half can be read. */
export const completionOf = (
  trace: Trace,
  site: Site,
  route: Route,
  node: ts.Expression,
): Completion | undefined => {
  const { doc, isWhole } = statedBody(trace, node)
  const sometimes = setSometimes(trace, node)
  const may = (name: string): boolean => !isNothing(doc[name]) || (!isWhole && mayHold(trace, node, name))
  const isSaid = (name: string): boolean => isCertain(doc[name]) && !sometimes.has(name)
  const isNoneAtAll = (name: string): boolean => isNone(doc[name]) && !sometimes.has(name)
  const saysBoth = ([first, second]: Whole['fields']): boolean =>
    (isSaid(first) && isSaid(second)) || isNoneAtAll(first) || areSetTogether(doc, [first, second], sometimes)
  const wholes = wholesOf(route).filter(({ fields }) => fields.some(may) && !(isWhole && saysBoth(fields)))
  if (wholes.length === 0) return undefined
  const halves = wholes.filter(({ fields: [first, second] }) => {
    const other = isSaid(first) ? second : first
    return (isSaid(first) || isSaid(second)) && !may(other) && !isNoneAtAll(first)
  })
  const own = ownPath(trace, site, route, node)
  const key = own === undefined ? undefined : askingOf(trace, site)
  const edits = key && allowAwait(trace.checker, node)
  if (!key || !edits || !isMadeInTime(node, site.top, `${own} ${key.text}`))
    return { wholes, halves, edits: [] }
  const open = wholes.map(({ by }) => `await ${bodyFunctionName(by)}(${key.text}, ${own}, `).join('')
  return {
    wholes,
    halves,
    around: (text) => [`${open}${text}`, ')'.repeat(wholes.length)],
    edits: [...edits, ...key.edits],
    borrows: key.borrows ?? [],
    ...(key.isClient ? { isClient: true } : {}),
  }
}

/**
 * Whether a body is made in the call, or shortly before it: nothing waits between the two, and whatever the other half is
 * asked with is there by then.
 */
const isMadeInTime = (node: ts.Node, call: ts.Node, asked: string): boolean => {
  if (isInside(node, call)) return true
  const [made, sent] = [statementOf(node), statementOf(call)]
  if (made.parent !== sent.parent || !hasStatements(made.parent)) return false
  const between = made.parent.statements.filter((one) => one.pos >= made.end && one.end <= sent.pos)
  return between.every(
    (one) => compiler.isVariableStatement(one) && !someNode(one, (inner) => isLate(inner, asked)),
  )
}

/** What waits, or makes one of the names that something is said with. */
const isLate = (node: ts.Node, said: string): boolean =>
  compiler.isAwaitExpression(node) ||
  (compiler.isIdentifier(node) &&
    (compiler.isVariableDeclaration(node.parent) || compiler.isBindingElement(node.parent)) &&
    node.parent.name === node &&
    said.split(/[^\w$]+/).includes(node.text))

/** `if (size) { body.volumeInGb = size; body.volumeMountPath = '/data' }`: both or neither. */
const areSetTogether = (
  doc: Readonly<Record<string, unknown>>,
  [first, second]: Whole['fields'],
  sometimes: ReadonlyMap<string, ts.Node>,
): boolean =>
  sometimes.has(first) &&
  sometimes.get(first) === sometimes.get(second) &&
  isCertain(doc[first]) &&
  isCertain(doc[second])

/** Left out, or null, which v1 took for left out. */
const isNothing = (value: unknown): boolean =>
  value === undefined || (isHole(value) && value.known !== undefined && value.known.value == null)

/** There whenever the program runs. */
const isCertain = (value: unknown): boolean => !isNothing(value) && !(isHole(value) && value.mayBeAbsent)

/** A volume of no size is none. */
const isNone = (value: unknown): boolean => isHole(value) && value.known?.value === 0

/** The address of what is updated, below v2's base, as it can be said where the body stands. */
const ownPath = (trace: Trace, site: Site, route: Route, node: ts.Expression): string | undefined => {
  const [located, ...others] = site.located
  if (!located || others.length > 0 || !isSaidFor(trace, node, site.top)) return undefined
  const path = located.shape.slice(located.path, located.query)
  const at = path.indexOf('\0')
  const below = route.v2.path.replace('/v2', '').split('{id}')[0] ?? ''
  if (at < 0) {
    const id = path.split('/').filter(Boolean).at(1)
    const said = id && idSaidAt(trace, located, located.path + path.lastIndexOf(id), node)
    if (!id || !said) return undefined
    return said === WRITTEN ? valueText(below + id, styleOf(node.getSourceFile())) : `\`${below}\${${said}}\``
  }
  if (path.includes('\0', at + 1)) return undefined
  const gap = gapAt(located.text, located.path + at)
  const text = gap && idAgain(trace, gap, node)
  return text === undefined ? undefined : `\`${below}\${${text}}\``
}

/** An id a second time, where it is the same one then. */
const idAgain = (trace: Trace, { node, scope }: At, place: ts.Expression): string | undefined =>
  isSteady(node) ? saidAt(trace, { node, scope }, place) : undefined

/** An id that stands in the address itself. */
const WRITTEN = Symbol('written')

/**
 * How an id that the source tells can be said: what the address is put together with there may be another by then
 * (`process.env.POD_ID ?? 'abc'`).
 */
const idSaidAt = (
  trace: Trace,
  { text }: Site['located'][number],
  at: number,
  place: ts.Expression,
): string | typeof WRITTEN | undefined => {
  let from = 0
  let before: Written | undefined
  for (const piece of text.pieces) {
    const end = from + (piece.kind === 'written' ? piece.text.length : 1)
    if (from < at && at < end) return text.env.length > 0 && from === 0 ? undefined : WRITTEN
    if (from === at) {
      const node = before && behind(before)
      return node && idAgain(trace, { node, scope: undefined }, place)
    }
    before = piece.kind === 'written' ? piece : undefined
    from = end
  }
  return undefined
}

/** What is put behind a literal: `id` of `'/pods/' + id` and of the same as a template. */
const behind = ({ file, start }: Written): ts.Expression | undefined => {
  const node = nodeAt(file, start)
  const parent = node?.parent
  if (!node || !parent) return undefined
  if (compiler.isTemplateExpression(parent)) return parent.templateSpans[0]?.expression
  if (compiler.isTemplateSpan(parent)) {
    const { templateSpans } = parent.parent
    return templateSpans[templateSpans.indexOf(parent) + 1]?.expression
  }
  return compiler.isBinaryExpression(parent) && parent.left === node ? parent.right : undefined
}
