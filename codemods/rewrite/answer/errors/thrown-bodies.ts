import type { ts } from 'ts-morph'
import { kept } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import {
  bare,
  functionAround,
  isInside,
  isOperation,
  nameOf,
  someNode,
  walk,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Attached, attachedAt, MESSAGE } from './attached.ts'
import { isErrorName, type Test } from './error-bodies.ts'
import { memberBehind } from './member-behind.ts'
import { isMemberRead, type MemberRead, nameRead } from './member-read.ts'
import { isAsking } from './problem-words.ts'
import { textOf, wordOfKey } from './word-of-key.ts'

/** A read of what an error says; of one that is not sure to be of this error, nothing but that is known. */
export interface KeptRead {
  readonly node: MemberRead | ts.BindingElement | ts.BinaryExpression
  readonly isSure: boolean
}

/** A constructor's parameter, or what is taken out of one, that is handed the body of a failed answer. */
export interface Keeping {
  readonly callee: ts.SignatureDeclaration
  readonly slot: ts.ParameterDeclaration | ts.BindingElement
  /** Whether an expression is that body. */
  readonly holds: Test
}

const known = new WeakMap<Keeping['slot'], readonly KeptRead[]>()

/**
 * Reads of what an error says in a member of the project's own error that keeps the body it was made with:
 * `error.body.message` of `constructor(readonly body: …)`, and `this.body.message` in its class.
 */
export const readsOfKept = (trace: Trace, keeping: Keeping): readonly KeptRead[] =>
  kept(known, keeping.slot, () => readsIn(trace, keptIn(keeping), keeping.callee.parent))

/** A call that is handed the body which an error of the project keeps: `describe(error.body)`. */
export interface KeptHanding {
  readonly call: ts.CallExpression
  readonly index: number
  readonly isSure: boolean
}

const handed = new WeakMap<Keeping['slot'], readonly KeptHanding[]>()

/** The calls that are handed what an error keeps of a parameter of its constructor. */
export const handingsOfKept = (trace: Trace, keeping: Keeping): readonly KeptHanding[] =>
  kept(handed, keeping.slot, () => handingsIn(trace, keptIn(keeping), keeping.callee.parent))

const attached = new WeakMap<ts.Expression, readonly KeptRead[]>()

/** The same of an error that the body is put into where it is thrown: for sure where nothing else of the program does so under that name. */
export const readsOfAttached = (trace: Trace, { name, value, error }: Attached): readonly KeptRead[] =>
  kept(attached, value, () => {
    const made = error && trace.checker.getTypeAtLocation(error).symbol?.valueDeclaration
    const own = made && compiler.isClassLike(made) ? made : undefined
    const maker = functionAround(value) ?? value.getSourceFile()
    const isAnother = (node: ts.Node): boolean =>
      !isInside(node, maker) && attachedAt(trace, node).some((other) => other.name === name)
    const isOnly = !trace.files.some((file) => someNode(file, isAnother))
    return readsIn(trace, [name], maker, own).map((one) => ({ ...one, isSure: one.isSure && isOnly }))
  })

const readsIn = (
  trace: Trace,
  names: readonly string[],
  maker: ts.Node,
  own?: ts.Declaration,
): KeptRead[] => {
  const found: KeptRead[] = []
  for (const file of names.length > 0 ? trace.files : [])
    walk(file, (node) => {
      const owner = ownerOf(trace, node)
      if (!owner) return undefined
      const name = memberName(owner)
      const made = name === undefined || !names.includes(name) ? undefined : isMade(trace, owner, maker, own)
      const isRead = compiler.isBindingElement(node) || isMemberRead(node)
      if (made) found.push({ node: node as KeptRead['node'], isSure: isRead && made === 'sure' })
      return undefined
    })
  return found
}

const handingsIn = (trace: Trace, names: readonly string[], maker: ts.Node): KeptHanding[] => {
  const found: KeptHanding[] = []
  for (const file of names.length > 0 ? trace.files : [])
    walk(file, (call) => {
      if (!compiler.isCallExpression(call)) return undefined
      for (const [index, given] of call.arguments.entries()) {
        const owner = heldBehind(trace, given)
        const name = owner && memberName(owner)
        const made =
          name === undefined || !names.includes(name) ? undefined : isMade(trace, owner as Held, maker)
        if (made) found.push({ call, index, isSure: made === 'sure' })
      }
      return undefined
    })
  return found
}

type Held = MemberRead | ts.BindingElement

const memberName = (owner: Held): string | undefined =>
  compiler.isBindingElement(owner)
    ? nameOf(owner.propertyName ?? (owner.name as ts.BindingName))
    : nameRead(owner)

/** `error.body`, by a name of its own, too, or what is taken out of an error. */
const heldBehind = (trace: Trace, given: ts.Expression): Held | undefined => {
  const name = bare(given)
  const declared = compiler.isIdentifier(name)
    ? trace.checker.getSymbolAtLocation(name)?.valueDeclaration
    : undefined
  return declared && compiler.isBindingElement(declared) ? declared : memberBehind(trace, name)
}

/** What an error's word is read or taken of: a member, by a name of its own, too, or what is taken out of an error. */
const ownerOf = (trace: Trace, node: ts.Node): Held | undefined => {
  if (compiler.isBindingElement(node)) {
    const outer = node.parent.parent
    if (!isErrorName(nameOf(node.propertyName ?? (node.name as ts.BindingName)))) return undefined
    if (compiler.isBindingElement(outer)) return outer
    const value = compiler.isVariableDeclaration(outer) ? outer.initializer : undefined
    return value && memberBehind(trace, value)
  }
  if (isAsking(node)) return isErrorName(textOf(node.left)) ? memberBehind(trace, node.right) : undefined
  const isByKey =
    compiler.isElementAccessExpression(node) && !compiler.isStringLiteralLike(node.argumentExpression)
  if (isByKey) {
    const word = wordOfKey(trace, bare(node.argumentExpression))
    return isErrorName(word) ? memberBehind(trace, node.expression) : undefined
  }
  if (!isMemberRead(node) || !isErrorName(nameRead(node))) return undefined
  return heldBehind(trace, node.expression)
}

