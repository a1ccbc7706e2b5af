import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Source, Tracing } from '../program/frames/source.ts'
import { identifiersNamed, isExported, mentionsOf } from '../program/names/names-used.ts'
import { symbolBehind } from '../program/names/symbol.ts'
import { accessed, accessOn } from '../program/syntax/access.ts'
import { bare, dressed, isConst } from '../program/syntax/nodes.ts'

/** `hosts.get('rest')` of `const hosts = new Map([['rest', BASE]])`: what stands beside the key, or beside any key. */
export const inMap = (
  t: Tracing,
  { expression: callee, arguments: [key] }: ts.CallExpression,
  scope: Scope | undefined,
): Source[] | undefined => {
  const asked = compiler.isPropertyAccessExpression(callee) && callee.name.text === 'get' ? callee : undefined
  if (!asked || !key || t.isDeep()) return undefined
  const maps = t.sources(asked.expression, scope)
  const found = maps.map(({ node, scope: inner }) => {
    const pairs = compiler.isNewExpression(node) ? pairsOf(t, node) : undefined
    return pairs && { pairs, scope: inner }
  })
  if (found.length === 0 || !found.every((one) => one !== undefined)) return undefined
  const keys = t.sources(key, scope).map((one) => one.node)
  const names = keys.every(compiler.isStringLiteralLike) ? keys.map(({ text }) => text) : undefined
  const values = found.flatMap(({ pairs, scope: inner }) =>
    pairs
      .filter(({ name }) => !names || names.includes(name))
      .flatMap(({ value }) => t.sources(value, inner)),
  )
  // A client or a module that is kept in a map is known by its type, or not at all
  return values.length > 0 && values.every((one) => isText(one) || compiler.isFunctionLike(one.node))
    ? values
    : undefined
}

const isText = ({ node, env }: Source): boolean =>
  env !== undefined || compiler.isStringLiteralLike(node) || compiler.isTemplateExpression(node)

interface Pair {
  readonly name: string
  readonly value: ts.Expression
}

/** The entries of a map that is written out, and that nobody sets anything in; undefined of any other. */
const pairsOf = (t: Tracing, made: ts.NewExpression): readonly Pair[] | undefined => {
  const list = made.expression.getText() === 'Map' ? made.arguments?.[0] : undefined
  const entries = list && bare(list)
  if (!entries || !compiler.isArrayLiteralExpression(entries) || !isOnlyAsked(t, made)) return undefined
  const pairs = entries.elements.map((given): Pair | undefined => {
    const pair = bare(given)
    const [key, value] = compiler.isArrayLiteralExpression(pair) ? pair.elements : []
    return key && value && compiler.isStringLiteralLike(key) ? { name: key.text, value } : undefined
  })
  return pairs.every((one) => one !== undefined) ? pairs : undefined
}

/** Whether all that is done with a map is in sight, and none of it puts anything in. */
const isOnlyAsked = (t: Tracing, made: ts.NewExpression): boolean => {
  const { parent: owner } = dressed(made)
  if (!compiler.isVariableDeclaration(owner) || !compiler.isIdentifier(owner.name) || !isConst(owner))
    return false
  const { name } = owner
  if (!isExported(t, name)) return mentionsOf(t, name).every(isAsking)
  return t.inSight(name.getSourceFile(), name.text) && usesAnywhere(t, name, owner).every(isAsking)
}

/** What any file does with a name that its file exports. */
const usesAnywhere = (t: Tracing, name: ts.Identifier, owner: ts.Declaration): ts.Identifier[] =>
  t.files
    .flatMap((file) => identifiersNamed(file, name.text))
    .filter((one) => one !== name && symbolBehind(t, one)?.valueDeclaration === owner)

const isAsking = (use: ts.Identifier): boolean => {
  const access = accessOn(use)
  const { parent } = use
  if (compiler.isImportSpecifier(parent) || compiler.isExportSpecifier(parent)) return !parent.propertyName
  return access !== undefined && /^(get|has|keys|size)$/.test(accessed(access)?.name ?? '')
}
