import { groupBy } from '../../../mappings/dsl/group-by.ts'
import { leafOf } from '../../../mappings/dsl/paths.ts'
import type { FindingClass } from '../finding.ts'
import { fold, type GateWord, type WordGate, wordGate } from './word-gate.ts'

/** The API an address belongs to. `api` is the v2 and GraphQL host without a path that tells which. */
export type Family = 'v1' | 'graphql' | 'v2' | 'jobs' | 'api'

/** One old REST operation. */
export interface RouteFact {
  readonly id: string
  readonly method: string
  /** Without the version: `/pods/{podId}/start`. */
  readonly path: string
  readonly v2: { readonly method: string; readonly path: string }
  /** The constant body that v2 wants. */
  readonly sends?: Readonly<Record<string, unknown>>
  /** The key of v2's list envelope. */
  readonly list?: string
  /** Why v2 has no such operation. */
  readonly gone?: string
}

/** One GraphQL operation or child of `myself`. */
export interface OperationFact {
  readonly name: string
  readonly at: 'query' | 'mutation' | 'myself'
  readonly v2: readonly string[]
  readonly gone?: string
}

/** One old field, from one row. */
export interface FieldFact {
  /** The row's id: the finding's rule. */
  readonly rule: string
  readonly api: 'v1' | 'graphql'
  /** `pods`, `endpoints`, or the GraphQL operation or type. */
  readonly resource: string
  readonly facet: string
  /** Dotted, in the old document. */
  readonly path: string
  /** Dotted, in v2's; empty where there is none. */
  readonly v2: string
  readonly class: FindingClass
  readonly why: string
}

/** Everything the audit looks for, taken from the mapping as data. */
export interface Vocabulary {
  readonly hosts: readonly { readonly host: string; readonly family: Family }[]
  /** Day the hosts were last checked, for the reasons given. */
  readonly routes: readonly RouteFact[]
  readonly operations: readonly OperationFact[]
  readonly fields: readonly FieldFact[]
  /** Names that v2 uses too: seeing one proves nothing. */
  readonly shared: readonly string[]
  /** Names that a write of both APIs has at the same place. */
  readonly kept: readonly string[]
  readonly v2Families: readonly string[]
  readonly jobOperations: readonly string[]
}

/** How telling a name is in a file that holds no address: 0 not at all, 3 unmistakable. */
export type Weight = 0 | 1 | 2 | 3

/** Gate bits: such a word alone is worth a look, or only where a neighbour calls a legacy host. */
export const STRONG = 1
const WEAK = 2

/** The vocabulary with what the rules look up in it. */
export interface CompiledVocabulary extends Vocabulary {
  readonly gate: WordGate
  /** Folded name -> the rows that have it. */
  readonly fieldsByName: ReadonlyMap<string, readonly FieldFact[]>
  readonly weightOf: (folded: string) => Weight
  /** The same where a legacy API is known to be meant: names that v2 uses too are legacy there. */
  readonly weightBeside: (folded: string) => Weight
  /** Queries and mutations. */
  readonly operationsByName: ReadonlyMap<string, OperationFact>
  /** Children of `myself`. */
  readonly childrenByName: ReadonlyMap<string, OperationFact>
  /** Product names, the label that all hosts share. */
  readonly products: readonly string[]
  readonly hostPattern: RegExp
  /** The first segments of the old paths, as alternatives of a pattern. */
  readonly heads: string
  readonly keptNames: ReadonlySet<string>
  readonly pathPattern: RegExp
}

/** The words of a name in any style: `containerDiskInGb` -> container, Disk, In, Gb. */
const wordsOf = (name: string): readonly string[] => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+/g) ?? [name]

/** Units and hardware words that ordinary programs do not put into names. */
const TELLING =
  /^(Gb|GB|Hr|Mbps|MBps|GPU|gpu|Gpu|cuda|Cuda|scaler|flash|flashboot|flavor|Flavor|interruptable|RAM|VCPU)$/

