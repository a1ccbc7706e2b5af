import type { ts } from 'ts-morph'
import { hostProfiles } from '../../../../mappings/hosts.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { shapeOf, type Text } from '../../../sites/texts/text.ts'
import { V1_ADDRESS } from '../../../sites/texts/v1-address.ts'
import { type Edit, replace, replaceSpan } from '../../edit/edit.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import { addressMapper } from '../../mapper/mapper.ts'
import { isClassicScript } from '../../mapper/module/classic-script.ts'
import type { Keeping } from '../../plan.ts'
import { basedOn } from './based-on.ts'

/**
 * Says the old base in the place of the name of one that moves: written out, or where something may override it, found
 * beside whatever it is then.
 * @param whole the address that begins with the name; undefined where the base is handed on alone
 */
export const oldBase = (
  trace: Trace,
  name: ts.Expression,
  whole: ts.Expression | undefined,
): Keeping | undefined => {
  // A tag is given the parts of its text one by one: none may go.
  const isTagged = whole !== undefined && compiler.isTaggedTemplateExpression(whole.parent)
  const base = isTagged ? undefined : baseOf(trace, name)
  if (base !== undefined) return { edits: [sayBase(name, base)], mappers: [], overrides: [] }
  const file = name.getSourceFile()
  const all = texts(trace, name, undefined)
  const said = all.map(shapeOf).find(isBase)
  if (said === undefined || !all.every(mayBeBase) || isClassicScript(trace, file)) return undefined
  // Behind a host alone, the path says v1 already.
  const inPath = isTagged || said === V1_HOST ? undefined : besideIn(name, whole)
  return {
    edits: inPath ?? [replace(name, member(name) + beside(name, said))],
    mappers: [{ file, mapper: addressMapper }],
    overrides: [...new Set(all.flatMap(({ env }) => env))],
  }
}

const V1_HOST = hostProfiles.runpod.is.v1
const V1_BASE = `${V1_HOST}/v1`

/** Whether a text is the public base, or its host. */
const isBase = (shape: string): boolean => [V1_HOST, V1_BASE, `${V1_BASE}/`].includes(shape)

/** What an override says is known to nobody; another address of the program's own would be no base of v1. */
const mayBeBase = (text: Text): boolean => isBase(shapeOf(text)) || shapeOf(text).startsWith('\0')

/** `${BASE}/pods`: the path goes into the call that finds v1. */
const besideIn = (name: ts.Expression, whole: ts.Expression | undefined): Edit[] | undefined => {
  const based = whole && basedOn(whole)
  const rest = based?.rest && 'text' in based.rest ? String(based.rest.text) : ''
  return based &&
    whole.getStart() + whole.getText().indexOf(based.base) === name.getStart() &&
    rest.startsWith('/')
    ? based.wrapped(V1_ADDRESS)
    : undefined
}

/** The call that finds v1 beside a base; beside a host, whose paths say the version, its root. */
const beside = (name: ts.Expression, said: string): string => {
  const [from, path] = said === V1_HOST ? [` + ${text(name, '/v2')}`, ''] : ['', said.slice(V1_HOST.length)]
  return `${V1_ADDRESS}(${name.getText()}${from}, ${text(name, path)})`
}

const text = (at: ts.Node, value: string): string => valueText(value, styleOf(at.getSourceFile()))

/** `{ baseUrl }` says its name beside another value. */
const member = ({ parent }: ts.Expression): string =>
  compiler.isShorthandPropertyAssignment(parent) ? `${parent.name.text}: ` : ''

/** Writes out what the name of a base stands for. */
export const sayBase = (name: ts.Expression, base: string): Edit =>
  compiler.isTemplateSpan(name.parent) ? overSpan(name.parent, base) : overName(name, base)

/** The address that a name stands for, where the program itself gives it. */
export const baseOf = (trace: Trace, name: ts.Expression): string | undefined => {
  if (!isSettledName(trace, name)) return undefined
  const [text, ...others] = texts(trace, name, undefined)
  const shape = text ? shapeOf(text) : '\0'
  return others.length === 0 && text?.env.length === 0 && /^https?:[^\0`$\\]*$/.test(shape)
    ? shape
    : undefined
}

/** A template that is left without a gap is a plain string. */
const overSpan = (span: ts.TemplateSpan, text: string): Edit => {
  const whole = span.parent
  const { literal } = span
  const isPlain = whole.templateSpans.length === 1 && whole.head.text === '' && !/['"\\\n]/.test(literal.text)
  return isPlain ? overName(whole, text + literal.text) : replaceSpan(span, text)
}

const overName = (name: ts.Expression, said: string): Edit => replace(name, member(name) + text(name, said))

/** A name that the program itself gives its value: what comes in by a parameter, somebody else may decide. */
const isSettledName = (trace: Trace, node: ts.Expression): boolean => {
  if (!compiler.isIdentifier(node) && !compiler.isPropertyAccessExpression(node)) return false
  const declaration = trace.checker.getSymbolAtLocation(node)?.declarations?.[0]
  return declaration !== undefined && !compiler.isParameter(declaration)
}
