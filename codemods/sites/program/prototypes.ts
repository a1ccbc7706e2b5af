import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, eachNode, functionsAround, nameOf } from './scope.ts'

/** A function that is called with `new`, and whose methods stand on its prototype. */
export type PrototypeClass = ts.FunctionDeclaration | ts.FunctionExpression

/** What a file puts on prototypes, by the function's name. Files never change while a run lasts. */
const indexes = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly Placed[]>>()

/** `Client.prototype.list = value`, or all of `Client.prototype = {…}`, which has no name of its own. */
interface Placed {
  readonly name: string | undefined
  readonly value: ts.Expression
}

const placedIn = (file: ts.SourceFile): ReadonlyMap<string, readonly Placed[]> => {
  const known = indexes.get(file)
  if (known) return known
  const found = new Map<string, Placed[]>()
  const add = (owner: string, placed: Placed): void =>
    void found.set(owner, [...(found.get(owner) ?? []), placed])
  if (file.text.includes('.prototype'))
    eachNode(file, (node) => {
      if (!compiler.isBinaryExpression(node) || node.operatorToken.kind !== compiler.SyntaxKind.EqualsToken)
        return
      const owner = ownerNamed(node.left)
      if (owner) add(owner.of, { name: owner.name, value: node.right })
    })
  indexes.set(file, found)
  return found
}

/** The function and the method that `Client.prototype.list` names. */
const ownerNamed = (left: ts.Expression): { of: string; name: string | undefined } | undefined => {
  if (!compiler.isPropertyAccessExpression(left)) return undefined
  const { expression, name } = left
  if (name.text === 'prototype' && compiler.isIdentifier(expression))
    return { of: expression.text, name: undefined }
  const inner = ownerNamed(expression)
  return inner && inner.name === undefined ? { of: inner.of, name: name.text } : undefined
}

const nameOfFunction = (node: ts.Node): string | undefined => {
  if (compiler.isFunctionDeclaration(node)) return node.name?.text
  const owner = node.parent
  return compiler.isFunctionExpression(node) && compiler.isVariableDeclaration(owner)
    ? nameOf(owner.name)
    : undefined
}

/** Whether a function serves as a class. */
export const isPrototypeClass = (node: ts.Node): node is PrototypeClass => {
  const name = nameOfFunction(node)
  return name !== undefined && placedIn(node.getSourceFile()).has(name)
}

/** The values that such a class has for a method, the last word first. */
export const prototypeValues = (owner: PrototypeClass, name: string): ts.Expression[] => {
  const placed = placedIn(owner.getSourceFile()).get(nameOfFunction(owner) ?? '') ?? []
  return placed.flatMap((one) => {
    if (one.name === name) return [one.value]
    const literal = bare(one.value)
    if (one.name !== undefined || !compiler.isObjectLiteralExpression(literal)) return []
    return literal.properties.flatMap((property) =>
      compiler.isPropertyAssignment(property) && nameOf(property.name) === name ? [property.initializer] : [],
    )
  })
}

/** The class whose method, or whose own body, a node stands in. */
export const prototypeAround = (node: ts.Node): PrototypeClass | undefined => {
  const callee = functionsAround(node).find((one) => !compiler.isArrowFunction(one))
  if (!callee) return undefined
  if (isPrototypeClass(callee)) return callee
  const set = compiler.isPropertyAssignment(callee.parent) ? callee.parent.parent.parent : callee.parent
  const owner = compiler.isBinaryExpression(set) ? ownerNamed(set.left) : undefined
  return owner && functionNamed(node.getSourceFile(), owner.of)
}

const functionNamed = (file: ts.SourceFile, name: string): PrototypeClass | undefined => {
  let found: PrototypeClass | undefined
  eachNode(file, (node) => {
    if (!found && isPrototypeClass(node) && nameOfFunction(node) === name) found = node
  })
  return found
}
