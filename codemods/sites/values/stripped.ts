import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { functionGiven } from '../program/names/given-function.ts'
import { isEmptyObject, leftOf } from '../program/syntax/entries.ts'
import { isNot } from '../program/syntax/logic.ts'
import { bare, isFunctionValue, isNothing } from '../program/syntax/nodes.ts'

type Checked = Parameters<typeof functionGiven>[0]

/** A body before members were left out of it. */
export interface Stripped {
  readonly body: ts.Expression
  /** Set where those that are null are left out as well, which JSON says. */
  readonly isOfNull: boolean
}

/**
 * `strip(body)` -> body, where members that are undefined, and perhaps null, are left out of it and no others: JSON says none
 * that are undefined either. In place, by a function of the program, or by lodash.
 */
export const stripped = (trace: Checked, node: ts.Node): Stripped | undefined => {
  if (!compiler.isCallExpression(node)) return undefined
  const [first, ...others] = node.arguments
  const strip = first && others.length === 0 ? functionGiven(trace, node.expression) : undefined
  const body = rebuilt(node) ?? picked(node) ?? (strip && isStrip(strip) ? first : undefined)
  return body && { body, isOfNull: TAKES_NULL.test((strip ?? node).getText()) }
}

const TAKES_NULL = /\bnull\b|[^!=][!=]=[^=]|\bisNil\b/

/** Whether no member of a body is null, as far as its type says all of them. */
export const holdsNoNull = ({ checker }: Checked, body: ts.Expression): boolean => {
  const type = checker.getTypeAtLocation(body)
  const members = type.getProperties().map((one) => checker.getTypeOfSymbolAtLocation(one, body))
  return members.length > 0 && members.every((one) => (one.isUnion() ? one.types : [one]).every(isNoNull))
}

const isNoNull = ({ flags }: ts.Type): boolean => {
  const { Any, Unknown, Null } = compiler.TypeFlags
  return !(flags & (Any | Unknown | Null))
}

/** `Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))` */
const rebuilt = (node: ts.CallExpression): ts.Expression | undefined => {
  const made = argumentOf(node, /^Object\.fromEntries$/)
  if (!made || !compiler.isCallExpression(made) || !compiler.isPropertyAccessExpression(made.expression))
    return undefined
  const [isKept] = made.arguments
  if (made.expression.name.text !== 'filter' || !isKept || !isFunctionValue(isKept)) return undefined
  const value = valueIn(isKept)
  return value && isSaid(onlyReturned(isKept), value)
    ? argumentOf(made.expression.expression, /^Object\.entries$/)
    : undefined
}

/** `omitBy(body, isUndefined)`, `pickBy(body, (value) => value !== undefined)` of lodash. */
const picked = (node: ts.CallExpression): ts.Expression | undefined => {
  const [body, by, ...others] = node.arguments
  if (!body || !by || others.length > 0) return undefined
  const name = /^(?:(?:_|lodash)\.)?(omitBy|pickBy)$/.exec(node.expression.getText())?.[1]
  if (name === 'omitBy' && /^((_|lodash)\.)?is(Undefined|Nil)$/.test(by.getText())) return body
  if (!name || !isFunctionValue(by)) return undefined
  const [value] = by.parameters
  const test = onlyReturned(by)
  if (!value || !test) return undefined
  return (name === 'pickBy' ? isSaid : isUnsaid)(test, value.name.getText()) ? body : undefined
}

/** A function that gives its argument back without what is undefined in it. */
const isStrip = (strip: ts.SignatureDeclaration): boolean => {
  const [parameter] = strip.parameters
  const { body } = strip as ts.FunctionLikeDeclaration
  if (!body || !parameter || strip.parameters.length !== 1 || !compiler.isIdentifier(parameter.name))
    return false
  const name = parameter.name.text
  const isOurs = (node: ts.Expression | undefined): boolean => node !== undefined && isCalled(node, name)
  if (!compiler.isBlock(body)) return isOurs(rebuiltIn(body))
  const statements = body.statements.filter((one) => !isGuard(one, name))
  const last = statements.at(-1)
  const given = last && compiler.isReturnStatement(last) ? last.expression : undefined
  if (!given) return false
  if (statements.length === 1) return isOurs(rebuiltIn(given))
  const loop = statements.at(-2)
  const looped = loop && loopOf(loop)
  if (!looped || !isCalled(looped.object, name)) return false
  return statements.length === 2
    ? isCalled(given, name) && takesOut(looped, name)
    : fills(looped, statements, given)
}

const rebuiltIn = (given: ts.Expression): ts.Expression | undefined => {
  const node = bare(given)
  return compiler.isCallExpression(node) ? (rebuilt(node) ?? picked(node)) : undefined
}

/** `if (!body) return body`, which what is sent never gets to: what is nothing has no members. */
const isGuard = (statement: ts.Statement, name: string): boolean =>
  compiler.isIfStatement(statement) &&
  !statement.elseStatement &&
  isNot(statement.expression) &&
  isCalled(statement.expression.operand, name) &&
  compiler.isReturnStatement(onlyOf(statement.thenStatement) ?? statement)

/** A loop over the members of an object: what its value and its key are called, and what it does. */
interface Loop {
  readonly object: ts.Expression
  readonly asked: 'entries' | 'keys'
  readonly names: readonly string[]
  readonly body: ts.Node
}

