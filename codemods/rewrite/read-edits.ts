import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { dressed } from '../sites/scope.ts'
import type { Read } from '../sites/uses.ts'
import { type Edit, insertAt, replace } from './edit.ts'
import type { ReadPath } from './read-paths.ts'

/** The edits that make a read say v2's path; undefined where it cannot be said at its place. */
export const editsOfRead = (read: Read, to: ReadPath): readonly Edit[] | undefined => {
  const names = to.steps.map(({ name }) => name)
  if (to.nullable && !toleratesNull(read.node)) return undefined
  if (names.join('.') === read.path.join('.')) return []
  if (compiler.isBindingElement(read.node)) return ofElement(read, read.node, names)
  // Only a path that is written in one piece can be replaced as one.
  return read.within.length === read.path.length - 1 ? ofAccess(read.node, read.path.length, to) : undefined
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

const ofAccess = (
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  length: number,
  { steps }: ReadPath,
): readonly Edit[] => {
  const chain = chainOf(node, length)
  const first = chain[0] as typeof node
  const base = first.expression
  const text = steps
    .map(({ name, open }, index) => {
      const isOptional = index === 0 ? first.questionDotToken !== undefined : open
      return `${isOptional ? '?.' : '.'}${name}`
    })
    .join('')
  // A chain that stays as it is up to its last name is edited in that name alone.
  const last = steps.at(-1)?.name
  if (steps.length === 1 && length === 1 && compiler.isPropertyAccessExpression(node))
    return [replace(node.name, last ?? '')]
  return [{ file: node.getSourceFile(), start: base.getEnd(), end: node.getEnd(), text }]
}

const chainOf = (
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  length: number,
): (ts.PropertyAccessExpression | ts.ElementAccessExpression)[] => {
  const found = [node]
  while (found.length < length) found.unshift((found[0] as typeof node).expression as typeof node)
  return found
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
