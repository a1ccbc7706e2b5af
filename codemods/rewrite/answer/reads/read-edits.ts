import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Read } from '../../../sites/answers/uses/uses-walk.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { dressed } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { applyEdits, type Edit, insertAfter, insertAt, replace } from '../../edit/edit.ts'
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
    const moved = ofElement(read, read.node, to)
    return moved && [...moved, ...(said ?? [])]
  }
  // Only a path that is written in one piece can be replaced as one.
  const edits =
    read.within.length === read.path.length - 1 ? accessEdits(read.node, read.path.length, to) : undefined
  return edits && withoutDouble(read.node, edits)
}

/** `pod.imageName ?? pod.image` need not say twice what has one name now. */
const withoutDouble = (node: ts.Node, edits: readonly Edit[]): readonly Edit[] => {
  const outer = dressed(node as ts.Expression)
  const { parent } = outer
  if (!compiler.isBinaryExpression(parent) || !/^(\?\?|\|\|)$/.test(parent.operatorToken.getText()))
    return edits
  const from = node.getStart()
  const own = edits.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from }))
  const isLeft = parent.left === outer
  const other = isLeft ? parent.right : parent.left
  if (other.getText() !== applyEdits(node.getText(), own)) return edits
  const second = { ...replace(parent, ''), start: parent.left.getEnd() }
  return isLeft ? [...edits, second] : [second]
}

/** `{ imageName }` -> `{ image: imageName }`, `{ imageName: x }` -> `{ image: x }`. */
const ofElement = (
  { path }: Read,
  element: ts.BindingElement,
  { steps }: ReadPath,
): readonly Edit[] | undefined => {
  const [name, ...inner] = steps.map((step) => step.name)
  if (path.length !== 1 || name === undefined) return undefined
  if (inner.length > 0) return steps.some(({ open }) => open) ? undefined : deeper(element, [name, ...inner])
  if (!element.propertyName) return [insertAt(element.getSourceFile(), element.name.getStart(), `${name}: `)]
  if (!compiler.isIdentifier(element.propertyName)) return undefined
  // `{ imageName: image }` need not say it twice.
  if (compiler.isIdentifier(element.name) && element.name.text === name)
    return [{ ...replace(element.propertyName, ''), end: element.name.getStart() }]
  return [replace(element.propertyName, name)]
}

/** `{ workersMax }` -> `{ workers: { max: workersMax } }`. */
const deeper = (element: ts.BindingElement, names: readonly string[]): readonly Edit[] => {
  const isSame = compiler.isIdentifier(element.name) && element.name.text === names.at(-1)
  const before = names.slice(0, isSame ? -1 : undefined).join(': { ')
  const after = insertAfter(element, ' }'.repeat(names.length - 1))
  if (isSame && element.propertyName)
    return [{ ...replace(element.propertyName, `${before}: { `), end: element.name.getStart() }, after]
  return element.propertyName
    ? [replace(element.propertyName, before), after]
    : [insertAt(element.getSourceFile(), element.name.getStart(), `${before}: `), after]
}

/** Places that make nothing of the difference between null and undefined. */
const toleratesNull = (read: Read['node']): boolean => {
  if (compiler.isBindingElement(read)) return false
  const outer = dressed(read)
  const { parent } = outer
  if (isAccess(parent)) return parent.questionDotToken !== undefined
  if (compiler.isPrefixUnaryExpression(parent) || compiler.isIfStatement(parent)) return true
  if (compiler.isConditionalExpression(parent)) return parent.condition === outer
  if (!compiler.isBinaryExpression(parent) || parent.left !== outer) return false
  const operator = parent.operatorToken.getText()
  return /^(\?\?|\|\|)$/.test(operator) || (/^[!=]=$/.test(operator) && parent.right.getText() === 'null')
}
