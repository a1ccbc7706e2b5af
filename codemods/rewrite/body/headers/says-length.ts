import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { requestCalls } from '../../../sites/clients/node-http.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import { saidBehind } from '../../../sites/program/names/symbol.ts'
import { nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { headersSet } from '../../graphql/key/headers-set.ts'

/** Whether the headers of a call say in a number how long its body is, which another body is not. */
export const saysLength = (trace: Trace, { sink, scope }: Site): boolean => {
  const headers = sink.options ? trace.members(sink.options, 'headers', scope) : []
  return headers.some((one) => counts(trace, one.node, one.scope, 0)) || setsLength(trace, sink)
}

const LENGTH = /content-length['"`]?\s*[:,]\s*['"`]?\d/i

const MOST_STEPS = 6

const counts = (trace: Trace, node: ts.Node, scope: Scope | undefined, step: number): boolean => {
  if (step > MOST_STEPS) return false
  if (LENGTH.test(node.getText())) return true
  const next = (inner: ts.Expression): boolean =>
    trace.sources(inner, scope).some((one) => counts(trace, one.node, one.scope, step + 1))
  const set = headersSet(trace, node).filter(({ name, isAlways }) => isAlways && isLength(name))
  if (set.some(({ value }) => isNumber(trace, value))) return true
  if (compiler.isNewExpression(node)) return (node.arguments ?? []).some(next)
  return (
    compiler.isObjectLiteralExpression(node) &&
    node.properties.some((one) => {
      if (compiler.isSpreadAssignment(one)) return next(one.expression)
      return (
        compiler.isPropertyAssignment(one) && isLength(nameOf(one.name)) && isNumber(trace, one.initializer)
      )
    })
  )
}

/** `request.setHeader('Content-Length', 0)` of node:https. */
const setsLength = (trace: Trace, { library, call }: Site['sink']): boolean =>
  library === 'https' &&
  compiler.isCallExpression(call) &&
  requestCalls(trace, call).some(({ method, node }) => {
    const [name, value] = node.arguments
    const isNamed = name !== undefined && compiler.isStringLiteralLike(name) && isLength(name.text)
    return method === 'setHeader' && isNamed && value !== undefined && isNumber(trace, value)
  })

const isLength = (name: string | undefined): boolean => /^content-length$/i.test(name ?? '')

/** Whether a value is a number whatever is sent: `body ? Buffer.byteLength(body) : 0` is the new body's length. */
const isNumber = (trace: Trace, value: ts.Expression): boolean =>
  /^['"`]?\d+['"`]?$/.test(saidBehind(trace, value).getText())
