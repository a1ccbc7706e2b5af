import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { bare, dressed, isOperation, nameOf } from '../../sites/program/syntax/nodes.ts'
import { interceptFor, methodAnswered } from '../mock-agent.ts'
import { type Given, givenBy } from './given-modules.ts'

/** What a test does with an address. */
export type Use =
  /** It holds a request that was made to it. */
  | {
      readonly kind: 'asserted'
      readonly init?: ts.Expression
      /** The expected call, which says nothing but it. */
      readonly alone?: ts.CallExpression
      /** What says that something was called with it. */
      readonly called?: ts.CallExpression
      readonly exact: boolean
      readonly method?: string
    }
  /** It tells requests apart by it. */
  | { readonly kind: 'compared'; readonly method?: string }
  /** It answers requests to it. */
  | { readonly kind: 'served'; readonly call: ts.CallExpression; readonly method?: string }
  /** It sets the variable of the environment that the code reads it from. */
  | { readonly kind: 'environment'; readonly name: string }
  /** It gives it a name. */
  | { readonly kind: 'named'; readonly name: ts.Identifier }
  /** It gives it to the code in the place of what a module says. */
  | Given
  /** It makes a longer text of it. */
  | { readonly kind: 'part' }
  /** It asks the program itself for it. */
  | { readonly kind: 'own' }
  | { readonly kind: 'unclear' }

const UNCLEAR: Use = { kind: 'unclear' }
const CALLED =
  /^(toHaveBeen|toBe)(Last|Nth)?Called(With|Once|OnceWith|ExactlyOnceWith)$|^toHaveBeenCalledExactlyOnceWith$|^(lastC|nthC|c)alledWith(Exactly)?$|^calledOnceWith(Exactly)?$/
const HELD =
  /^(toBe|toEqual|toStrictEqual|toContain|toContainEqual|toMatch|toMatchObject|stringContaining|stringMatching|objectContaining|arrayContaining|equal|equals|eql|deepEqual|strictEqual|deepStrictEqual|is|same|include|contain|string|match|ok)$/
const PARTIAL = /^(toMatchObject|objectContaining|toContain|stringContaining|include|contain)$/
const COMPARES = /^(includes|startsWith|endsWith|indexOf|search)$/
/** What fetch-mock is asked afterwards. */
const RECALLS = /^(called|calls|lastCall|lastUrl|lastOptions|lastResponse|done|removeRoute)$/
const SERVES = /^(?:on)?(get|post|put|patch|delete|head|options|any|all|mock|route|unroute|once)$/i
const SERVERS = /\b(nock|http|rest|msw|fetchMock|mock|scope|server|api|interceptor|page|context)\b/i

/** What is done with a text in a test. */
export const useOf = (given: ts.Expression): Use => {
  const node = dressed(given)
  const { parent } = node
  if (compiler.isCallExpression(parent) || compiler.isNewExpression(parent)) return inCall(node, parent)
  if (compiler.isTemplateSpan(parent)) return { kind: 'part' }
  if (compiler.isBinaryExpression(parent)) return inOperator(node, parent)
  if (compiler.isCaseClause(parent)) return { kind: 'compared' }
  if (compiler.isComputedPropertyName(parent)) return { kind: 'compared' }
  if (compiler.isPropertyAssignment(parent))
    return (parent.name as ts.Node) === (node as ts.Node) ? { kind: 'compared' } : inLiteral(parent)
  if (compiler.isArrayLiteralExpression(parent)) return inLiteral(node)
  if (compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name))
    return { kind: 'named', name: parent.name }
  return UNCLEAR
}

const calleeName = (call: ts.CallExpression | ts.NewExpression): string => {
  const callee = call.expression
  if (compiler.isPropertyAccessExpression(callee)) return callee.name.text
  return compiler.isIdentifier(callee) ? callee.text : ''
}

