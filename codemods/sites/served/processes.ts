import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { accessed } from '../program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  isFunctionValue,
  isOperation,
  nameOf,
  nodesIn,
} from '../program/syntax/nodes.ts'
import { callsNamed, wordOf } from './calls-named.ts'
import { functionsOf, parametersOf } from './functions.ts'
import type { HeldWithin } from './held-within.ts'
import type { Kept } from './kept.ts'

/** What another process is sent: `webContents.send('pods', pods)` of Electron, `worker.postMessage({ pods })`, `process.send(pods)`. */
export const byChannel = (
  trace: Trace,
  call: ts.CallExpression,
  { top, within }: HeldWithin,
): readonly Kept[] => {
  const name = accessed(call.expression)?.name ?? ''
  const [first] = call.arguments
  const place = call.arguments.indexOf(top)
  const told = bridgedCallbacks(trace, call)
  if (told.length > 0) return [{ within, names: parametersOf(told, place) }]
  if (name === 'send' && place > 0) {
    const channel = first && wordOf(first)
    const listeners = channel === undefined ? [] : listenersOf(trace, channel)
    return [{ within, names: parametersOf(listeners, place) }]
  }
  const isMessage = name === 'postMessage' || /^process[?!]*\.send[?!]*$/.test(call.expression.getText())
  if (!isMessage || place !== 0) return []
  return [
    { within, names: parametersOf(listenersOf(trace, MESSAGE), 0) },
    {
      within: ['data', ...within],
      names: parametersOf([...listenersOf(trace, MESSAGE), ...onMessage(trace)], 0),
    },
  ]
}

const MESSAGE = 'message'

const listenersOf = (trace: Trace, channel: string): readonly ts.SignatureDeclaration[] =>
  callsNamed(trace, /^(on|once|addListener|addEventListener)$/).flatMap(({ arguments: [said, listener] }) =>
    said && listener && wordOf(said) === channel ? functionsOf(trace, listener) : [],
  )

/** `self.onmessage = (event) => …` */
const onMessage = (trace: Trace): readonly ts.SignatureDeclaration[] =>
  trace.files
    .filter(({ text }) => text.includes('onmessage'))
    .flatMap((file) => nodesIn(file, compiler.isBinaryExpression))
    .filter((set) => isOperation(set, '=') && /(^|\.)onmessage$/.test(set.left.getText()))
    .flatMap((set) => functionsOf(trace, set.right))

/** What a function gives that Electron's windows ask for: `ipcMain.handle('pods', …)`, or a member of what a bridge exposes. */
export const byHandler = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const callee = isFunctionValue(top)
    ? top
    : compiler.isReturnStatement(top.parent)
      ? functionAround(top)
      : top.parent
  if (!callee || !isFunctionValue(callee)) return undefined
  const { parent } = dressed(callee)
  const roots = compiler.isCallExpression(parent)
    ? invokersOf(trace, parent)
    : compiler.isPropertyAssignment(parent)
      ? bridgedCalls(trace, parent)
      : []
  return roots.length > 0 ? { within, roots } : undefined
}

const invokersOf = (trace: Trace, handled: ts.CallExpression): readonly ts.CallExpression[] => {
  const [channel] = handled.arguments
  const isHandled = /^handle(Once)?$/.test(accessed(handled.expression)?.name ?? '')
  const name = isHandled && channel ? wordOf(channel) : undefined
  return name === undefined
    ? []
    : callsNamed(trace, /^invoke$/).filter(({ arguments: [said] }) => said && wordOf(said) === name)
}

/** `{ onChange: (told) => ipcRenderer.on('pods', (_event, pods) => told(pods)) }` of a bridge, and `window.api.onChange((pods) => …)` */
const bridgedCallbacks = (
  trace: Trace,
  { expression }: ts.CallExpression,
): readonly ts.SignatureDeclaration[] => {
  const callee = bare(expression)
  const declared = compiler.isIdentifier(callee)
    ? trace.checker.getSymbolAtLocation(callee)?.valueDeclaration
    : undefined
  if (!declared || !compiler.isParameter(declared) || !isFunctionValue(declared.parent)) return []
  const member = dressed(declared.parent).parent
  const index = declared.parent.parameters.indexOf(declared)
  const calls = compiler.isPropertyAssignment(member) ? bridgedCalls(trace, member) : []
  return calls.flatMap(({ arguments: given }) => (given[index] ? functionsOf(trace, given[index]) : []))
}

const EXPOSES = /^(exposeInMainWorld|decorate)$/

/** `app.decorate('fleet', { list: async () => pods })` and `app.fleet.list()`; `contextBridge.exposeInMainWorld('api', { list: () => ipcRenderer.invoke('pods') })` and `window.api.list()` */
const bridgedCalls = (trace: Trace, member: ts.PropertyAssignment): readonly ts.CallExpression[] => {
  const call = dressed(member.parent).parent
  const isBridge = compiler.isCallExpression(call) && EXPOSES.test(accessed(call.expression)?.name ?? '')
  const [first] = isBridge ? call.arguments : []
  const [api, name] = [first && wordOf(first), nameOf(member.name)]
  if (api === undefined || name === undefined) return []
  return callsNamed(trace, /./).filter(({ expression }) => {
    const { of, name: said } = accessed(expression) ?? {}
    const owner = of && (accessed(of)?.name ?? bare(of).getText())
    return said === name && owner === api
  })
}
