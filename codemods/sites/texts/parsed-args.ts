import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { madeAs, symbolBehind } from '../program/names/symbol.ts'
import { beginsAddress } from '../program/outside/settings.ts'
import { accessed } from '../program/syntax/access.ts'
import { nameOf } from '../program/syntax/nodes.ts'
import type { Next } from './pieces.ts'
import { overridden, shapeOf, type Text } from './text.ts'

/** `values.base` of `parseArgs({ options: { base: { default: 'https://…' } } })`: the default, which the command line may override. */
export const parsedDefault = (trace: Trace, node: ts.Expression, next: Next): Text[] | undefined => {
  if (!parsesArgs(trace.files)) return undefined
  const asked = optionAsked(trace, node)
  const [told] = asked?.parsed.arguments ?? []
  if (!asked || !told) return undefined
  const values = trace
    .members(told, 'options', undefined)
    .flatMap((options) => trace.membersOf(options, asked.name))
    .flatMap((option) => trace.membersOf(option, 'default'))
  const found = values.flatMap(({ node: value, scope }) =>
    compiler.isExpression(value) ? next(value, scope) : [],
  )
  const isAddress = found.length > 0 && found.every((text) => beginsAddress(shapeOf(text)))
  return isAddress ? found.map((text) => overridden(text, [{ name: `--${asked.name}`, node }])) : undefined
}

/** Whether a program asks for its arguments in this way at all. */
const parsesArgs = once((files: readonly ts.SourceFile[]): boolean =>
  files.some(({ text }) => text.includes('parseArgs')),
)

interface Option {
  readonly parsed: ts.CallExpression
  readonly name: string
}

/** The option that an expression asks for: `values.base`, `base` of `const { base } = values`. */
const optionAsked = (trace: Trace, given: ts.Expression): Option | undefined => {
  const member = memberOf(trace, given)
  const parsed = member && valuesOf(trace, member.of)
  return parsed && { parsed, name: member.name }
}

/** The call whose `values` an expression, or what a pattern takes apart, is. */
const valuesOf = (trace: Trace, of: ts.Expression | ts.BindingElement): ts.CallExpression | undefined => {
  const member = memberOf(trace, of)
  if (member?.name !== 'values' || compiler.isBindingElement(member.of)) return undefined
  const made = madeAs(trace, member.of)
  const isParsed = compiler.isCallExpression(made) && isParseArgs(trace, made.expression)
  return isParsed ? made : undefined
}

const isParseArgs = (trace: Trace, callee: ts.Expression): boolean =>
  trace
    .sources(callee, undefined)
    .some(({ external }) => external?.name === 'parseArgs' && /^(node:)?util$/.test(external.module))

interface Member {
  /** What it is a member of: an expression, or a part of a pattern. */
  readonly of: ts.Expression | ts.BindingElement
  readonly name: string
}

/** The member that an expression reads, be it by a name that a constant or a pattern gives it. */
const memberOf = (trace: Trace, given: ts.Expression | ts.BindingElement): Member | undefined => {
  if (compiler.isBindingElement(given)) return takenOut(given)
  const node = madeAs(trace, given)
  const { of, name } = accessed(node) ?? {}
  if (of && name !== undefined) return { of, name }
  // Also in a file of its own: `export const { values } = parseArgs(…)`
  const declared = compiler.isIdentifier(node) ? symbolBehind(trace, node)?.valueDeclaration : undefined
  return declared && compiler.isBindingElement(declared) ? takenOut(declared) : undefined
}

const takenOut = (element: ts.BindingElement): Member | undefined => {
  const owner = element.parent.parent
  const of = compiler.isVariableDeclaration(owner) ? owner.initializer : owner
  const name = element.dotDotDotToken ? undefined : nameOf(element.propertyName ?? element.name)
  const isKnown = of && !compiler.isParameter(of) && compiler.isObjectBindingPattern(element.parent)
  return isKnown && name !== undefined ? { of, name } : undefined
}
