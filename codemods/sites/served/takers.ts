import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import { hookSelecting } from '../answers/uses/uses-hooks.ts'
import type { Onward } from '../answers/uses/uses-walk.ts'
import { readersOf } from '../program/calls/provided.ts'
import type { Trace } from '../program/frames/source.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { accessed } from '../program/syntax/access.ts'
import { dressed, isFunctionValue, nodesIn } from '../program/syntax/nodes.ts'
import { callsNamed, wordOf } from './calls-named.ts'
import { byAdapter } from './entities.ts'
import { functionsOf, parametersOf } from './functions.ts'
import { furtherWithin, type HeldWithin, heldWithin } from './held-within.ts'
import { keptInHolder } from './holders.ts'
import { keptForHook } from './hook-stores.ts'
import type { Kept } from './kept.ts'
import { loadedBy } from './loaders.ts'
import { procedureCalls } from './procedures.ts'
import { byChannel, byHandler } from './processes.ts'
import { storedAs } from './stored.ts'
import { keptInStore } from './stores.ts'
import { keptInVuex } from './vuex.ts'

/**
 * Tells who has a value that was sent under a name: listeners of an event, workers of a queue, readers of a store or of a
 * context, pages that call a procedure.
 * @param seen takes each place that was come upon
 */
export const byName =
  (trace: Trace, seen: Set<ts.Node>): Onward =>
  (node, value, kindOf) => {
    if (value.path.length > 1 || value.kind === 'envelope') return []
    const held = heldWithin(node)
    if (seen.has(held.top)) return []
    const takers = takersOf(trace, held)
    if (takers.length > 0) seen.add(held.top)
    return takers.flatMap(({ within, isEach = false, as, ...from }) => {
      const further = furtherWithin(value, kindOf, { within, isEach: isEach || held.isEach === true, as })
      return further ? [{ from: { roots: [], bound: [], hooks: [], names: [], ...from }, ...further }] : []
    })
  }

const takersOf = (trace: Trace, held: HeldWithin): readonly Kept[] => {
  const { parent } = held.top
  const call = compiler.isCallExpression(parent) && parent.expression !== held.top ? parent : undefined
  const sent = call && (ofEvent(trace, call, held) ?? ofQueue(trace, call, held))
  const kept =
    sent ??
    byHandler(trace, held) ??
    ofContext(trace, held) ??
    ofProcedure(trace, held) ??
    loadedBy(trace, held.top, held.within) ??
    keptInVuex(trace, held) ??
    keptInStore(trace, held) ??
    keptForHook(trace, held) ??
    bySelector(held)
  const others = call ? [...byChannel(trace, call, held), ...byAdapter(trace, call, held)] : []
  return [kept, keptInHolder(trace, held), ...others, ...storedAs(trace, held)].flatMap((one) => one ?? [])
}

/** `bus.emit('pod', pod)` and `bus.on('pod', (pod) => …)` */
const ofEvent = (trace: Trace, call: ts.CallExpression, { top, within }: HeldWithin): Kept | undefined => {
  const [event] = call.arguments
  const place = call.arguments.indexOf(top) - 1
  const name = event && wordOf(event)
  if (accessed(call.expression)?.name !== 'emit' || name === undefined || place < 0) return undefined
  const listeners = callsNamed(trace, LISTENS).flatMap((one): readonly ts.SignatureDeclaration[] => {
    const [said, listener] = one.arguments
    return said && listener && wordOf(said) === name ? functionsOf(trace, listener) : []
  })
  listeners.push(...decoratedFor(trace, name))
  return { within, names: parametersOf(listeners, place) }
}

/** `@OnEvent('pod') seen(event) { … }` */
const decoratedFor = ({ files }: Trace, name: string): readonly ts.SignatureDeclaration[] =>
  files
    .filter(({ text }) => text.includes('@OnEvent('))
    .flatMap((file) => nodesIn(file, compiler.isMethodDeclaration))
    .filter((one) =>
      (compiler.getDecorators(one) ?? []).some(
        ({ expression }) =>
          compiler.isCallExpression(expression) &&
          expression.expression.getText() === 'OnEvent' &&
          expression.arguments.some((said) => wordOf(said) === name),
      ),
    )

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

const newsIn = once(({ files }: Trace) => files.flatMap((file) => nodesIn(file, compiler.isNewExpression)))

const newsNamed = (trace: Trace, wanted: RegExp): readonly ts.NewExpression[] =>
  newsIn(trace).filter(({ expression }) => wanted.test(expression.getText()))
