import type { Codec, ListItem } from './codec.ts'
import type { Facts } from './facts.ts'
import type { Finding } from './finding.ts'
import { type Blank, Hole, isHole } from './hole.ts'
import type { AtMost } from './row.ts'
import { allowed, blank, holds, lose, type Policy } from './runtime.ts'

/**
 * What the generated code calls where values may be holes. The statements are the same ones the proxy runs; only the
 * questions they ask of a value go through here.
 */

const UNKNOWN = Symbol('unknown')

/** A field as the statements may test it: a known null or undefined is an absence. */
export const readHole = (value: unknown): unknown =>
  isHole(value) && value.known && (value.known.value === null || value.known.value === undefined)
    ? undefined
    : value

/** The same where null says something: it takes a credential away. */
export const readNullHole = (value: unknown): unknown =>
  isHole(value) && value.known && value.known.value === undefined ? undefined : value

/** The value for a comparison; one that equals nothing where it is not known. */
export const plainValue = (value: unknown): unknown => {
  if (!isHole(value)) return value
  return value.known ? value.known.value : UNKNOWN
}

/** `""` and `[]`, seen through a hole. */
export const blankHole = (value: unknown): boolean => blank(plainValue(value))

/** Whether some facts cannot be decided for this body. */
export const undecidable = (
  facts: readonly Facts[],
  body: Record<string, unknown>,
  blanks: boolean,
): boolean => facts.some((one) => holds(one, (path) => reach(body, path), blanks) === undefined)

/** Whether some facts hold for this body. */
export const certain = (facts: Facts, body: Record<string, unknown>, blanks: boolean): boolean =>
  holds(facts, (path) => reach(body, path), blanks) === true

const reach = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => {
    const plain = isHole(value) ? value.known?.value : value
    return typeof plain === 'object' && plain !== null ? (plain as Record<string, unknown>)[key] : undefined
  }, body)

/** A list's items as plain ones that fields can be added to; undefined where the list is not known. */
export const itemsOf = (list: unknown): unknown[] | undefined => {
  const plain = plainValue(list)
  return Array.isArray(plain) ? structuredClone(plain) : undefined
}

/**
 * Whether the field may turn out absent when the program runs.
 * @param blanks those that say nothing here
 */
export const shaky = (value: unknown, blanks: readonly Blank[]): boolean =>
  isHole(value) && (value.mayBeAbsent || saysBlank(value, blanks))

const saysBlank = ({ mayBeBlank }: Hole, blanks: readonly Blank[]): boolean =>
  mayBeBlank !== undefined && blanks.includes(mayBeBlank)

/** Whether nothing becomes of a value by its conversion, and so an absent one stays absent. */
const staysAsItIs = (value: unknown, codec: Codec | undefined): boolean => {
  if (!codec || !isHole(value)) return true
  const isUsual = codec.other === undefined || (codec.other.is !== value.is && value.is !== 'mixed')
  return value.is !== undefined && isUsual && codec.source?.('x') === 'x'
}

/** Whether an absent value stays out of the body: v2 does not take null or `''` for nothing, as the old APIs did. */
export const staysOut = (value: unknown, codec: Codec | undefined, blanks: readonly Blank[]): boolean =>
  staysAsItIs(value, codec) && !(isHole(value) && (value.mayBeNull || saysBlank(value, blanks)))

/**
 * A value that may be absent with the default written around it: `name || "my pod"` where a blank text is none either.
 * As it was where that cannot be said for certain.
 */
export const orElse = (
  value: unknown,
  codec: Codec | undefined,
  fallback: unknown,
  blanks: readonly Blank[],
): unknown => {
  if (!isHole(value) || !shaky(value, blanks)) return value
  const isUnsure = codec?.other !== undefined && (value.is === undefined || value.is === 'mixed')
  if (isUnsure ? !codec.other.either : !staysAsItIs(value, codec) && !codec?.other?.either) return value
  const operator = blanks.includes('text') && typeof fallback === 'string' ? '||' : '??'
  if (operator === '??' && saysBlank(value, blanks)) return value
  const text = operator === '||' ? withoutBlank(value.text) : value.text
  return new Hole(`${operand(text)} ${operator} ${JSON.stringify(fallback)}`, {
    origin: value.origin,
    // of what nobody knows the conversion takes both spellings
    is: isUnsure ? codec.other.is : value.is,
    spare: fallback,
  })
}