/** Three words, or a unit, make a name telling; both make it unmistakable. Derived from the name, so no list ages. */
const weigh = (name: string): Weight => {
  const words = wordsOf(name)
  const telling = words.some((word) => TELLING.test(word))
  if (telling && words.length >= 3) return 3
  if (telling || words.length >= 3) return 2
  return words.length === 2 ? 1 : 0
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const PLACEHOLDER = String.raw`\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|#\{[^}]*\}|\{\{[^}]*\}\}|\{[^}]*\}|<[^<>]*>|%[sdv]|\$\([^)]*\)`
/** One segment of a path as programs write it, holes included. */
export const SEGMENT = String.raw`(?:${PLACEHOLDER}|[\w:.$@~-])+`

const headsOf = (routes: readonly RouteFact[]): readonly string[] => [
  ...new Set(
    routes.map(({ path }) => {
      const [first = '', second = ''] = path.split('/').slice(1)
      return first === 'billing' ? `${first}/${second}` : first
    }),
  ),
]

const gateWords = (
  vocabulary: Vocabulary,
  products: readonly string[],
  weights: ReadonlyMap<string, Weight>,
  beside: (folded: string) => Weight,
): readonly GateWord[] => [
  ...products.map((word) => ({ word, mask: STRONG })),
  ...[...weights].flatMap(([word, weight]) =>
    weight === 0 && beside(word) === 0 ? [] : [{ word, mask: weight >= 2 ? STRONG : WEAK }],
  ),
  ...vocabulary.operations
    .filter(({ name }) => wordsOf(name).length >= 2)
    .map(({ name }) => ({ word: name, mask: STRONG })),
  ...headsOf(vocabulary.routes).map((head) => ({
    word: `/${head}`,
    mask: head.length > 12 ? STRONG : WEAK,
  })),
]

const byName = (operations: readonly OperationFact[]): ReadonlyMap<string, OperationFact> =>
  new Map(operations.map((one) => [one.name, one]))

/** The label before the public suffix, which all hosts of one vendor share, and its tail (a host may be split). */
const productsOf = (hosts: Vocabulary['hosts']): readonly string[] => [
  ...new Set(hosts.map(({ host }) => host.split('.').at(-2) ?? host)),
]

/** Compiles the look-ups once a run. */
export const compileVocabulary = (vocabulary: Vocabulary): CompiledVocabulary => {
  const shared = new Set(vocabulary.shared.map(fold))
  const fieldsByName = groupBy(vocabulary.fields, (field) => fold(leafOf(field.path)))
  const weights = new Map<string, Weight>()
  for (const [name, rows] of fieldsByName)
    weights.set(name, shared.has(name) ? 0 : weigh(leafOf(rows[0]?.path ?? name)))
  const weightBeside = (folded: string) => weigh(leafOf(fieldsByName.get(folded)?.[0]?.path ?? folded))
  const products = productsOf(vocabulary.hosts)
  const heads = headsOf(vocabulary.routes).map(escaped)
  return {
    ...vocabulary,
    products,
    heads: heads.join('|'),
    keptNames: new Set(vocabulary.kept.map(fold)),
    gate: wordGate(gateWords(vocabulary, products, weights, weightBeside)),
    fieldsByName,
    weightOf: (folded) => weights.get(folded) ?? 0,
    weightBeside,
    operationsByName: byName(vocabulary.operations.filter(({ at }) => at !== 'myself')),
    childrenByName: byName(vocabulary.operations.filter(({ at }) => at === 'myself')),
    hostPattern: new RegExp(
      String.raw`(?:[a-z]+:\/\/)?(?<![\w.-])(${vocabulary.hosts.map(({ host }) => escaped(host)).join('|')})(?![\w-])(?::\d+)?((?:\/(?:${SEGMENT})?)*)`,
      'gi',
    ),
    pathPattern: new RegExp(
      String.raw`(\/v[12])?\/(${heads.join('|')})(?![\w-])((?:\/(?:${SEGMENT}))*)`,
      'g',
    ),
  }
}

/** What becomes of a legacy operation that is named by a route's id or by its GraphQL name. */
export const legacyOperation = (
  name: string,
  { routes, operationsByName, childrenByName }: CompiledVocabulary,
): { readonly old: string; readonly v2: string; readonly gone?: string } => {
  const route = routes.find(({ id }) => id === name)
  if (route)
    return {
      old: `${route.method} /v1${route.path}`,
      v2: route.gone ? '' : `${route.v2.method} ${route.v2.path}`,
      ...(route.gone && { gone: route.gone }),
    }
  const fact = operationsByName.get(name) ?? childrenByName.get(name)
  return { old: `GraphQL ${name}`, v2: fact?.v2.join(', ') ?? '', ...(fact?.gone && { gone: fact.gone }) }
}
