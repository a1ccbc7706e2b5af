import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, nameOf } from '../../../sites/program/syntax/nodes.ts'
import { isMemberRead, nameRead } from '../errors/member-read.ts'

interface Checked {
  readonly checker: ts.TypeChecker
}

/**
 * The member that a value is read as, also by a variable's name or out of a pattern, whatever the program calls it
 * there: `errors` of `json.errors`, and of `failed` after `const { errors: failed } = json`.
 */
export const memberSaid = (checked: Checked, given: ts.Node): string | undefined => {
  const node = compiler.isExpression(given) ? bare(given) : given
  if (isMemberRead(node)) return nameRead(node)
  const declared = compiler.isIdentifier(node) ? declarationOf(checked, node) : undefined
  if (!declared) return undefined
  if (compiler.isBindingElement(declared))
    return declared.dotDotDotToken ? undefined : nameOf(declared.propertyName ?? declared.name)
  const value = compiler.isVariableDeclaration(declared) && declared.initializer && bare(declared.initializer)
  return value && isMemberRead(value) ? nameRead(value) : undefined
}

/** The same; a value that is no member goes by its own name. */
export const saidName = (checked: Checked, node: ts.Node): string | undefined =>
  memberSaid(checked, node) ?? (compiler.isIdentifier(node) ? node.text : undefined)
