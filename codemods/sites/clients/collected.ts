import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { isExported, mentionsOf } from '../program/names/names-used.ts'
import { bare, dressed, eachNode, isFunctionValue, isInside, isOperation } from '../program/syntax/nodes.ts'
import { listenersOf, listening, stepOn } from './listeners.ts'

/**
 * The expressions that hold the text of a request's answer, where the callback of its call collects that, or what listens
 * for its `response`: `(res) => { res.on('data', …); res.on('end', …) }`, `for await (const part of res) …`.
 * @returns undefined where the answer is taken in a way that is not that
 */
export const collectedTexts = (trace: Trace, call: ts.CallExpression): ts.Expression[] | undefined => {
  const given = call.arguments.filter((one, index) => index === CALLBACK || isFunction(trace, one))
  // Where the call has a callback, whoever is given the request as well has no need of the answer.
  const listened = listenersOf(trace, call) ?? (given.length > 0 ? [] : undefined)
  const [callback, ...others] = listened ? [...given, ...listened].map((one) => bare(one)) : []
  if (!callback) return listened && []
  const run = others.length === 0 ? runFor(trace, callback) : undefined
  return run && textsIn(trace, run)
}

type Callback = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration

/** The function that takes the response: said in the call, or by a name that is used for nothing else. */
const runFor = (trace: Trace, callback: ts.Expression): Callback | undefined => {
  if (isFunctionValue(callback)) return callback
  if (!compiler.isIdentifier(callback)) return undefined
  const [run, ...others] = functionBehind(trace, callback) ?? []
  if (!run || others.length > 0 || run.getSourceFile() !== callback.getSourceFile()) return undefined
  const name = compiler.isFunctionDeclaration(run)
    ? run.name
    : compiler.isVariableDeclaration(run.parent)
      ? run.parent.name
      : undefined
  const isOurs = name && compiler.isIdentifier(name) && !isExported(trace, name)
  if (!isOurs || mentionsOf(trace, name).length !== 1) return undefined
  return compiler.isFunctionDeclaration(run) || isFunctionValue(run) ? run : undefined
}

/** `https.get(url, options, callback)` */
const CALLBACK = 2

/** Whether an argument is a function, or the name of one. */
const isFunction = (trace: Trace, given: ts.Expression): boolean =>
  isFunctionValue(bare(given)) ||
  (compiler.isIdentifier(bare(given)) &&
    (trace.checker.getTypeAtLocation(given).getCallSignatures().length > 0 ||
      trace.sources(given, undefined).some(({ node }) => compiler.isFunctionLike(node))))

const textsIn = (trace: Trace, callback: Callback): ts.Expression[] | undefined => {
  const [parameter] = callback.parameters
  if (!parameter) return []
  if (!compiler.isIdentifier(parameter.name)) return undefined
  const uses = mentionsOf(trace, parameter.name).map((use) => handlersAt(trace, use))
  if (uses.includes(undefined)) return undefined
  const [handler, ...others] = uses.flatMap((one) => one ?? [])
  if (!handler) return []
  return others.length === 0 && isInside(handler, callback) ? textsOf(trace, handler) : undefined
}

const HARMLESS = /^(statusCode|statusMessage|headers|setEncoding|resume|destroy|complete)$/

/** What takes the pieces of a response where it is used; undefined where something else takes them. */
const handlersAt = (trace: Trace, use: ts.Expression): readonly ts.Node[] | undefined => {
  const { parent } = dressed(use)
  if (compiler.isForOfStatement(parent) && parent.awaitModifier) return [parent.statement]
  const step = stepOn(use)
  if (!step) return undefined
  if (HARMLESS.test(step.name)) return []
  const heard = step.call && listening(trace, step.name, step.call)
  if (!step.call || !heard || !/^(data|end|error|close|aborted)$/.test(heard.event)) return undefined
  const more = stepOn(step.call) ? handlersAt(trace, step.call) : []
  const own = heard.event === 'data' ? functionBehind(trace, heard.handler) : []
  return own && more && [...own, ...more]
}

const functionBehind = (trace: Trace, given: ts.Expression): readonly ts.Node[] | undefined => {
  if (isFunctionValue(bare(given))) return [given]
  const [only, ...others] = trace.sources(given, undefined)
  return only && others.length === 0 && compiler.isFunctionLike(only.node) ? [only.node] : undefined
}

/** Every use of what a handler of pieces adds to, but for the adding. */
const textsOf = (trace: Trace, handler: ts.Node): ts.Expression[] | undefined => {
  const target = addedTo(handler)
  if (!target) return isEmpty(handler) ? [] : undefined
  const [declared] = trace.checker.getSymbolAtLocation(target)?.declarations ?? []
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return undefined
  return mentionsOf(trace, declared.name).flatMap((one) => (isInside(one, handler) ? [] : wholeText(one)))
}
const isEmpty = (handler: ts.Node): boolean =>
  compiler.isArrowFunction(handler) && compiler.isBlock(handler.body) && handler.body.statements.length === 0

/** `(d) => (body += d)`, `(d) => chunks.push(d)`. */
const addedTo = (handler: ts.Node): ts.Identifier | undefined => {
  let found: ts.Identifier | undefined
  eachNode(handler, (node) => {
    if (isOperation(node, '+=', '=') && compiler.isIdentifier(node.left)) found = node.left
    const isPushed =
      compiler.isCallExpression(node) &&
      compiler.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'push'
    if (isPushed && compiler.isIdentifier(node.expression.expression)) found = node.expression.expression
  })
  return found
}

/** `Buffer.concat(chunks).toString()` and `chunks.join('')` for `chunks`; the name itself otherwise. */
const wholeText = (node: ts.Identifier): ts.Expression => {
  const { parent } = node
  const isJoined =
    compiler.isPropertyAccessExpression(parent) && /^(join|toString|trim)$/.test(parent.name.text)
  if (isJoined && compiler.isCallExpression(parent.parent)) return parent.parent
  const isConcat = compiler.isCallExpression(parent) && parent.expression.getText() === 'Buffer.concat'
  const read = isConcat ? parent.parent : undefined
  if (
    read &&
    compiler.isPropertyAccessExpression(read) &&
    read.name.text === 'toString' &&
    compiler.isCallExpression(read.parent)
  )
    return read.parent
  return isConcat ? parent : node
}
