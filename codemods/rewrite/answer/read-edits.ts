import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { dressed } from '../../sites/scope.ts'
import type { Trace } from '../../sites/trace.ts'
import type { Read } from '../../sites/uses.ts'
import { type Edit, insertAt, replace } from '../edit/edit.ts'
import { accessEdits } from './access-edits.ts'
import { editsOfConverted } from './converted-reads.ts'
import type { ReadPath } from './read-paths.ts'

/** The edits that make a read say v2's path; undefined where it cannot be said at its place. */
export const editsOfRead = (trace: Trace, read: Read, to: ReadPath): readonly Edit[] | undefined => {
  const names = to.steps.map(({ name }) => name)
  if (to.nullable && !toleratesNull(read.node)) return undefined
  const said = to.converted && editsOfConverted(trace, read, to, to.converted)
  if (to.converted && !(said && compiler.isBindingElement(read.node))) return said
  if (names.join('.') === read.path.join('.')) return said ?? []
  if (compiler.isBindingElement(read.node)) {
    const moved = ofElement(read, read.node, names)
    return moved && [...moved, ...(said ?? [])]
  }
  // Only a path that is written in one piece can be replaced as one.
  return read.within.length === read.path.length - 1
    ? accessEdits(read.node, read.path.length, to)
    : undefined
}

/** `{ imageName }` -> `{ image: imageName }`, `{ imageName: x }` -> `{ image: x }`. */
const ofElement = (
  { path }: Read,
  element: ts.BindingElement,
  names: readonly string[],
): readonly Edit[] | undefined => {
  const [name] = names
  if (path.length !== 1 || names.length !== 1 || name === undefined) return undefined
  if (!element.propertyName) return [insertAt(element.getSourceFile(), element.name.getStart(), `${name}: `)]
  if (!compiler.isIdentifier(element.propertyName)) return undefined
  // `{ imageName: image }` need not say it twice.
  if (compiler.isIdentifier(element.name) && element.name.text === name)
    return [{ ...replace(element.propertyName, ''), end: element.name.getStart() }]
  return [replace(element.propertyName, name)]
}

/** Places that make nothing of the difference between null and undefined. */
const toleratesNull = (read: Read['node']): boolean => {
  if (compiler.isBindingElement(read)) return false
  const outer = dressed(read)
  const { parent } = outer
  if (compiler.isPropertyAccessExpression(parent) || compiler.isElementAccessExpression(parent))
    return parent.questionDotToken !== undefined
  if (compiler.isPrefixUnaryExpression(parent) || compiler.isIfStatement(parent)) return true
  if (compiler.isConditionalExpression(parent)) return parent.condition === outer
  if (!compiler.isBinaryExpression(parent) || parent.left !== outer) return false
  const operator = parent.operatorToken.getText()
  return /^(\?\?|\|\|)$/.test(operator) || (/^[!=]=$/.test(operator) && parent.right.getText() === 'null')
}
