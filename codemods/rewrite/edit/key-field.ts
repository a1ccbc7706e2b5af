import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { constructorOf } from '../../sites/program/held/member.ts'
import { declarationOf } from '../../sites/program/names/symbol.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { isTypeScript } from '../../sites/program/syntax/is-typescript.ts'
import {
  bare,
  functionsAround,
  isConst,
  isInside,
  isOperation,
  walk,
} from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { styleOf } from '../mapper/helpers/style.ts'
import type { Borrowed } from './borrow.ts'
import { type Edit, insertAfter, insertBefore } from './edit.ts'
import { thisOwner } from './this-owner.ts'
import { visibleAt } from './visible.ts'

/** An expression for something, and what has to be added to the program so that it can be said. */
export interface Said {
  readonly text: string
  readonly edits: readonly Edit[]
  readonly borrows?: readonly Borrowed[]
}

/**
 * A name of a constructor (`constructor(apiKey) { this.client = new GraphQLClient(…apiKey…) }`) as the methods of its
 * class can say it: the field that holds it, which is added where there is none.
 */
export const fieldFor = (trace: Trace, node: ts.Expression, place: ts.Node): Said | undefined => {
  const name = bare(node)
  const said = saidIn(trace, name)
  const maker = functionsAround(node).find((one) => !compiler.isArrowFunction(one))
  if (!said || !maker) return undefined
  if (compiler.isMethodDeclaration(maker)) return fieldSetIn(maker, name, said, place)
  if (!compiler.isConstructorDeclaration(maker)) return undefined
  const { declaration } = said
  const owner = maker.parent
  if (constructorOf(owner) !== maker || !isInside(declaration, maker) || !hasThis(place, owner))
    return undefined
  if (isParameterProperty(declaration)) return { text: `this.${name.getText()}`, edits: [] }
  const field = heldIn(maker, name.getText())
  if (field) return { text: `this.${field}`, edits: [] }
  return added(trace, maker, name, said)
}

/** A method that makes the client when it is first asked for (`this.client = new GraphQLClient(…apiKey…)`). */
const fieldSetIn = (
  maker: ts.MethodDeclaration,
  name: ts.Expression,
  said: Named,
  place: ts.Node,
): Said | undefined => {
  const owner = maker.parent
  if (!compiler.isClassLike(owner) || !isInside(said.declaration, maker) || !hasThis(place, owner))
    return undefined
  let statement: ts.Node = name
  while (statement !== maker && !compiler.isStatement(statement)) statement = statement.parent
  if (!compiler.isExpressionStatement(statement) || !/^this\.\w+ = /.test(flatText(statement)))
    return undefined
  if (!compiler.isBlock(statement.parent) || owner.heritageClauses) return undefined
  return addedBefore(statement, owner, name, said, '?')
}

/** A name of the constructor, or a member of what it names (`env.apiKey`), with the type to declare for it. */
interface Named {
  readonly root: string
  readonly word: string
  readonly type: string
  readonly declaration: ts.Declaration
}

const saidIn = (trace: Trace, node: ts.Expression): Named | undefined => {
  if (compiler.isIdentifier(node)) {
    const declaration = declarationOf(trace, node)
    return declaration && { root: node.text, word: node.text, type: typeOf(declaration), declaration }
  }
  if (!compiler.isPropertyAccessExpression(node) || !compiler.isIdentifier(node.expression)) return undefined
  const declaration = declarationOf(trace, node.expression)
  const type = trace.checker.typeToString(trace.checker.getTypeAtLocation(node))
  const isPlain = /^string( \| undefined)?$/.test(type)
  return declaration && isPlain
    ? { root: node.expression.text, word: node.name.text, type, declaration }
    : undefined
}

/** Whether `this` at a place is an object of a class, which is made by then. */
const hasThis = (place: ts.Node, owner: ts.ClassLikeDeclaration): boolean => {
  const there = thisOwner(place)
  const maker = functionsAround(place).find((one) => !compiler.isArrowFunction(one))
  return there.owner === owner && !there.isStatic && !(maker && compiler.isConstructorDeclaration(maker))
}

const isParameterProperty = (node: ts.Declaration): boolean =>
  compiler.isParameter(node) && (compiler.getModifiers(node) ?? []).length > 0

