import type { CapabilityName } from '../hosts.ts'
import type { BehaviourName } from './behaviour.ts'
import type { Codec } from './codec.ts'
import type { Fact, Facts } from './facts.ts'
import type { PathOf, ValueAt } from './paths.ts'

/** The four moments at which a resource crosses the wire. */
export type Facet = 'create' | 'update' | 'read' | 'query'

/** Options every row may carry. */
interface Common {
  /** Holds the row to these facets; left out, it applies wherever both its fields exist. */
  readonly on?: readonly Facet[]
  /** A capability of newer v2 (mappings/hosts.ts) without which the row does not apply. */
  readonly since?: CapabilityName
  /** A capability of newer v2 under which the row no longer applies. */
  readonly until?: CapabilityName
}

/** One fact: this old field is that v2 field. */
export interface FieldRow extends Common {
  readonly kind: 'field'
  readonly old: string
  readonly v2: string
  readonly via?: Codec
  /** What the old API gave a caller who said nothing; written on create. */
  readonly or?: unknown
  /** The default is off while these hold. */
  readonly unless?: Facts
  /** What an old reader gets where v2 has nothing. */
  readonly neutral?: unknown
  /** A spelling that is only read (`up`) or only written (`down`). */
  readonly only?: 'up' | 'down'
  /** The default holds even where a template supplies the others. */
  readonly always?: boolean
  /** v2 cannot give it back as it was set: the proxy may remember it (see `EchoStore`). Never for secrets. */
  readonly echo?: true
  /** An empty list says "none" here, where blanks otherwise say nothing. */
  readonly saysNone?: boolean
  /** The v2 path ends in a list (`cpu.0.vcpuCount`) and the value belongs to every item of it. */
  readonly each?: boolean
  /** The named behaviour that serves what the codec alone would lose (a list's tail). */
  readonly by?: BehaviourName
  /** `by` is needed only where the caller left the field out; what was given, the codec alone can say. */
  readonly fills?: true
  /** Why v2 may refuse it, which hangs on what the thing already is and no body says. */
  readonly mayRefuse?: string
  readonly why?: string
}
/** A constant that v2 demands and the old API never said. */
export interface FillRow extends Common {
  readonly kind: 'fill'
  readonly v2: string
  readonly value: unknown
  readonly why: string
}
/** A v2 field that an old reader never saw. */
export interface HideRow extends Common {
  readonly kind: 'hide'
  readonly v2: string
  readonly why: string
  /** The old field that says it together with others: what v2 says of this one is about that. */
  readonly of?: string
}
/** A value that may be given without consequence. */
export interface AtMost {
  readonly atMost: number
}
/** An old field without a v2 twin: `drop` loses text, `refuse` would change meaning. */
export interface LossRow extends Common {
  readonly kind: 'drop' | 'refuse'
  readonly old: string
  readonly why: string
  /** Values that mean nothing: no finding for these. */
  readonly allow: readonly unknown[] | AtMost
  readonly neutral?: unknown
  /** The proxy may remember what was set (see `EchoStore`). Never for secrets. */
  readonly echo?: true
  /** It held a bill down: a program that is rewritten must not lose it with a note alone. */
  readonly guards?: true
}
/** An old field honoured by a named function of the proxy instead of a v2 field. */
export interface ServeRow extends Common {
  readonly kind: 'serve'
  readonly old: string
  readonly by: BehaviourName
  /** For list filters: the field of the old-shaped answer that is compared, or the facts each value stands for. */
  readonly reads?: string | Readonly<Record<string, Facts>>
  /** What the function is told (the catalog source that a switch adds). */
  readonly with?: readonly string[]
  /** What an old reader gets where the function was not at work. */
  readonly neutral?: unknown
  /** Values that leave the function nothing to do. */
  readonly allow?: readonly unknown[]
  readonly why: string
  /** What a program can do that calls v2 by itself. */
  readonly fix?: string
}
/** A choice: exactly one case holds on either side. */
export interface CasesRow {
  readonly kind: 'cases'
  readonly cases: readonly Case[]
}
/** One alternative: these old facts are those v2 facts, and then these rows apply. */
export interface Case extends Common {
  readonly old: Facts
  readonly v2: Facts
  readonly rows: readonly Row[]
}
/** A fact about the migration. Rows are unordered. */
export type Row = FieldRow | FillRow | HideRow | LossRow | ServeRow | CasesRow

