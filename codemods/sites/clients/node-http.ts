import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, eachNode, functionAround, isFunctionValue, nameOf } from '../program/scope.ts'
import type { Source, Trace } from '../program/source.ts'
import { expression, given, member, type Sink } from '../sink.ts'
import type { Asked, AskedMember } from './asked.ts'
import { collectedTexts } from './collected.ts'
import { urlTakenApart } from './taken-apart-url.ts'

const MODULES = /^(node:)?https?$|^follow-redirects$/

/** `import { request } from 'node:https'`. */
export const nodeHttpDirect = ({ trace, call }: Asked, { external }: Source): Sink | undefined =>
  external && MODULES.test(external.module) && /^(request|get)$/.test(external.name)
    ? sinkOf(trace, call, external.name)
    : undefined

/** `https.request(options, callback)`, `https.get(url, callback)`. */
export const nodeHttpMember = ({ trace, call, name, owner }: AskedMember): Sink | undefined => {
  const { external } = owner
  if (!external || !MODULES.test(external.module) || !/^(request|get)$/.test(name)) return undefined
  return /^(default|\*|https?)$/.test(external.name) ? sinkOf(trace, call, name) : undefined
}

const sinkOf = (trace: Trace, call: ts.CallExpression, name: string): Sink => {
  const given_ = call.arguments.filter((one) => !isFunctionValue(one))
  const [first, second] = given_
  const options = first && hasMembers(trace, first) ? first : second
  const host = options && trace.members(options, 'hostname', undefined).length > 0 ? 'hostname' : 'host'
  const whole = options && options === first ? urlTakenApart(trace, options) : undefined
  const path = !whole && options === first ? member(options, 'path') : undefined
  const texts = collectedTexts(trace, call)
  const written = writtenTo(trace, call)
  return {
    library: 'https',
    call,
    url: path ? (member(options, host) ?? expression(undefined)) : expression(whole ?? first),
    ...given('path', path),
    ...(options ? { options } : {}),
    method:
      name === 'get'
        ? { kind: 'fixed', method: 'GET' }
        : (member(options, 'method') ?? { kind: 'fixed', method: 'GET' }),
    ...given('body', written ? expression(written) : undefined),
    serializes: false,
    answer: 'unknown',
    ...(texts ? { texts } : { unseen: true }),
  }
}

const hasMembers = (trace: Trace, node: ts.Expression): boolean =>
  trace.sources(node, undefined).some(({ node: made }) => compiler.isObjectLiteralExpression(made))

/** The one thing written to the request: `req.write(body)` or `req.end(body)`. */
const writtenTo = (trace: Trace, call: ts.CallExpression): ts.Expression | undefined => {
  const owner = call.parent
  if (!compiler.isVariableDeclaration(owner) || !compiler.isIdentifier(owner.name)) return undefined
  const symbol = trace.checker.getSymbolAtLocation(owner.name)
  const found: ts.Expression[] = []
  eachNode(functionAround(call) ?? call.getSourceFile(), (node) => {
    if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression)) return
    const { name, expression: object } = node.expression
    const [first] = node.arguments
    const isOurs =
      compiler.isIdentifier(object) &&
      object.text === owner.name.getText() &&
      trace.checker.getSymbolAtLocation(object) === symbol
    if (first && isOurs && /^(write|end)$/.test(nameOf(name as ts.Identifier) ?? '')) found.push(bare(first))
  })
  return found.length === 1 ? found[0] : undefined
}