const inCall = (node: ts.Expression, call: ts.CallExpression | ts.NewExpression): Use => {
  const name = calleeName(call)
  const args: readonly ts.Expression[] = call.arguments ?? []
  const index = args.indexOf(node)
  if (compiler.isNewExpression(call)) return name === 'URL' && args.length === 1 ? useOf(call) : UNCLEAR
  if (index < 0) return UNCLEAR
  if (CALLED.test(name)) {
    const init = args[index + 1]
    const beside = init ? { init } : index === 0 ? { alone: call } : {}
    return { kind: 'asserted', exact: true, called: call, ...beside, ...methodSaid(call, init) }
  }
  if (HELD.test(name)) return asserted(name, call)
  if (COMPARES.test(name) && index === 0) return { kind: 'compared', ...methodBeside(call) }
  if (RECALLS.test(name) && index === 0 && SERVERS.test(call.expression.getText()))
    return { kind: 'compared' }
  if (name === 'stubEnv' && index === 1) return environment(args[0])
  if (asksProgram(call)) return { kind: 'own' }
  const intercepted = name === 'intercept' ? interceptedAt(call, index) : undefined
  if (intercepted) return intercepted
  const served = SERVES.exec(name)
  if (served && index === 0 && compiler.isPropertyAccessExpression(call.expression)) {
    if (!SERVERS.test(call.expression.expression.getText())) return UNCLEAR
    const method = (served[1] ?? '').toUpperCase()
    return { kind: 'served', call, ...(/^(GET|POST|PUT|PATCH|DELETE)$/.test(method) ? { method } : {}) }
  }
  return UNCLEAR
}

