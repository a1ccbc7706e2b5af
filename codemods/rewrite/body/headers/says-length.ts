import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { requestCalls } from '../../../sites/clients/node-http.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import { isName, saidBehind } from '../../../sites/program/names/symbol.ts'
import { bare, functionAround, nameOf, nodesIn } from '../../../sites/program/syntax/nodes.ts'
import { sameSyntax } from '../../../sites/program/syntax/same-syntax.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import { headersSet } from '../../graphql/key/headers-set.ts'

/** Whether the headers of a call say in a number how long its body is, which another body is not. */
export const saysLength = (trace: Trace, site: Site): boolean =>
  saysIn(trace, site, { isText: (text) => LENGTH.test(text), isWrong: (value) => isNumber(trace, value) })

/**
 * Whether they count that by a text made of the body once more (`Buffer.byteLength(JSON.stringify(spec))` beside
 * `body: JSON.stringify(spec)`), which stays what it was where what is sent alone is changed.
 */
export const countsApart = (
  trace: Trace,
  site: Site,
  sent: ts.Expression,
  edits: readonly Edit[],
): boolean => {
  const [from, to] = [sent.getStart(), sent.getEnd()]
  const isChanged = edits.some(
    ({ file, start, end }) => file === sent.getSourceFile() && start >= from && end <= to,
  )
  const isSent = (one: ts.Expression): boolean =>
    one !== sent && functionAround(one) === functionAround(sent) && sameSyntax(one, sent)
  const isWrong = (value: ts.Expression): boolean =>
    textsIn(trace, value).some(({ arguments: [one] }) => one !== undefined && isSent(bare(one)))
  return isChanged && saysIn(trace, site, { isText: () => false, isWrong })
}

/** Each `JSON.stringify(…)` that a length is counted by, also by its name. */
const textsIn = (trace: Trace, value: ts.Expression): ts.CallExpression[] =>
  [value, ...nodesIn(value, compiler.isIdentifier).filter(isName)]
    .flatMap((one) => nodesIn(saidBehind(trace, one), compiler.isCallExpression))
    .filter(({ expression }) => expression.getText() === 'JSON.stringify')

/** What a length is looked at for. */
interface Look {
  readonly isText: (text: string) => boolean
  readonly isWrong: (value: ts.Expression) => boolean
}

const saysIn = (trace: Trace, { sink, scope }: Site, look: Look): boolean => {
  const headers = sink.options ? trace.members(sink.options, 'headers', scope) : []
  return headers.some((one) => counts(trace, one.node, one.scope, look, 0)) || setsLength(trace, sink, look)
}

const LENGTH = /content-length['"`]?\s*[:,]\s*['"`]?\d/i

const MOST_STEPS = 6

const counts = (trace: Trace, node: ts.Node, scope: Scope | undefined, look: Look, step: number): boolean => {
  if (step > MOST_STEPS) return false
  if (look.isText(node.getText())) return true
  const next = (inner: ts.Expression): boolean =>
    trace.sources(inner, scope).some((one) => counts(trace, one.node, one.scope, look, step + 1))
  const set = headersSet(trace, node).filter(({ name, isAlways }) => isAlways && isLength(name))
  if (set.some(({ value }) => look.isWrong(value))) return true
  if (compiler.isNewExpression(node)) return (node.arguments ?? []).some(next)
  return (
    compiler.isObjectLiteralExpression(node) &&
    node.properties.some((one) => {
      if (compiler.isSpreadAssignment(one)) return next(one.expression)
      return compiler.isPropertyAssignment(one) && isLength(nameOf(one.name)) && look.isWrong(one.initializer)
    })
  )
}

/** `request.setHeader('Content-Length', 0)` of node:https. */
const setsLength = (trace: Trace, { library, call }: Site['sink'], look: Look): boolean =>
  library === 'https' &&
  compiler.isCallExpression(call) &&
  requestCalls(trace, call).some(({ method, node }) => {
    const [name, value] = node.arguments
    const isNamed = name !== undefined && compiler.isStringLiteralLike(name) && isLength(name.text)
    return method === 'setHeader' && isNamed && value !== undefined && look.isWrong(value)
  })

const isLength = (name: string | undefined): boolean => /^content-length$/i.test(name ?? '')

/** Whether a value is a number whatever is sent: `body ? Buffer.byteLength(body) : 0` is the new body's length. */
const isNumber = (trace: Trace, value: ts.Expression): boolean =>
  /^['"`]?\d+['"`]?$/.test(saidBehind(trace, value).getText())