/** The members that a constructor keeps a body in. */
const keptIn = ({ callee, slot, holds }: Keeping): string[] => {
  if (!compiler.isConstructorDeclaration(callee)) return []
  const name = slot.name.getText()
  const isMember = compiler.isParameter(slot) && compiler.isParameterPropertyDeclaration(slot, callee)
  const found = isMember && holds(slot.name as ts.Identifier) ? [name] : []
  walk(callee, (node) => {
    const isKept =
      isOperation(node, '=') &&
      compiler.isPropertyAccessExpression(node.left) &&
      node.left.expression.kind === compiler.SyntaxKind.ThisKeyword &&
      holds(node.right)
    if (isKept) found.push((node.left as ts.PropertyAccessExpression).name.text)
    if (isMessage(callee, node, holds)) found.push(MESSAGE)
    return undefined
  })
  return found
}

/** `super(body)`, where that is an error's. */
const isMessage = ({ parent }: ts.ConstructorDeclaration, node: ts.Node, holds: Test): boolean => {
  if (!compiler.isCallExpression(node) || node.expression.kind !== compiler.SyntaxKind.SuperKeyword)
    return false
  const [first] = node.arguments
  return (
    first !== undefined &&
    holds(first) &&
    /Error$/.test(parent.heritageClauses?.[0]?.types[0]?.getText() ?? '')
  )
}

/**
 * Whether a member is one of what a class makes: of `this` within it, or of a value of its type; or may be, of what was caught.
 * @param own the class of an error that is given the member by who makes it
 */
const isMade = (
  trace: Trace,
  read: Held,
  maker: ts.Node,
  own?: ts.Declaration,
): 'sure' | 'perhaps' | undefined => {
  const { checker } = trace
  if (compiler.isBindingElement(read)) return isTakenOfCaught(trace, read) ? 'perhaps' : undefined
  const object = bare(read.expression)
  const makers = own ? [maker, own] : [maker]
  if (object.kind === compiler.SyntaxKind.ThisKeyword)
    return makers.some((one) => isInside(object, one)) ? 'sure' : undefined
  const declared = checker.getTypeAtLocation(object).symbol?.valueDeclaration
  if (declared && makers.includes(declared)) return 'sure'
  const isOfAnother = declared !== undefined && compiler.isClassLike(declared)
  if (isOfAnother || !isCaught(trace, object)) return undefined
  return onlyKeeps(trace, nameRead(read), maker) ? 'sure' : 'perhaps'
}

/** `catch(({ body }) => …)`, `const { body } = error`. */
const isTakenOfCaught = (trace: Trace, { parent: { parent: holder } }: ts.BindingElement): boolean => {
  if (compiler.isParameter(holder)) return isHandler(holder)
  if (!compiler.isVariableDeclaration(holder)) return false
  return holder.initializer
    ? isCaught(trace, bare(holder.initializer))
    : compiler.isCatchClause(holder.parent)
}

/** Whether no other class of the program keeps something under a name. */
const onlyKeeps = ({ files }: Trace, name: string, maker: ts.Node): boolean =>
  !files.some((file) =>
    someNode(file, (node) => {
      const isSet = isOperation(node, '=') && node.left.getText() === `this.${name}`
      const isSaid = compiler.isParameter(node) || compiler.isPropertyDeclaration(node)
      const isMember = isSaid && node.name.getText() === name && isOfClass(node)
      return (isSet || isMember) && !isInside(node, maker)
    }),
  )

/** Whether something is a class's own: `readonly name: …` of its constructor, too. */
const isOfClass = (node: ts.ParameterDeclaration | ts.PropertyDeclaration): boolean =>
  compiler.isPropertyDeclaration(node) || compiler.isParameterPropertyDeclaration(node, node.parent)

/** Whether a value is what a `catch` has caught, here or in a function that hands it on. */
const isCaught = (trace: Trace, object: ts.Expression, level = 0): boolean => {
  const declared = compiler.isIdentifier(object)
    ? trace.checker.getSymbolAtLocation(object)?.valueDeclaration
    : undefined
  if (!declared) return false
  if (compiler.isVariableDeclaration(declared))
    return (
      compiler.isCatchClause(declared.parent) ||
      (declared.initializer !== undefined && isCaught(trace, bare(declared.initializer), level))
    )
  return compiler.isParameter(declared) && (isHandler(declared) || isHandedCaught(trace, declared, level))
}

const isHandedCaught = (
  trace: Trace,
  { parent: callee, name }: ts.ParameterDeclaration,
  level: number,
): boolean => {
  const index = callee.parameters.findIndex((one) => one.name === name)
  return (
    level < MOST_LEVELS &&
    trace.callers(callee).some(({ arguments: given }) => {
      const one = given?.[index]
      return one !== undefined && isCaught(trace, bare(one), level + 1)
    })
  )
}

const MOST_LEVELS = 3

/** What a function that is given to `catch` takes. */
const isHandler = ({ parent: { parent: call } }: ts.ParameterDeclaration): boolean =>
  compiler.isCallExpression(call) &&
  compiler.isPropertyAccessExpression(call.expression) &&
  call.expression.name.text === 'catch'
