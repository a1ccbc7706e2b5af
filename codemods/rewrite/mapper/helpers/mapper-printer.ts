import { absent, alternatives, type Facts, present } from '../../../../mappings/dsl/facts.ts'
import type { Plan } from '../../../../mappings/dsl/plan.ts'
import type { Case } from '../../../../mappings/dsl/row.ts'
import { readPath } from '../../../../mappings/dsl/source.ts'
import type { SharedName } from './shared-texts.ts'
import { type Style, valueText } from './style.ts'

/** What the generated statements may call; each is printed only where it is used. */
export type Helper =
  | 'given'
  | 'put'
  | 'convert'
  | 'single'
  | 'refuse'
  | 'whole'
  | 'keepUnknown'
  | 'problem'
  | 'matches'
  | 'accessOf'
  | 'asked'
  | 'send'
  | 'worded'
  | 'listAll'
  | 'idOf'
  | 'saying'
  | 'act'
  | 'firstOf'
  | 'gpusOf'
  | 'cpusOf'
  | 'gpuNames'
  | 'volumesAsked'
  | 'withVolume'
  | 'lowestPrices'
  | 'availabilityBy'
  | 'poolsOf'
  | 'placesOf'
  | 'select'
  | 'isOpen'
  | 'gathered'
  | 'errorsOf'
  | 'statusOf'
  | SharedName

/** A mapper's statements under construction. */
export interface Printer {
  readonly plan: Plan
  readonly style: Style
  readonly lines: string[]
  readonly used: Set<Helper>
  readonly depth: number
  readonly scope: PrintScope
}

/** What of a facet is printed. */
export interface PrintScope {
  /** Whether an old field is wanted in answers; all of them where it is left out. */
  readonly wants?: (old: string) => boolean
  /** Behaviours that the code around the mapper takes care of. */
  readonly served?: readonly string[]
  /** The outermost old fields that callers say; any of them where it is left out. */
  readonly says?: readonly string[]
}

/** The statements of a mapper, and the helpers they call. */
export interface Printed {
  readonly lines: readonly string[]
  readonly used: ReadonlySet<Helper>
}

/** Prints a line at the present depth. */
export const say = (at: Printer, text: string): void =>
  void at.lines.push(at.style.indent.repeat(at.depth) + text)

/** Names a helper, and has it printed with the module. */
export const use = (at: Printer, helper: Helper): string => {
  at.used.add(helper)
  return helper
}

/** A text as a literal, in the quotes of the program. */
export const quoted = (at: Printer, text: string): string => valueText(text, at.style)

/** What a statement ends in: `;`, or nothing. */
export const end = (at: Printer): string => at.style.semicolon

/** `given(old.x)`: null, and the blanks some callers send for "nothing", count as left out. */
export const read = (at: Printer, path: string): string => {
  const value = readPath('old', path)
  return at.plan.blankIsAbsent ? `${use(at, 'given')}(${value})` : value
}

/** Facts as a condition over `root`; `true` where there are none. */
export const factsText = (at: Printer, root: string, facts: Facts): string => {
  const tests = Object.entries(facts).map(([path, fact]) => {
    const value = root === 'old' ? read(at, path) : readPath(root, path)
    const each = alternatives(fact).map((one) => {
      if (one === present) return `${value} != null`
      return one === absent ? `${value} == null` : `${value} === ${valueText(one, at.style)}`
    })
    return each.length > 1 ? `(${each.join(' || ')})` : (each[0] ?? 'true')
  })
  const text = tests.length === 0 ? 'true' : tests.join(' && ')
  return tests.length === 1 ? text.replace(/^\((.*)\)$/s, '$1') : text
}

/** Prints an `if` for each case that has something to do. */
export const branches = (
  at: Printer,
  ordered: readonly Case[],
  test: (one: Case) => string,
  body: (inner: Printer, one: Case) => void,
): void => {
  const parts = ordered.map((one) => {
    const inner: Printer = { ...at, lines: [], depth: at.depth + 1 }
    body(inner, one)
    return { condition: test(one), lines: inner.lines }
  })
  const [given, missing] = parts
  if (given && missing && isRest(missing.condition, given.condition)) missing.condition = 'true'
  while (parts.at(-1)?.lines.length === 0) parts.pop()
  const [first, second, ...others] = parts
  const isNegated = first?.lines.length === 0 && second?.condition === 'true' && others.length === 0
  if (isNegated) return block(at, [{ condition: `!(${first.condition})`, lines: second.lines }])
  block(at, parts)
}

/** Whether one of two conditions holds wherever the other does not. */
const isRest = (condition: string, before: string): boolean =>
  !/ (&&|\|\|) /.test(before) &&
  before.endsWith(' != null') &&
  condition === before.replace(' != null', ' == null')

interface Part {
  readonly condition: string
  readonly lines: readonly string[]
}

const block = (at: Printer, parts: readonly Part[]): void => {
  const [only] = parts
  if (!only) return
  if (parts.length === 1 && only.condition === 'true') return void at.lines.push(...outdented(at, only.lines))
  parts.forEach((part, index) => {
    const [head, ...rest] = partLines(at, part)
    say(at, `${index === 0 ? '' : '} else '}${head}`)
    at.lines.push(...rest)
  })
  if (!isChained(at, parts.at(-1) as Part)) say(at, '}')
}

/** A part up to its closing brace, which the next one or the end of the block brings. */
const partLines = (at: Printer, part: Part): string[] => {
  if (!isChained(at, part))
    return [part.condition === 'true' ? '{' : `if (${part.condition}) {`, ...part.lines]
  const [head = '', ...rest] = outdented(at, part.lines)
  return [head.trimStart(), ...rest]
}

/** What is left is one `if` with its branches, which needs no braces around it. */
const isChained = (at: Printer, { condition, lines }: Part): boolean => {
  const indent = at.style.indent.repeat(at.depth + 1)
  const own = lines.filter((line) => line.startsWith(indent) && !/^\s/.test(line.slice(indent.length)))
  const [head, ...rest] = own.map((line) => line.slice(indent.length))
  return (
    condition === 'true' &&
    head !== undefined &&
    /^if \(.*\{$/.test(head) &&
    rest.every((line, index) => (index === rest.length - 1 ? line === '}' : line.startsWith('} else ')))
  )
}

const outdented = (at: Printer, lines: readonly string[]): string[] =>
  lines.map((line) => line.slice(at.style.indent.length))
