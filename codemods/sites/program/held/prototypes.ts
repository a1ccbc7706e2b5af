import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { setsAnew } from '../set/assigned.ts'
import { bare, functionsAround, nameOf, nodesIn } from '../syntax/nodes.ts'

/** A function that is called with `new`, and whose methods stand on its prototype. */
export type PrototypeClass = ts.FunctionDeclaration | ts.FunctionExpression

/** `Client.prototype.list = value`, or all of `Client.prototype = {…}`, which has no name of its own. */
interface Placed {
  readonly name?: string | undefined
  readonly value: ts.Expression
}

/** What a file puts on prototypes, by the function's name. Files never change while a run lasts. */
const placedIn = once((file: ts.SourceFile): ReadonlyMap<string | undefined, readonly Placed[]> => {
  const sets = file.text.includes('.prototype')
    ? nodesIn(file, compiler.isBinaryExpression).filter(setsAnew)
    : []
  const placed = sets.map(({ left, right }) => ({ ...ownerNamed(left), value: right }))
  return groupBy(placed, ({ of }) => of)
})

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

/** A file's functions that serve as classes, by name; of two with the same name, the first. */
const classesIn = once((file: ts.SourceFile): ReadonlyMap<string, PrototypeClass> => {
  const classes = new Map<string, PrototypeClass>()
  if (placedIn(file).size > 0)
    for (const node of nodesIn(file, isPrototypeClass)) {
      const name = nameOfFunction(node) ?? ''
      if (!classes.has(name)) classes.set(name, node)
    }
  return classes
})

const functionNamed = (file: ts.SourceFile, name: string): PrototypeClass | undefined =>
  classesIn(file).get(name)