const loopOf = (statement: ts.Statement): Loop | undefined => {
  if (compiler.isForOfStatement(statement) || compiler.isForInStatement(statement)) {
    const { initializer: list, expression, statement: body } = statement
    const name = compiler.isVariableDeclarationList(list) ? list.declarations[0]?.name : undefined
    if (compiler.isForOfStatement(statement)) return loopOver(expression, name, body)
    return name && { object: expression, asked: 'keys', names: [name.getText()], body }
  }
  const call = compiler.isExpressionStatement(statement) ? bare(statement.expression) : undefined
  if (!call || !compiler.isCallExpression(call) || !compiler.isPropertyAccessExpression(call.expression))
    return undefined
  const [each] = call.arguments
  if (call.expression.name.text !== 'forEach' || !each || !isFunctionValue(each)) return undefined
  return loopOver(call.expression.expression, each.parameters[0]?.name, each.body)
}

const loopOver = (list: ts.Expression, name: ts.BindingName | undefined, body: ts.Node): Loop | undefined => {
  const call = bare(list)
  const asked = compiler.isCallExpression(call)
    ? /^Object\.(entries|keys)$/.exec(call.expression.getText())?.[1]
    : undefined
  const [object] = asked ? (call as ts.CallExpression).arguments : []
  if (!object || !name) return undefined
  const names = compiler.isArrayBindingPattern(name)
    ? name.elements.map((one) => one.getText())
    : [name.getText()]
  return { object: leftOf(object), asked: asked as Loop['asked'], names, body }
}

/** `const kept = {}; for (const [key, value] of …) if (value !== undefined) kept[key] = value; return kept` */
const fills = (
  { object, asked, names: [key, own], body }: Loop,
  statements: readonly ts.Statement[],
  given: ts.Expression,
): boolean => {
  const [made] = statements
  const value = asked === 'keys' ? `${object.getText()}[${key}]` : own
  if (statements.length !== 3 || !value || !made || !compiler.isVariableStatement(made)) return false
  const [kept, ...others] = made.declarationList.declarations
  if (!kept?.initializer || others.length > 0 || !isEmptyObject(kept.initializer)) return false
  const done = doneWhere(body, isSaid, isUnsaid, value)
  const name = kept.name.getText()
  return isCalled(given, name) && done?.getText() === `${name}[${key}] = ${value}`
}

/** `for (const key of Object.keys(body)) if (body[key] === undefined) delete body[key]` */
const takesOut = ({ asked, names: [key], body }: Loop, name: string): boolean => {
  const member = `${name}[${key}]`
  return asked === 'keys' && doneWhere(body, isUnsaid, isSaid, member)?.getText() === `delete ${member}`
}

type Asks = (test: ts.Expression | undefined, value: string) => boolean

/** The only thing that a loop does, where that hangs on a value: `if (asks) …`, or `if (its opposite) continue; …`. */
const doneWhere = (body: ts.Node, asks: Asks, opposite: Asks, value: string): ts.Expression | undefined => {
  const statements = compiler.isBlock(body) ? [...body.statements] : [body]
  const [first, second, ...others] = statements
  if (!first || others.length > 0 || !compiler.isIfStatement(first) || first.elseStatement) return undefined
  const inner = onlyOf(first.thenStatement)
  const isOver =
    inner && (compiler.isContinueStatement(inner) || (compiler.isReturnStatement(inner) && !inner.expression))
  const done = second && isOver && opposite(first.expression, value) ? second : undefined
  const only = second ? done : asks(first.expression, value) ? inner : undefined
  return only && compiler.isExpressionStatement(only) ? bare(only.expression) : undefined
}

const onlyOf = (statement: ts.Statement): ts.Statement | undefined => {
  if (!compiler.isBlock(statement)) return statement
  return statement.statements.length === 1 ? statement.statements[0] : undefined
}

/** `value !== undefined`, `typeof value !== 'undefined'`, `value != null` */
const isSaid: Asks = (test, value) => asksOf(test, value, '!')

/** `value === undefined`, `value === undefined || value === null` */
const isUnsaid: Asks = (test, value) => asksOf(test, value, '=')

const asksOf = (given: ts.Expression | undefined, value: string, sign: '!' | '='): boolean => {
  const node = given && bare(given)
  if (!node || !compiler.isBinaryExpression(node)) return false
  const said = node.operatorToken.getText()
  if (said === (sign === '!' ? '&&' : '||'))
    return asksOf(node.left, value, sign) && asksOf(node.right, value, sign)
  if (said !== `${sign}==` && said !== `${sign}=`) return false
  const [left, right] = [bare(node.left), bare(node.right)]
  if (left.getText() === value) return isNothing(right) || right.getText() === 'void 0'
  return (
    left.getText() === `typeof ${value}` && compiler.isStringLiteralLike(right) && right.text === 'undefined'
  )
}

/** What the value of an entry is called: `([, value]) => …`, `(entry) => entry[1] …`. */
const valueIn = ({ parameters: [entry] }: ts.SignatureDeclaration): string | undefined => {
  if (!entry || !compiler.isArrayBindingPattern(entry.name)) return entry && `${entry.name.getText()}[1]`
  return entry.name.elements[1]?.getText()
}

const onlyReturned = (callee: ts.SignatureDeclaration): ts.Expression | undefined => {
  const { body } = callee as ts.FunctionLikeDeclaration
  const only = body && compiler.isBlock(body) ? onlyOf(body) : undefined
  if (body && !compiler.isBlock(body)) return body
  return only && compiler.isReturnStatement(only) ? only.expression : undefined
}

/** The first argument of a call that goes by this name. */
const argumentOf = (given: ts.Expression, callee: RegExp): ts.Expression | undefined => {
  const node = bare(given)
  if (!compiler.isCallExpression(node) || !callee.test(node.expression.getText())) return undefined
  const [first] = node.arguments
  return first && leftOf(first)
}

const isCalled = (node: ts.Expression, name: string): boolean => bare(node).getText() === name
