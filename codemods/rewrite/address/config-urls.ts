import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, dressed, functionAround, walk } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { callsBehind } from '../answer/status-handed.ts'

/** Reads of the address that axios keeps of a request: `error.config.url`, `config.url` of what is told of every request. */
export const configUrlsIn = (file: ts.SourceFile): ts.PropertyAccessExpression[] => {
  const found: ts.PropertyAccessExpression[] = []
  if (!/\.url\b/.test(file.text)) return found
  walk(file, (node) => {
    if (compiler.isPropertyAccessExpression(node) && node.name.text === 'url' && isConfig(node.expression))
      found.push(node)
    return undefined
  })
  return found
}

/** Reads of the address that the answer of a call keeps: `res.url`. */
export const answerUrls = (trace: Trace, { top, sink }: Site): ts.PropertyAccessExpression[] => {
  const found: ts.PropertyAccessExpression[] = []
  for (const call of new Set([top, sink.call])) {
    const place = functionAround(call) ?? call.getSourceFile()
    walk(place, (node) => {
      const isUrl = compiler.isPropertyAccessExpression(node) && node.name.text === 'url'
      if (isUrl && callsBehind(trace, node.expression).includes(call)) found.push(node)
      return undefined
    })
  }
  return found
}

const isConfig = (given: ts.Expression): boolean => {
  const node = bare(given)
  if (compiler.isPropertyAccessExpression(node)) return node.name.text === 'config'
  return compiler.isIdentifier(node) && isToldOfRequests(node)
}

/** Whether a name is the parameter of `instance.interceptors.request.use((config) => …)`. */
const isToldOfRequests = (name: ts.Identifier): boolean => {
  for (let at: ts.Node = name; at.parent; at = at.parent) {
    if (!compiler.isFunctionLike(at)) continue
    const [first] = at.parameters
    if (first?.name.getText() !== name.text) continue
    return compiler.isCallExpression(at.parent) && REQUESTS.test(at.parent.expression.getText())
  }
  return false
}

const REQUESTS = /\binterceptors\.request\.use$/

/** The name that a value is given, or an empty text in its place: `const url = config.url ?? ''`. */
export const namesHolding = (given: ts.Expression): ts.Identifier[] => {
  const node = dressed(given)
  const { parent } = node
  if (compiler.isBinaryExpression(parent) && /^(\?\?|\|\|)$/.test(parent.operatorToken.getText()))
    return namesHolding(parent)
  const name = compiler.isVariableDeclaration(parent) ? parent.name : undefined
  return name && compiler.isIdentifier(name) ? [name] : []
}
