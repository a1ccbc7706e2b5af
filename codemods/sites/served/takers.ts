import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import { hookSelecting } from '../answers/uses/uses-hooks.ts'
import type { Onward } from '../answers/uses/uses-walk.ts'
import { readersOf } from '../program/calls/provided.ts'
import type { Trace } from '../program/frames/source.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { accessed } from '../program/syntax/access.ts'
import { bare, dressed, isFunctionValue, nodesIn } from '../program/syntax/nodes.ts'
import { functionsOf, parametersOf } from './functions.ts'
import { type HeldWithin, heldWithin, kindWithin, startWithin } from './held-within.ts'
import { keptInHolder } from './holders.ts'
import { keptForHook } from './hook-stores.ts'
import type { Kept } from './kept.ts'
import { loadedBy } from './loaders.ts'
import { procedureCalls } from './procedures.ts'
import { keptInStore } from './stores.ts'

/**
 * Tells who has a value that was sent under a name: listeners of an event, workers of a queue, readers of a store or of a
 * context, pages that call a procedure.
 * @param seen takes each place that was come upon
 */
export const byName =
  (trace: Trace, seen: Set<ts.Node>): Onward =>
  (node, value, kindOf) => {
    if (value.path.length > 0 || value.kind === 'envelope') return undefined
    const held = heldWithin(node)
    if (seen.has(held.top)) return undefined
    const takers = takersOf(trace, held)
    if (!takers) return undefined
    seen.add(held.top)
    const { within, isEach, ...from } = takers
    const isAmong = isEach === true || held.isEach === true
    if (isAmong && value.kind === 'list') return undefined
    const kind = isAmong ? 'list' : value.kind
    return {
      from: { roots: [], bound: [], hooks: [], names: [], ...from },
      start: startWithin(within, kind),
      kindOf: kindWithin(kindOf, within, kind),
    }
  }

const takersOf = (trace: Trace, held: HeldWithin): Kept | undefined => {
  const { parent } = held.top
  const call = compiler.isCallExpression(parent) && parent.expression !== held.top ? parent : undefined
  const sent = call && (ofEvent(trace, call, held) ?? ofQueue(trace, call, held))
  return (
    sent ??
    ofContext(trace, held) ??
    ofProcedure(trace, held) ??
    loadedBy(trace, held.top, held.within) ??
    keptInStore(trace, held) ??
    keptForHook(trace, held) ??
    keptInHolder(trace, held) ??
    bySelector(held)
  )
}

/** `bus.emit('pod', pod)` and `bus.on('pod', (pod) => …)` */
const ofEvent = (trace: Trace, call: ts.CallExpression, { top, within }: HeldWithin): Kept | undefined => {
  const [event] = call.arguments
  const place = call.arguments.indexOf(top) - 1
  const name = event && wordOf(event)
  if (accessed(call.expression)?.name !== 'emit' || name === undefined || place < 0) return undefined
  const listeners = callsNamed(trace, LISTENS).flatMap((one) => {
    const [said, listener] = one.arguments
    return said && listener && wordOf(said) === name ? functionsOf(trace, listener) : []
  })
  return { within, names: parametersOf(listeners, place) }
}

const LISTENS = /^(on|once|addListener|prependListener)$/

/** `queue.add('sweep', { pod })` and `new Worker('pods', async (job) => job.data.pod)` */
const ofQueue = (trace: Trace, call: ts.CallExpression, { within }: HeldWithin): Kept | undefined => {
  if (accessed(call.expression)?.name !== 'add' || within.length === 0) return undefined
  const made = newsNamed(trace, /^Worker$/).flatMap(({ arguments: [, given] = [] }) => given ?? [])
  const told = callsNamed(trace, /^process$/).flatMap((one) => one.arguments.at(-1) ?? [])
  const workers = [...made, ...told].flatMap((one) => functionsOf(trace, one))
  return { within: ['data', ...within], names: parametersOf(workers, 0) }
}

/** `<Pods.Provider value={{ pods, reload }}>` */
const ofContext = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  if (within.length === 0) return undefined
  const roots = placesOf(trace, top).flatMap(({ parent }) => {
    const attribute = compiler.isJsxExpression(parent) ? parent.parent : undefined
    const isValue = attribute && compiler.isJsxAttribute(attribute) && attribute.name.getText() === 'value'
    return isValue ? readersOf(trace, attribute.parent.parent.tagName as ts.Expression) : []
  })
  return roots.length > 0 ? { within, roots } : undefined
}

/** Where an object stands, also by the name of what `useMemo` keeps. */
const placesOf = (trace: Trace, top: ts.Expression): readonly ts.Expression[] => {
  const { parent } = top
  const isKept = compiler.isCallExpression(parent) && /(^|\.)useMemo$/.test(parent.expression.getText())
  const whole = isKept ? dressed(parent) : top
  const declared = whole.parent
  return compiler.isVariableDeclaration(declared) && compiler.isIdentifier(declared.name)
    ? mentionsOf(trace, declared.name)
    : [whole]
}

/** `useFleet((state) => ({ pods: state.pods }))` */
const bySelector = ({ top, within }: HeldWithin): Kept | undefined => {
  const hook = within.length > 0 && isFunctionValue(top) ? hookSelecting(top) : undefined
  return hook && { within, roots: [hook] }
}

/** `list: procedure.query(async () => pods)` and `trpc.pods.list.useQuery()` */
const ofProcedure = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const calls = procedureCalls(trace, top)
  return calls && { within, ...calls }
}

const wordOf = (given: ts.Expression): string | undefined => {
  const node = bare(given)
  return compiler.isStringLiteralLike(node) ? node.text : undefined
}

const callsIn = once(({ files }: Trace) => files.flatMap((file) => nodesIn(file, compiler.isCallExpression)))
const newsIn = once(({ files }: Trace) => files.flatMap((file) => nodesIn(file, compiler.isNewExpression)))

const callsNamed = (trace: Trace, wanted: RegExp): readonly ts.CallExpression[] =>
  callsIn(trace).filter(({ expression }) => wanted.test(accessed(expression)?.name ?? ''))

const newsNamed = (trace: Trace, wanted: RegExp): readonly ts.NewExpression[] =>
  newsIn(trace).filter(({ expression }) => wanted.test(expression.getText()))