/** The field that is set to a name, in every run of the constructor. */
const heldIn = ({ body }: ts.ConstructorDeclaration, text: string): string | undefined => {
  for (const statement of body?.statements ?? []) {
    const set = compiler.isExpressionStatement(statement) ? statement.expression : undefined
    const isOurs = set && isOperation(set, '=') && set.right.getText() === text
    if (!isOurs || !compiler.isPropertyAccessExpression(set.left)) continue
    if (set.left.expression.kind === compiler.SyntaxKind.ThisKeyword) return set.left.name.text
  }
  return undefined
}

const added = (
  trace: Trace,
  maker: ts.ConstructorDeclaration,
  name: ts.Expression,
  { root, word, type, declaration }: Named,
): Said | undefined => {
  const owner = maker.parent
  const statement = maker.body?.statements.find((one) => isInside(name, one))
  const isWritten = new RegExp(`\\b${root}\\s*(\\?\\?|\\|\\|)?=[^=>]`)
  // An object of a parent class is not there before super(…), and may have such a field.
  if (!statement || owner.heritageClauses) return undefined
  const isFixed = compiler.isVariableDeclaration(declaration) && isConst(declaration)
  if (!isFixed && isWritten.test(maker.body?.getText() ?? '')) return undefined
  if (compiler.isVariableStatement(statement) && isInside(declaration, statement)) return undefined
  if (!visibleAt(trace, name, statement.parent)) return undefined
  return addedBefore(statement, owner, name, { root, word, type, declaration }, '')
}

const addedBefore = (
  statement: ts.Statement,
  owner: ts.ClassLikeDeclaration,
  name: ts.Expression,
  { word, type }: Named,
  mark: '?' | '',
): Said | undefined => {
  const file = owner.getSourceFile()
  const field = owner.getText().includes(`this.${word}`) || hasMember(owner, word) ? undefined : word
  if (!field) return undefined
  const { semicolon, newline } = styleOf(file)
  const held = insertBefore(
    statement,
    `this.${field} = ${name.getText()}${semicolon}${newline}${indentOf(statement)}`,
  )
  if (!isTypeScript(file)) return { text: `this.${field}`, edits: [held] }
  const declared = `private ${mark ? '' : 'readonly '}${field}${mark}: ${type}${semicolon}`
  const last = owner.members.filter(isPlainField).at(-1)
  const [first] = owner.members
  if (!first) return undefined
  const room = `${newline}${indentOf(first)}`
  const edit = last ? insertAfter(last, room + declared) : insertBefore(first, declared + room + room)
  return { text: `this.${field}`, edits: [edit, held] }
}

/** A field, and not `stop = async () => …`, which stands among the methods. */
const isPlainField = (one: ts.ClassElement): boolean =>
  compiler.isPropertyDeclaration(one) && !(one.initializer && compiler.isFunctionLike(bare(one.initializer)))

const hasMember = (owner: ts.ClassLikeDeclaration, name: string): boolean =>
  owner.members.some((one) => one.name?.getText() === name)

const typeOf = (declaration: ts.Declaration): string => {
  if (!compiler.isParameter(declaration)) return 'string'
  const type = declaration.type?.getText() ?? 'string'
  return declaration.questionToken ? `${type} | undefined` : type
}

const indentOf = (node: ts.Node): string => {
  const { text } = node.getSourceFile()
  const from = text.lastIndexOf('\n', node.getStart()) + 1
  return /^[ \t]*/.exec(text.slice(from, node.getStart()))?.[0] ?? ''
}

/** Whether an answer's members other than `data` are read where a call stands. */
export const readsOnlyData = (trace: Trace, top: ts.Expression): boolean => {
  let at: ts.Expression = top
  while (compiler.isAwaitExpression(at.parent) || compiler.isParenthesizedExpression(at.parent))
    at = at.parent
  const { parent } = at
  if (compiler.isPropertyAccessExpression(parent)) return parent.name.text === 'data'
  if (!compiler.isVariableDeclaration(parent)) return false
  if (compiler.isObjectBindingPattern(parent.name))
    return parent.name.elements.every((one) => (one.propertyName ?? one.name).getText() === 'data')
  const symbol = trace.checker.getSymbolAtLocation(parent.name)
  let isOnly = true
  walk(parent.getSourceFile(), (node) => {
    if (!compiler.isIdentifier(node) || node === parent.name || node.text !== parent.name.getText())
      return isOnly
    if (trace.checker.getSymbolAtLocation(node) !== symbol) return isOnly
    const use = node.parent
    if (!compiler.isPropertyAccessExpression(use) || use.name.text !== 'data') isOnly = false
    return isOnly
  })
  return isOnly
}
