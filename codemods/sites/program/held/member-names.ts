import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Call } from '../frames/source.ts'
import { isAssignment } from '../set/assigned.ts'
import { accessed } from '../syntax/access.ts'
import { eachNode, nameOf } from '../syntax/nodes.ts'

/** What every function has, what `export default` is called by, and what runs a function with the arguments behind it (Bottleneck's). */
const ALWAYS = ['apply', 'bind', 'call', 'default', 'schedule', 'withOptions']

/**
 * The names by which files say members of anything: of literals, classes, enums, and of the files themselves. A call of a
 * member by another name (`list.map`, `JSON.stringify`) runs no function of these files, and need not be followed.
 */
export const memberNames = (files: readonly ts.SourceFile[]): ReadonlySet<string> => {
  const found = new Set(ALWAYS)
  for (const file of files)
    eachNode(file, (node) => {
      const name = memberName(node)
      if (name !== undefined) found.add(name)
    })
  return found
}

/** Whether a call may run a function that has one of these names, as far as its own words tell. */
export const mayRun = ({ expression: callee }: Call, names: ReadonlySet<string>): boolean => {
  const name = accessed(callee)?.name
  return name === undefined || names.has(name)
}

const memberName = (node: ts.Node): string | undefined => {
  if (compiler.isBinaryExpression(node)) return isAssignment(node) ? keyOf(node.left) : undefined
  const name = isMember(node) || isTop(node) || compiler.isExportSpecifier(node) ? node.name : undefined
  return name && compiler.isPrivateIdentifier(name) ? name.text : nameOf(name)
}

/** `call` of `exports.call = …`, `this.call = …` and `Client.prototype.call = …`. */
const keyOf = (left: ts.Expression): string | undefined => accessed(left)?.name

const isMember = (
  node: ts.Node,
): node is ts.ObjectLiteralElementLike | ts.PropertyDeclaration | ts.EnumMember | ts.ParameterDeclaration =>
  compiler.isObjectLiteralElementLike(node) ||
  compiler.isPropertyDeclaration(node) ||
  compiler.isEnumMember(node) ||
  (compiler.isParameter(node) && node.modifiers !== undefined)

/** What a file or a namespace may give under its own name: `import * as http`, also of a pattern (`export const { call } = client`). */
const isTop = (
  node: ts.Node,
): node is ts.FunctionDeclaration | ts.ClassDeclaration | ts.VariableDeclaration | ts.BindingElement =>
  compiler.isFunctionDeclaration(node) ||
  compiler.isClassDeclaration(node) ||
  compiler.isBindingElement(node) ||
  (compiler.isVariableDeclaration(node) && isOfAll(node.parent.parent.parent))

const isOfAll = (node: ts.Node): boolean => compiler.isSourceFile(node) || compiler.isModuleBlock(node)
