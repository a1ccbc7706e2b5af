/** A number that only grows. Written on the hot path: one property, no lookup, no label object. */
export interface Cell {
  value: number
}

/** Most series one family may have; the next label values are counted as `other`. */
const MOST_SERIES = 2_000
const OTHER = 'other'

/** How a family's values of several processes become one. */
export type Together = 'sum' | 'max'

/** One sample as the exposition wants it. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
  readonly metricName?: string
}

/** A family of series as `prom-client` registries take it: a name and a `get`. */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly aggregator: Together
  readonly samples: () => Sample[]
}

/** Children of a family by their label values, at most `MOST_SERIES` of them. */
class Children<T> {
  readonly #names: readonly string[]
  readonly #make: () => T
  readonly #byKey = new Map<string, { readonly labels: Record<string, string>; readonly child: T }>()

  constructor(names: readonly string[], make: () => T) {
    this.#names = names
    this.#make = make
  }

  get(values: readonly string[]): T {
    const key = values.join('\u0000')
    const known = this.#byKey.get(key)
    if (known) return known.child
    if (this.#byKey.size >= MOST_SERIES && values.some((value) => value !== OTHER))
      return this.get(values.map(() => OTHER))
    const labels = Object.fromEntries(this.#names.map((name, i) => [name, values[i] ?? OTHER]))
    const child = this.#make()
    this.#byKey.set(key, { labels, child })
    return child
  }

  all(): readonly { readonly labels: Record<string, string>; readonly child: T }[] {
    return [...this.#byKey.values()]
  }
}

/** Counts things. Keep the cells that `cell` returns: looking one up is not for the hot path. */
export class Counter implements Family {
  readonly type = 'counter'
  readonly aggregator = 'sum'
  readonly name: string
  readonly help: string
  readonly #cells: Children<Cell>

  constructor(name: string, help: string, labels: readonly string[] = []) {
    this.name = name
    this.help = help
    this.#cells = new Children(labels, () => ({ value: 0 }))
  }

  cell(...values: string[]): Cell {
    return this.#cells.get(values)
  }

  samples(): Sample[] {
    return this.#cells.all().map(({ labels, child }) => ({ labels, value: child.value }))
  }
}

/** A value that is asked for when somebody looks. */
export class Gauge implements Family {
  readonly type = 'gauge'
  readonly name: string
  readonly help: string
  readonly aggregator: Together
  readonly #read: () => number

  constructor(name: string, help: string, read: () => number, together: Together = 'sum') {
    this.name = name
    this.help = help
    this.aggregator = together
    this.#read = read
  }

  samples(): Sample[] {
    return [{ labels: {}, value: this.#read() }]
  }
}

/** How often which size was seen. */
export class Distribution {
  /** Upper bounds, seconds. */
  readonly bounds: readonly number[]
  /** One more than `bounds`: the last is for everything above. Not cumulative. */
  readonly counts: Float64Array
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Float64Array(bounds.length + 1)
  }

  /** @param seconds as Prometheus counts time. */
  observe(seconds: number): void {
    const { bounds, counts } = this
    let at = 0
    while (at < bounds.length && seconds > (bounds[at] as number)) at += 1
    counts[at] = (counts[at] as number) + 1
    this.sum += seconds
  }

  /** How many were seen. */
  get count(): number {
    return this.counts.reduce((sum, one) => sum + one, 0)
  }
}

/** Distributions by label. */
export class Histogram implements Family {
  readonly type = 'histogram'
  readonly aggregator = 'sum'
  readonly name: string
  readonly help: string
  readonly #distributions: Children<Distribution>

  constructor(name: string, help: string, bounds: readonly number[], labels: readonly string[] = []) {
    this.name = name
    this.help = help
    this.#distributions = new Children(labels, () => new Distribution(bounds))
  }

  distribution(...values: string[]): Distribution {
    return this.#distributions.get(values)
  }

  all(): readonly { readonly labels: Record<string, string>; readonly child: Distribution }[] {
    return this.#distributions.all()
  }

  samples(): Sample[] {
    return this.all().flatMap(({ labels, child }) => this.#samplesOf(labels, child))
  }

  #samplesOf(labels: Record<string, string>, one: Distribution): Sample[] {
    let soFar = 0
    const buckets = Array.from(one.counts, (count, at) => {
      soFar += count
      const le = at < one.bounds.length ? String(one.bounds[at]) : '+Inf'
      return { labels: { ...labels, le }, value: soFar, metricName: `${this.name}_bucket` }
    })
    return [
      ...buckets,
      { labels, value: one.sum, metricName: `${this.name}_sum` },
      { labels, value: soFar, metricName: `${this.name}_count` },
    ]
  }
}