/** `request(app).post('/pods/a/stop')` of supertest, `app.inject('/pods')`, `app.request('/pods')`. */
export const asksProgram = ({ expression }: ts.CallExpression | ts.NewExpression): boolean =>
  /^(supertest|request|chai\.request|agent)\((?![)'"`])|^(app|server|fastify|router)\.(inject|request)$|^page\.goto$/.test(
    flatText(expression),
  )

/** `cy.intercept('GET', '…', …)`, `cy.intercept('…', …)`. */
const interceptedAt = (call: ts.CallExpression, index: number): Use | undefined => {
  const [first] = call.arguments
  if (flatText(call.expression) !== 'cy.intercept' || !first || index > 1) return undefined
  if (index === 0) return { kind: 'served', call }
  return compiler.isStringLiteralLike(first) && /^[A-Z]+$/.test(first.text)
    ? { kind: 'served', call, method: first.text }
    : undefined
}

/** The method that is asked for with it: `url.endsWith('/pods') && method === 'POST'`. */
const methodBeside = (compared: ts.Expression): { method?: string } => {
  let at = dressed(compared)
  while (isOperation(at.parent, '&&')) at = dressed(at.parent)
  const methods = conditionsOf(at).flatMap((one) => METHOD_IS.exec(one.getText())?.[1]?.toUpperCase() ?? [])
  const [method, ...others] = new Set(methods)
  return method && others.length === 0 ? { method } : {}
}

const conditionsOf = (given: ts.Expression): ts.Expression[] => {
  const node = bare(given)
  return isOperation(node, '&&') ? [...conditionsOf(node.left), ...conditionsOf(node.right)] : [node]
}

/** `init?.method === 'POST'` */
const METHOD_IS = /===?\s*["'`](GET|POST|PUT|PATCH|DELETE)["'`]$/i

/** The method of a call that is expected: `expect(axios.post).toHaveBeenCalledWith(…)`, or as its options say. */
const methodSaid = (call: ts.CallExpression, init: ts.Expression | undefined): { method?: string } => {
  const said = METHOD_OF.exec(flatText(call.expression))?.[1]
  if (said) return { method: said.toUpperCase() }
  const [part] = init && compiler.isCallExpression(init) ? init.arguments : []
  return init ? methodIn(part ?? init) : {}
}

/** `expect(api.post)`, where it is not a name alone. */
const METHOD_OF = /^expect\(\s*[\w.]+\.(get|post|put|patch|delete)\s*\)/

/** `expect.stringContaining('…')` stands where the text itself would. */
const asserted = (name: string, call: ts.CallExpression): Use => {
  if (/^(stringContaining|stringMatching)$/.test(name)) {
    const outer = useOf(call)
    return outer.kind === 'unclear' ? { kind: 'asserted', exact: false } : outer
  }
  return { kind: 'asserted', exact: !PARTIAL.test(name) }
}

const environment = (name: ts.Expression | undefined): Use =>
  name && compiler.isStringLiteralLike(name) ? { kind: 'environment', name: name.text } : UNCLEAR

const inOperator = (node: ts.Expression, parent: ts.BinaryExpression): Use => {
  const operator = parent.operatorToken.getText()
  if (/^[!=]==?$/.test(operator)) return { kind: 'compared', ...methodBeside(parent) }
  if (operator === '+') return { kind: 'part' }
  const { left } = parent
  if (operator !== '=' || parent.right !== node) return UNCLEAR
  if (compiler.isPropertyAccessExpression(left) && /(^|\.)env$/.test(left.expression.getText()))
    return { kind: 'environment', name: left.name.text }
  if (compiler.isElementAccessExpression(left) && /(^|\.)env$/.test(left.expression.getText()))
    return environment(left.argumentExpression)
  return UNCLEAR
}

/** A member of what is expected: `{ url: '…', method: 'POST' }`, `['…', { method: 'POST' }]`. */
const inLiteral = (given: ts.Node): Use => {
  const holder = given.parent
  const intercepted = compiler.isPropertyAssignment(given) ? interceptedBy(given.initializer) : undefined
  if (intercepted) return intercepted
  if (!compiler.isObjectLiteralExpression(holder) && !compiler.isArrayLiteralExpression(holder))
    return UNCLEAR
  const outer = outermostLiteral(holder)
  const call = dressed(outer).parent
  if (!compiler.isCallExpression(call) || !call.arguments.some((one) => one === dressed(outer)))
    return inSettings(given)
  const name = calleeName(call)
  if (!HELD.test(name) && !CALLED.test(name)) return inSettings(given)
  const exact = !PARTIAL.test(name)
  if (compiler.isObjectLiteralExpression(holder))
    return { kind: 'asserted', exact, init: holder, ...methodIn(holder) }
  const init = holder.elements[holder.elements.indexOf(given as ts.Expression) + 1]
  return { kind: 'asserted', exact, ...(init && !isText(init) ? { init, ...methodIn(bare(init)) } : {}) }
}

/** `agent.get('https://…').intercept({ path: '…', method: 'GET' })` */
const interceptedBy = (path: ts.Expression): Use | undefined => {
  const call = interceptFor(path)
  const method = call && methodAnswered(path)
  return call && { kind: 'served', call, ...(method === undefined ? {} : { method }) }
}

/** In a list of addresses, what comes next is another one. */
const isText = (node: ts.Expression): boolean =>
  compiler.isStringLiteralLike(node) || compiler.isTemplateExpression(node)

/** `{ API_URL: '…' }`: a variable, where its name is one. */
const inSettings = (given: ts.Node): Use => {
  const mocked = givenBy(given)
  if (mocked) return mocked
  const name = compiler.isPropertyAssignment(given) ? nameOf(given.name) : undefined
  const call = dressed(given.parent as ts.Expression).parent
  if (name === 'url' && compiler.isCallExpression(call) && asksProgram(call)) return { kind: 'own' }
  return name !== undefined && /^[A-Z][A-Z0-9_]+$/.test(name) ? { kind: 'environment', name } : UNCLEAR
}

const outermostLiteral = (node: ts.Expression): ts.Expression => {
  let at = dressed(node)
  for (;;) {
    const { parent } = at
    if (compiler.isArrayLiteralExpression(parent)) at = dressed(parent)
    else if (compiler.isPropertyAssignment(parent) && compiler.isObjectLiteralExpression(parent.parent))
      at = dressed(parent.parent)
    else if (compiler.isCallExpression(parent) && /^(object|array)Containing$/.test(calleeName(parent)))
      at = dressed(parent)
    else return at
  }
}

/** The method that an object of a request says. */
const methodIn = (node: ts.Expression): { method?: string } => {
  if (!compiler.isObjectLiteralExpression(node)) return {}
  for (const property of node.properties) {
    if (!compiler.isPropertyAssignment(property) || nameOf(property.name) !== 'method') continue
    if (compiler.isStringLiteralLike(property.initializer))
      return { method: property.initializer.text.toUpperCase() }
  }
  return {}
}
