import type { ts } from 'ts-morph'
import { isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import type { Row } from '../../../../mappings/dsl/row.ts'
import { compiler } from '../../../project/compiler.ts'
import { answerOf } from '../../../sites/answers/answer.ts'
import { settlementOf } from '../../../sites/answers/held/piped.ts'
import type { At } from '../../../sites/body.ts'
import { argumentFor } from '../../../sites/program/frames/frames.ts'
import { onlyLooks } from '../../../sites/program/frames/only-looks.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, someNode, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Asking, askingOf } from '../../asking/asking.ts'
import type { Borrowed } from '../../edit/borrow.ts'
import { type Edit, insertAfter, insertBefore } from '../../edit/edit.ts'
import { freeName } from '../../edit/free-name.ts'
import { triedRows } from '../../mapper/around/mapper-tries.ts'
import { drawnTo } from '../../mapper/helpers/style.ts'
import { isCheckedScript } from '../../mapper/module/module.ts'
import { statedBody } from '../held/local-body.ts'
import { passedFor } from '../held/made.ts'
import { mayHold } from '../held/may-hold.ts'
import { looseBody } from '../held/overridden.ts'
import { ordersOneOf } from '../loss.ts'
import { isNeverSet } from '../steps/guards.ts'
import { bodyPlace } from './said-apart.ts'
import type { Obstacle } from './tries-reasons.ts'

/** A call that can be made several times, with one choice after the other. */
export interface Tries extends Pick<Asking, 'isClient'> {
  /** Whether v2's catalog can be asked: in which countries data centers are, and which CPU flavors there are. */
  readonly asks: boolean
  readonly borrows: readonly Borrowed[]
  /** The edits that put the call into a function of one choice, given its mapper and the function that tries. */
  readonly edits: (mapper: string, tries: string) => readonly Edit[]
}

/** How a call may be tried with one choice after the other, or what is in the way. */
export const triesAt = (trace: Trace, site: Site, { node }: At): Tries | Obstacle => {
  const top = site.sink.answer === 'stream' ? settlementOf(trace, site.top) : site.top
  if (!top || !givesPromise(trace, top)) return 'noPromise'
  const isParsed = site.sink.answer === 'undici' && answerOf(trace, site).kind === 'payload'
  if (site.sink.answer === 'undici' && !isParsed) return 'readOnce'
  if (!isParsed && !isReadTwice(site)) return 'untold'
  if (hasMore(top)) return 'morePromised'
  const taken = bodyPlace(trace, node, top)
  if (!taken) return 'apart'
  const { place } = taken
  if (!isRepeatable(place, top)) return 'inFunction'
  const key = askingOf(trace, site)
  const name = freeName(top)
  const waits = hasAwait(top, place) ? 'async ' : ''
  const parameter = isCheckedScript(top.getSourceFile()) ? `/** @type {any} */ ${name}` : name
  const body = drawnTo(top.getSourceFile(), top.getStart(), node.getText())
  return {
    asks: key !== undefined,
    ...(key?.isClient ? { isClient: true } : {}),
    borrows: key?.borrows ?? [],
    edits: (mapper, tries) => [
      ...(key?.edits ?? []),
      {
        ...insertBefore(top, `${tries}(${key?.text ?? 'undefined'}, ${body}, ${waits}(${parameter}) => `),
        order: 1,
      },
      ...taken.edits(`${mapper}(${name})`),
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
export const hasMore = ({ parent }: ts.Expression): boolean =>
  compiler.isPropertyAccessExpression(parent) && !/^(then|catch|finally)$/.test(parent.name.text)

/** The bodies that one of is sent: `isBig ? { … } : { … }`, there or under a name. */
const waysOf = (trace: Trace, given: ts.Expression): readonly ts.Expression[] => {
  const node = bare(given)
  if (compiler.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((one) => waysOf(trace, one))
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  const value = declared && compiler.isVariableDeclaration(declared) ? declared.initializer : undefined
  const isChosen = value !== undefined && compiler.isConditionalExpression(bare(value))
  return isChosen ? [given, ...waysOf(trace, value)] : [given]
}

/** Whether a body may ask for what is tried, as far as its text or its type says, or what those say who hand it over. */
export const mayTry = (trace: Trace, node: ts.Expression, facet: CompiledFacet, steps = 0): boolean => {
  const next = (one: ts.Expression): boolean => mayTry(trace, one, facet, steps + 1)
  if (steps >= MOST_STEPS) return waysOf(trace, node).some((one) => mayTryOne(trace, one, facet))
  const passed = passedWhole(trace, node, facet)
  if (passed.length > 0) return passed.some(next)
  return waysOf(trace, node).some((one) => mayTryOne(trace, one, facet)) || handedOver(trace, node).some(next)
}

/** Whether all who hand over a body name one of what would be tried: nothing is left of it for v2 to refuse. */
export const namesOne = (trace: Trace, node: ts.Expression, facet: CompiledFacet): boolean =>
  passedWhole(trace, node, facet).length > 0 && !mayTry(trace, node, facet)

/** All that a body may be where a function takes it, and adds to it nothing that is tried. */
const passedWhole = (trace: Trace, given: ts.Expression, facet: CompiledFacet): readonly ts.Expression[] => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  if (!compiler.isIdentifier(node) || !declared || !compiler.isParameter(declared)) return []
  const tried = askingRows(facet).map(({ old }) => old)
  const isPlain = (use: ts.Identifier): boolean => {
    const access = accessOn(use)
    const name = access && accessed(access)?.name
    const { parent } = dressed(use)
    const isLookedAt = compiler.isCallExpression(parent) && onlyLooks(parent)
    return use === node || isLookedAt || (name !== undefined && !tried.includes(name))
  }
  return isNeverSet(trace, node) && referencesOf(trace, node).every(isPlain) ? passedFor(trace, declared) : []
}

const MOST_STEPS = 4

/** What the callers of a function hand over for a parameter of it. */
const handedOver = (trace: Trace, given: ts.Expression): readonly ts.Expression[] => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  if (!declared || !compiler.isParameter(declared)) return []
  const { parent } = declared
  return trace.callers(parent).flatMap((call) => argumentFor(trace.frame(parent, call), declared) ?? [])
}

const mayTryOne = (trace: Trace, node: ts.Expression, facet: CompiledFacet): boolean => {
  const { doc, isWhole } = looseBody(trace, node)
  const may = (name: string): boolean => (isWhole ? name in doc : mayHold(trace, node, name))
  return askingRows(facet).some(
    (row) =>
      !isSettled(row, doc[row.old]) &&
      (may(row.old) || (row.kind === 'field' && isForced(facet, doc, row.v2))),
  )
}

/** Whether a body that is in sight asks for what only v2's catalog can say. */
export const asksCatalog = (trace: Trace, node: ts.Expression, facet: CompiledFacet): boolean =>
  waysOf(trace, node).some((one) => asksCatalogFor(trace, one, facet))

const asksCatalogFor = (trace: Trace, node: ts.Expression, facet: CompiledFacet): boolean => {
  const { doc, isWhole } = statedBody(trace, node)
  const may = (name: string): boolean => (isWhole ? name in doc : mayHold(trace, node, name))
  return askingRows(facet).some((row) =>
    row.kind === 'serve'
      ? row.old in doc && !isSettled(row, doc[row.old])
      : !may(row.old) && isForced(facet, doc, row.v2),
  )
}

/** The old fields by which a body that is in sight asks for what is tried, or leaves it open what v2 wants said. */
export const asksToTry = (trace: Trace, node: ts.Expression, facet: CompiledFacet): string[] => [
  ...new Set(waysOf(trace, node).flatMap((one) => askedToTry(trace, one, facet))),
]

const askedToTry = (trace: Trace, node: ts.Expression, facet: CompiledFacet): string[] => {
  const { doc, isWhole } = statedBody(trace, node)
  const isLeftOpen = (row: Row & { readonly old: string }): boolean =>
    row.kind === 'field' && !isWhole && !mayHold(trace, node, row.old) && isForced(facet, doc, row.v2)
  const asking = askingRows(facet).filter((row) =>
    row.old in doc ? !isSettled(row, doc[row.old]) : isLeftOpen(row),
  )
  return asking.map(({ old }) => old)
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
