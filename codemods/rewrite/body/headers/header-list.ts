import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isExported } from '../../../sites/program/names/names-used.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { functionAround, isInside, nameOf, statementOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, insertAfter } from '../../edit/edit.ts'
import { indentAt, styleOf } from '../../mapper/helpers/style.ts'
import { jsonHeader } from './json-header.ts'

/** `const headers = new Headers()` that options are given once, by its name, and what is set on it before that. */
interface List {
  readonly name: string
  /** The last of the statements that make it. */
  readonly last: ts.Node
  /** The verb that it is filled by. */
  readonly verb: string
}

/** What is known of a list of headers; undefined where somebody else may fill it as well. */
export const headerList = (trace: Trace, made: ts.Node): List | undefined => {
  if (!compiler.isNewExpression(made) || made.expression.getText() !== 'Headers') return undefined
  const { parent } = made
  if (made.arguments?.length || !compiler.isVariableDeclaration(parent)) return undefined
  if (!compiler.isIdentifier(parent.name) || isExported(trace, parent.name)) return undefined
  const uses = referencesOf(trace, parent.name)
  const sets = uses.flatMap((use) => setBy(use) ?? [])
  const [given, ...others] = uses.filter((use) => !setBy(use))
  const last = sets.at(-1)?.statement ?? statementOf(made)
  if (!given || others.length > 0 || !isGiven(given) || given.pos < last.end) return undefined
  const isPlain = sets.every(({ statement }) => statement.parent === statementOf(made).parent)
  return isPlain ? { name: parent.name.text, last, verb: sets.at(-1)?.verb ?? 'set' } : undefined
}

/** The edits that say a list's content type, where a call of this function is given one. */
export const sayInList = (trace: Trace, { sink, top, scope }: Site): Edit[] | undefined => {
  const [only, ...others] = sink.options ? trace.members(sink.options, 'headers', scope) : []
  const list = only && others.length === 0 ? headerList(trace, only.node) : undefined
  const around = list && (functionAround(list.last) ?? list.last.getSourceFile())
  if (!around || !isInside(top, around)) return undefined
  const { last, name, verb } = list
  const style = styleOf(last.getSourceFile())
  const said = jsonHeader(style).replace(': ', ', ')
  const end = last.getText().endsWith(';') ? ';' : ''
  const indent = indentAt(last.getSourceFile(), last.getStart())
  return [insertAfter(last, `${style.newline}${indent}${name}.${verb}(${said})${end}`)]
}

interface Filling {
  readonly statement: ts.Node
  readonly verb: string
}

/** `headers.append('Authorization', …);` as a statement of its own. */
const setBy = ({ parent: access }: ts.Identifier): Filling | undefined => {
  if (!compiler.isPropertyAccessExpression(access) || !/^(set|append)$/.test(access.name.text))
    return undefined
  const call = access.parent
  if (!compiler.isCallExpression(call) || !compiler.isExpressionStatement(call.parent)) return undefined
  const [name] = call.arguments
  return name && compiler.isStringLiteralLike(name)
    ? { statement: call.parent, verb: access.name.text }
    : undefined
}

const isGiven = (use: ts.Identifier): boolean =>
  compiler.isShorthandPropertyAssignment(use.parent) ||
  (compiler.isPropertyAssignment(use.parent) && nameOf(use.parent.name) === 'headers')
