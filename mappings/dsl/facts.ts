/** A fact: the field has a value, whatever it is. */
export const present: unique symbol = Symbol('present')
/** A fact: the field is missing (or null, which the old APIs treat alike). */
export const absent: unique symbol = Symbol('absent')

/** A value a fact can compare with. */
export type Constant = string | number | boolean
type Simple = Constant | typeof present | typeof absent

/** Several alternatives for one field; the first constant among them is the one written back. */
export interface Either {
  readonly oneOf: readonly Simple[]
}
/** What a case asks of one field. */
export type Fact = Simple | Either
/** What a case asks of one side: all of these hold. Empty means "in every other case". */
export type Facts = Readonly<Record<string, Fact>>

/** States a fact with alternatives, e.g. `either('GPU', absent)` for a value that is also the default. */
export const either = (...oneOf: Simple[]): Either => ({ oneOf })

/** The alternatives of a fact, a simple one being its own. */
export const alternatives = (fact: Fact): readonly Simple[] =>
  typeof fact === 'object' ? fact.oneOf : [fact]

/** The constant that writing this fact back would put into a document, if it names one. */
export const constantOf = (fact: Fact): Constant | undefined =>
  alternatives(fact).find((one): one is Constant => typeof one !== 'symbol')

const overlap = (a: Simple, b: Simple): boolean => {
  if (a === absent || b === absent) return a === b
  return a === present || b === present || a === b
}

/** True where no document can satisfy both: some field is asked for by both, and no alternative fits both. */
export const disjoint = (a: Facts, b: Facts): boolean =>
  Object.entries(a).some(([path, fact]) => {
    const other = b[path]
    if (other === undefined) return false
    return !alternatives(fact).some((one) => alternatives(other).some((two) => overlap(one, two)))
  })

/** Whether a plain value satisfies a fact. */
export const satisfies = (value: unknown, fact: Fact): boolean =>
  alternatives(fact).some((one) => {
    if (one === absent) return value === undefined || value === null
    if (one === present) return value !== undefined && value !== null
    return value === one
  })