type FactsOn<T> = { readonly [P in PathOf<T>]?: Fact }
type FieldOptions<Old, P extends string> = Pick<
  FieldRow,
  | 'on'
  | 'since'
  | 'until'
  | 'via'
  | 'only'
  | 'by'
  | 'fills'
  | 'mayRefuse'
  | 'why'
  | 'saysNone'
  | 'always'
  | 'each'
  | 'echo'
> & {
  readonly or?: NonNullable<ValueAt<Old, P>>
  readonly unless?: FactsOn<Old>
  readonly neutral?: ValueAt<Old, P> | null
}
type LossOptions = Pick<LossRow, 'on' | 'since' | 'until' | 'neutral' | 'echo' | 'guards'> & {
  readonly allow?: LossRow['allow']
}

/**
 * The verbs, typed for one pair of shapes: a path that neither shape has does not compile.
 * @example const { same, field } = between<V1.Template, V2.Template>()
 */
export const between = <Old, V2>() => ({
  /** The field is called the same and means the same. */
  same: <P extends PathOf<Old> & PathOf<V2>>(path: P, options: FieldOptions<Old, P> = {}): Row =>
    ({ kind: 'field', old: path, v2: path, ...options }) as FieldRow,
  /** The old field is that v2 field: renamed, nested, hoisted or converted. */
  field: <P extends PathOf<Old>>(old: P, v2: PathOf<V2>, options: FieldOptions<Old, P> = {}): Row =>
    ({ kind: 'field', old, v2, ...options }) as FieldRow,
  /** v2 wants this constant. */
  fill: (v2: PathOf<V2>, value: unknown, why: string, options: Common = {}): Row => ({
    kind: 'fill',
    v2,
    value,
    why,
    ...options,
  }),
  /** v2 has this; an old reader never sees it, an old writer never sets it. */
  hide: (v2: PathOf<V2>, why: string, options: Common & { of?: PathOf<Old> } = {}): Row => ({
    kind: 'hide',
    v2,
    why,
    ...options,
  }),
  /** Gone without harm: reported, and read back as `neutral`. */
  drop: (old: PathOf<Old>, why: string, options: LossOptions = {}): Row => ({
    kind: 'drop',
    old,
    why,
    allow: [],
    ...options,
  }),
  /** Gone, and leaving it out would change what the caller gets: refused unless the value is one of `allow`. */
  refuse: (old: PathOf<Old>, options: LossOptions, why: string): Row => ({
    kind: 'refuse',
    old,
    why,
    allow: [],
    ...options,
  }),
  /** Honoured by the proxy's function named `by`. */
  serve: (
    old: PathOf<Old>,
    by: BehaviourName,
    why: string,
    options: Pick<ServeRow, 'on' | 'since' | 'until' | 'reads' | 'with' | 'neutral' | 'allow' | 'fix'> = {},
  ): Row => ({
    kind: 'serve',
    old,
    by,
    why,
    ...options,
  }),
  /** One alternative of `cases`. Facts are symmetric: they choose the case on one side and are written on the other. */
  when: (old: FactsOn<Old>, v2: FactsOn<V2>, rows: readonly Row[], options: Common = {}): Case => ({
    old: old as Facts,
    v2: v2 as Facts,
    rows,
    ...options,
  }),
  /** The alternative that holds where no other does. */
  otherwise: (rows: readonly Row[]): Case => ({ old: {}, v2: {}, rows }),
  /** Exactly one of these holds. */
  cases: (...cases: Case[]): Row => ({ kind: 'cases', cases }),
})