/** Reports a lost field; where a refusal depends on a value nobody knows yet, that is what is reported. */
export const loseHole = (
  findings: Finding[],
  policy: Policy,
  finding: Finding,
  value: unknown,
  allow: readonly unknown[] | AtMost,
): void => {
  const plain = plainValue(value)
  if (plain !== UNKNOWN) {
    if (!allowed(plain, allow)) lose(findings, policy, finding)
    return
  }
  if (finding.code === 'REFUSED') findings.push({ ...finding, code: 'DYNAMIC' })
  else lose(findings, policy, finding)
}

/** A codec over holes: it runs on known values and prints its source form over all others. */
export const codecOverHoles = (codec: Codec): Pick<Codec, 'accepts' | 'usual' | 'decode' | 'encode'> => ({
  accepts: (value) =>
    isHole(value) && !value.known ? printed(codec, value) !== undefined : codec.accepts(plainValue(value)),
  usual: (value) => plainValue(value) === UNKNOWN || codec.usual(plainValue(value)),
  decode: (value) => {
    if (!isHole(value)) return codec.decode(value)
    const { origin } = value
    if (!value.known && keeps(codec, value.constant)) return value
    if (!value.known) return new Hole(printed(codec, value) as string, { origin, spare: value.spare })
    const decoded = codec.decode(value.known.value)
    // `300_000` stays as it was written
    if (Object.is(decoded, value.known.value)) return value
    return new Hole(JSON.stringify(decoded), { origin, known: { value: decoded } })
  },
  encode: (value) => (isHole(value) ? value.known && codec.encode(value.known.value) : codec.encode(value)),
})

/** Whether a codec leaves a constant's value as it is, so that its name can stay as well. */
const keeps = (codec: Codec, constant: Hole['constant']): boolean =>
  constant !== undefined &&
  codec.accepts(constant.value) &&
  Object.is(codec.decode(constant.value), constant.value)

const printed = (codec: Codec, value: Hole): string | undefined => {
  const items = value.items && codec.sourceOfItems?.(value.items.map(({ text }) => text))
  const list = listOf(value)
  const source = sourceFor(codec, value.is)
  const isAlone = source && (source('x') === 'x' || source('x').endsWith('(x)'))
  if (list && codec.sourceOfList) return codec.sourceOfList(list)
  if (codec.sourceOfFilled && isFilled(value)) return codec.sourceOfFilled(value.text)
  return items ?? source?.(isAlone ? value.text : operand(value.text))
}

/** Whether a condition around it, or its constant, says that a text is not empty. */
const isFilled = ({ never, constant }: Hole): boolean =>
  never.includes('') || (typeof constant?.value === 'string' && constant.value !== '')

const sourceFor = ({ other, source }: Codec, is: Hole['is']): Codec['source'] => {
  if (!other || (is !== 'mixed' && is !== other.is)) return source
  return is === 'mixed' ? other.either : other.source
}

/** The items of an array literal that says some of them; undefined where a comment among them would be lost. */
const listOf = ({ items = [], text }: Hole): ListItem[] | undefined => {
  const between = items.reduce((rest, item) => rest.replace(item.text, () => ''), text)
  if (!/^\[[\s,]*\]$/.test(between) || !items.some(({ known }) => known)) return undefined
  const list = items.map((item): ListItem | undefined => {
    if (item.number !== undefined) return { number: item.number }
    if (!item.known) return { text: item.is === 'string' ? operand(item.text) : `String(${item.text})` }
    return typeof item.known.value === 'string' ? { value: item.known.value } : undefined
  })
  return list.every((item) => item !== undefined) ? list : undefined
}

/** `name ?? ''` before `|| 'my pod'`: the blank is said for nothing. */
const withoutBlank = (text: string): string => text.replace(/\s*(\?\?|\|\|)\s*(''|"")$/, '')

/** Names, plain templates, members and calls can be followed by more; anything else needs brackets for that. */
const OPERAND = /^(?:[\w$]+|`[^`]*`)(?:\??\.[\w$]+|\[[^[\]]*\]|\([^()]*\))*$/

const operand = (text: string): string =>
  OPERAND.test(text) || OPERAND.test(withoutArguments(text)) ? text : `(${text})`

/** A text without what its calls are given; a bracket that is only quoted would be taken for one. */
const withoutArguments = (text: string): string => {
  const less = /['"`/]/.test(text) ? text : text.replace(/\([^()]*\)/g, '')
  return less === text ? text : withoutArguments(less)
}

/** Loss as measured on known values; an unknown one is not measured here. */
export const sameUnlessUnknown =
  (equal: (a: unknown, b: unknown) => boolean) =>
  (back: unknown, value: unknown): boolean =>
    isHole(value) && !value.known ? true : equal(back, plainValue(value))
