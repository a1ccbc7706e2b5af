import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isRejection } from '../../../sites/answers/uses/within.ts'
import { bare, eachNode, isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { memberSaid } from '../../answer/reads/said-name.ts'

/** What is special about the errors that a function throws, in a reader's words: the moved call throws an Error. */
export const thrownBy = (trace: Trace, callee: ts.Node): string[] => {
  const found: string[] = []
  eachNode(callee, (node) => {
    const thrown = thrownAt(trace, node)
    if (thrown) found.push(...ofThrown(trace, callee, bare(thrown)))
  })
  return found
}

/** What is thrown, or rejected with. */
const thrownAt = (trace: Trace, node: ts.Node): ts.Expression | undefined => {
  if (compiler.isThrowStatement(node)) return node.expression
  return isRejection(trace, node) ? node.arguments[0] : undefined
}

const ofThrown = (trace: Trace, callee: ts.Node, thrown: ts.Expression): string[] => {
  if (isList(trace, thrown))
    return [`the list of errors, which it threw as it is (the moved call throws an Error)`]
  if (isMade(thrown)) return ofMade(trace, thrown)
  if (compiler.isIdentifier(thrown)) return ofName(trace, callee, thrown)
  if (compiler.isObjectLiteralExpression(thrown)) return ['objects of its own, which it threw']
  if (!compiler.isCallExpression(thrown)) return []
  const [made, ...more] = thrown.arguments
  if (thrown.expression.getText() !== 'Object.assign' || !made)
    return [`${thrown.expression.getText()}, which made the errors it threw`]
  return [...ofThrown(trace, callee, bare(made)), ...more.flatMap((one) => ofMembers(namesIn(bare(one))))]
}

/** `json.errors`, also taken out of the answer by its name; what is caught by that name was thrown elsewhere. */
const isList = (trace: Trace, thrown: ts.Expression): boolean => memberSaid(trace, thrown) === 'errors'

const ERROR = /^(Type|Range|Syntax)?Error$/

/** `new ApiError(…)`, and what is an error without new: `throw Error(…)`. */
const isMade = (thrown: ts.Expression): thrown is ts.NewExpression | ts.CallExpression =>
  compiler.isNewExpression(thrown) ||
  (compiler.isCallExpression(thrown) && ERROR.test(thrown.expression.getText()))

/** `new ApiError(…)`, and a function of the program's own that says what an error says: `new Error(explain(error))`. */
const ofMade = (trace: Trace, thrown: ts.NewExpression | ts.CallExpression): string[] => {
  const name = thrown.expression.getText()
  if (!ERROR.test(name)) return [`${name}, which it threw (the moved call throws an Error)`]
  const [given] = thrown.arguments ?? []
  const said = given && bare(given)
  const isOwn = said && compiler.isCallExpression(said) && compiler.isIdentifier(said.expression)
  return isOwn && trace.targets(said, undefined).length > 0
    ? [`${said.expression.getText()}, which worded the errors it threw`]
    : []
}

/** `const error = new Error(…); error.errors = errors; throw error`; what is caught and thrown again was made elsewhere. */
const ofName = (trace: Trace, callee: ts.Node, name: ts.Identifier): string[] => {
  const declared = trace.checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!declared || !compiler.isVariableDeclaration(declared) || !declared.initializer) return []
  const made = bare(declared.initializer)
  const set = new Set<string>()
  eachNode(callee, (node) => {
    const isSet =
      isOperation(node, '=') &&
      compiler.isPropertyAccessExpression(node.left) &&
      bare(node.left.expression).getText() === name.text
    if (isSet) set.add((node.left as ts.PropertyAccessExpression).name.text)
  })
  return [...(compiler.isNewExpression(made) ? ofThrown(trace, callee, made) : []), ...ofMembers([...set])]
}

const namesIn = (node: ts.Expression): string[] =>
  compiler.isObjectLiteralExpression(node)
    ? node.properties.flatMap((one) => nameOf(one.name) ?? one.getText())
    : [node.getText()]

const ofMembers = (names: readonly string[]): string[] =>
  names.length > 0 ? [`what it set on the errors it threw (${names.join(', ')})`] : []
