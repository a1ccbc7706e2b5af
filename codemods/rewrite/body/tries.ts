import type { ts } from 'ts-morph'
import { isHole } from '../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import type { Row } from '../../../mappings/dsl/row.ts'
import { compiler } from '../../project/compiler.ts'
import { settlementOf } from '../../sites/answers/piped.ts'
import type { At } from '../../sites/body.ts'
import { isInside, someNode, walk } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { Borrowed } from '../edit/borrow.ts'
import { type Edit, insertAfter, insertBefore, replace } from '../edit/edit.ts'
import { keyOpened } from '../graphql/graphql-key.ts'
import { triedRows } from '../mapper/mapper-tries.ts'
import { isCheckedScript } from '../mapper/module.ts'
import { statedBody } from './local-body.ts'
import { ordersOneOf } from './loss.ts'
import { mayHold } from './may-hold.ts'
import { looseBody } from './overridden.ts'

/** A call that can be made several times, with one choice after the other. */
export interface Tries {
  /** Whether v2's catalog can be asked: in which countries data centers are, and which CPU flavors there are. */
  readonly asks: boolean
  readonly borrows: readonly Borrowed[]
  /** The edits that put the call into a function of one choice, given its mapper and the function that tries. */
  readonly edits: (mapper: string, tries: string) => readonly Edit[]
}

/** How a call may be tried with one choice after the other; undefined where it is not its body's alone, or no promise. */
export const triesAt = (
  trace: Trace,
  site: Site,
  { node }: At,
  { plan }: CompiledFacet,
): Tries | undefined => {
  const top = site.sink.answer === 'stream' ? settlementOf(trace, site.top) : site.top
  if (!top || triedRows(plan).length === 0 || !isInside(node, top) || !isRepeatable(node, top))
    return undefined
  if (!isReadTwice(site) || !givesPromise(trace, top) || hasMore(top)) return undefined
  const key = keyOpened(trace, site)
  const name = freeName(top)
  if (!name) return undefined
  const waits = hasAwait(top, node) ? 'async ' : ''
  const parameter = isCheckedScript(top.getSourceFile()) ? `/** @type {any} */ ${name}` : name
  return {
    asks: key !== undefined,
    borrows: key?.borrows ?? [],
    edits: (mapper, tries) => [
      ...(key?.edits ?? []),
      {
        ...insertBefore(
          top,
          `${tries}(${key?.text ?? 'undefined'}, ${node.getText()}, ${waits}(${parameter}) => `,
        ),
        order: 1,
      },
      ...bodyEdits(node, `${mapper}(${name})`),
      { ...insertAfter(top, ')'), order: -1 },
    ],
  }
}

/** Whether what v2 refused can be looked into and handed on all the same. */
const isReadTwice = ({ sink: { answer, throws } }: Site): boolean =>
  answer === 'response' ||
  answer === 'axios' ||
  answer === 'stream' ||
  (throws === true && /^(payload|json-body|superagent)$/.test(answer))

const bodyEdits = (node: ts.Expression, text: string): Edit[] =>
  compiler.isShorthandPropertyAssignment(node.parent)
    ? [insertAfter(node, `: ${text}`)]
    : [replace(node, text)]

/** A body that is said by a function within the call, or with a `yield`, cannot be said before it. */
const isRepeatable = (node: ts.Node, top: ts.Node): boolean => {
  for (let at = node; at !== top; at = at.parent) if (compiler.isFunctionLike(at)) return false
  let found = true
  walk(top, (inner) => {
    if (compiler.isYieldExpression(inner)) found = false
    return undefined
  })
  return found
}

const hasAwait = (top: ts.Node, body: ts.Node): boolean =>
  someNode(top, compiler.isAwaitExpression, (inner) => inner === body || compiler.isFunctionLike(inner))

/** Whether an expression promises what it gives. */
export const givesPromise = ({ checker }: Trace, top: ts.Expression): boolean => {
  const type = checker.getTypeAtLocation(top)
  return (type.flags & compiler.TypeFlags.Any) !== 0 || type.getProperty('then') !== undefined
}

/** What some clients hand out is more than a promise: `ky.post(…).json()`. */
const hasMore = ({ parent }: ts.Expression): boolean =>
  compiler.isPropertyAccessExpression(parent) && !/^(then|catch|finally)$/.test(parent.name.text)

/** A name that means nothing in the call yet. */
const freeName = (top: ts.Node): string | undefined => {
  const taken = new Set<string>()
  walk(top, (node) => {
    if (compiler.isIdentifier(node)) taken.add(node.text)
    return undefined
  })
  return ['choice', 'attempt', 'oneChoice'].find((name) => !taken.has(name))
}

/** Whether a body may ask for what is tried, as far as its text or its type says. */
export const mayTry = (trace: Trace, node: ts.Expression, facet: CompiledFacet): boolean => {
  const { doc, isWhole } = looseBody(trace, node)
  const may = (name: string): boolean => (isWhole ? name in doc : mayHold(trace, node, name))
  return askingRows(facet).some(
    (row) =>
      !isSettled(row, doc[row.old]) &&
      (may(row.old) || (row.kind === 'field' && isWhole && isForced(facet, doc, row.v2))),
  )
}

/** Whether a body that is in sight asks for what only v2's catalog can say. */
export const asksCatalog = (trace: Trace, node: ts.Expression, facet: CompiledFacet): boolean => {
  const { doc, isWhole } = statedBody(trace, node)
  return askingRows(facet).some((row) =>
    row.kind === 'serve'
      ? row.old in doc && !isSettled(row, doc[row.old])
      : isWhole && isForced(facet, doc, row.v2),
  )
}

/** The old fields by which a body that is in sight asks for what is tried. */
export const asksToTry = (trace: Trace, node: ts.Expression, facet: CompiledFacet): string[] => {
  const { doc } = statedBody(trace, node)
  const asking = askingRows(facet).filter((row) => row.old in doc && !isSettled(row, doc[row.old]))
  return [...new Set(asking.map(({ old }) => old))]
}

const askingRows = ({ plan }: CompiledFacet) =>
  triedRows(plan).filter((row) => row.kind === 'field' || !ordersOneOf(plan, row))

/** Whether nothing has to be tried or asked for a field: countries are looked up even where there is one. */
const isSettled = ({ kind }: Row, value: unknown): boolean => hasAtMost(value, kind === 'serve' ? 0 : 1)

/** A list of one is no choice; of none, no question. */
export const isOne = (value: unknown): boolean => hasAtMost(value, 1)

const hasAtMost = (value: unknown, most: number): boolean => {
  if (!isHole(value)) return false
  const items = value.items ?? value.known?.value
  return Array.isArray(items) ? items.length <= most : value.known !== undefined
}

/** Whether the body has chosen the group that a field belongs to, without naming the field (a CPU pod of any flavor). */
const isForced = (facet: CompiledFacet, doc: Readonly<Record<string, unknown>>, path: string): boolean => {
  const [group = '', member = ''] = path.split('.')
  const v2 = facet.upHoles(doc).doc as Record<string, Record<string, unknown> | undefined>
  return group === 'cpu' && v2[group] !== undefined && v2[group][member] === undefined
}
