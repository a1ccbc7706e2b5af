import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { bare, dressed, isOperation, nameOf, walk } from '../sites/program/syntax/nodes.ts'

/** `agent.get('https://…').intercept({ path: '/v1/pods', method: 'GET' })` of undici, for its path. */
export const interceptFor = (path: ts.Node): ts.CallExpression | undefined => {
  const member = path.parent
  if (!compiler.isPropertyAssignment(member) || nameOf(member.name) !== 'path') return undefined
  const call = dressed(member.parent).parent
  const isIts =
    compiler.isCallExpression(call) &&
    compiler.isPropertyAccessExpression(call.expression) &&
    call.expression.name.text === 'intercept' &&
    call.arguments[0] === dressed(member.parent)
  return isIts ? call : undefined
}

/** The origin that such a path is answered for. */
export const originFor = (path: ts.Node): ts.Expression | undefined => {
  const callee = interceptFor(path)?.expression
  const pool = callee && compiler.isPropertyAccessExpression(callee) ? bare(callee.expression) : undefined
  return pool && originOf(pool)
}

/** Whether a text is the origin that a MockAgent is asked for. */
export const isOrigin = (node: ts.Node): boolean => {
  const call = compiler.isExpression(node) ? dressed(node).parent : undefined
  return call !== undefined && compiler.isExpression(call) && originIn(call) === node
}

/** Whether an interceptor holds a request to what may have changed with its address: `{ path, method, body }`. */
export const waitsForMore = ({ arguments: [given] }: ts.CallExpression): boolean => {
  const literal = given && bare(given)
  return (
    literal !== undefined &&
    compiler.isObjectLiteralExpression(literal) &&
    literal.properties.some((one) => !/^(path|method|headers)$/.test(nameOf(one.name) ?? ''))
  )
}

/** Whether an object is in the body that an interceptor waits for: `intercept({ path, body: JSON.stringify({ … }) })`. */
export const isWaitedFor = (node: ts.Node): boolean => {
  for (let at = node; at.parent && !compiler.isStatement(at); at = at.parent) {
    const { parent } = at
    const isBody = compiler.isPropertyAssignment(parent) && nameOf(parent.name) === 'body'
    const call = isBody ? parent.parent.parent : undefined
    if (call && compiler.isCallExpression(call) && /\.intercept$/.test(call.expression.getText())) return true
  }
  return false
}

/** The method that an interceptor answers; undefined where that is not written out. */
export const methodAnswered = (path: ts.Node): string | undefined => {
  const { properties } = path.parent.parent as ts.ObjectLiteralExpression
  const said = properties.find((one) => nameOf(one.name) === 'method')
  if (!said) return properties.some(compiler.isSpreadAssignment) ? undefined : 'GET'
  const value = compiler.isPropertyAssignment(said) ? bare(said.initializer) : undefined
  return value && compiler.isStringLiteralLike(value) ? value.text.toUpperCase() : undefined
}

/** `agent.get(origin)`, or a name for it. */
const originOf = (pool: ts.Expression): ts.Expression | undefined => {
  if (!compiler.isIdentifier(pool)) return originIn(pool)
  const found = valuesOf(pool).map(originIn)
  const [first] = found
  return found.length === 1 ? first : undefined
}

const originIn = (given: ts.Expression): ts.Expression | undefined => {
  const call = bare(given)
  if (!compiler.isCallExpression(call) || !compiler.isPropertyAccessExpression(call.expression))
    return undefined
  const { expression: agent, name } = call.expression
  return name.text === 'get' && compiler.isIdentifier(agent) && isAgent(agent) ? call.arguments[0] : undefined
}

/** `new MockAgent()`, and what plays one for a worker of Cloudflare's. */
const isAgent = (agent: ts.Identifier): boolean =>
  valuesOf(agent).some((one) => compiler.isNewExpression(one) && one.expression.getText() === 'MockAgent') ||
  (agent.text === 'fetchMock' && /['"]cloudflare:test['"]/.test(agent.getSourceFile().text))

/** What a name is given in its file. */
const valuesOf = (name: ts.Identifier): ts.Expression[] => {
  const found: ts.Expression[] = []
  walk(name.getSourceFile(), (node) => {
    const isDeclared = compiler.isVariableDeclaration(node) && node.name.getText() === name.text
    if (isDeclared && node.initializer) found.push(bare(node.initializer))
    if (isOperation(node, '=') && node.left.getText() === name.text) found.push(bare(node.right))
    return undefined
  })
  return found
}
