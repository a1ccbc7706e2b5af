import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import { bare, isConst, nameOf } from '../../../sites/program/syntax/nodes.ts'

/**
 * The word that a member of a vocabulary stands for: an enum's (`Cloud.SECURE`), or that of a constant object whose members
 * say themselves (`{ SECURE: 'SECURE' }`). Unlike a setting, such a member never comes to mean something else.
 */
export const namedWord = (checker: ts.TypeChecker, node: ts.Expression): { value: string } | undefined => {
  const name = compiler.isPropertyAccessExpression(node) ? node.name : undefined
  const declared = name && symbolBehind({ checker }, name)?.valueDeclaration
  if (!declared) return undefined
  const isWord = compiler.isEnumMember(declared) || isOfVocabulary(declared)
  const value = isWord && 'initializer' in declared ? (declared.initializer as ts.Expression) : undefined
  return value && compiler.isStringLiteralLike(bare(value))
    ? { value: (bare(value) as ts.StringLiteralLike).text }
    : undefined
}

const isOfVocabulary = (declared: ts.Declaration): declared is ts.PropertyAssignment => {
  if (!compiler.isPropertyAssignment(declared)) return false
  const members = declared.parent
  let owner: ts.Node = members
  while (compiler.isAsExpression(owner.parent) || compiler.isSatisfiesExpression(owner.parent))
    owner = owner.parent
  const variable = owner.parent
  if (!compiler.isVariableDeclaration(variable) || !isConst(variable)) return false
  if (isSet(variable)) return false
  return members.properties.every(
    (one) => compiler.isPropertyAssignment(one) && saysItself(nameOf(one.name) ?? '', bare(one.initializer)),
  )
}

/** `SECURE: 'SECURE'`, `secure: 'SECURE'` */
const saysItself = (name: string, value: ts.Expression): boolean =>
  compiler.isStringLiteralLike(value) && plain(value.text) === plain(name)

const plain = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase()

/** `WORDS.SECURE = …` */
export const isSet = ({ name }: ts.VariableDeclaration): boolean =>
  new RegExp(`\\b${name.getText().replaceAll('$', '\\$')}(\\.\\w+|\\[[^\\]]*\\])\\s*=[^=]`).test(
    name.getSourceFile().text,
  )
