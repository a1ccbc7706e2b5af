/** How likely a create is to find a machine, the likeliest first. */
export const STOCK_LEVELS: readonly string[] = ['HIGH', 'MEDIUM', 'LOW', 'NONE']

/** The levels as GraphQL spelt them; none is null, for any text would read as "in stock". */
export const STOCK_WORDS: Readonly<Record<string, string | null>> = {
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  NONE: null,
}

/** What the catalog says of one GPU type or CPU flavor. */
export interface Listed {
  readonly id: string
  readonly availability?: string | undefined
  readonly dataCenters?: readonly Place[] | undefined
}

interface Place {
  readonly id: string
  readonly availability?: string | undefined
}

interface Flavor extends Listed {
  readonly vcpu?: { readonly min: number; readonly max: number } | undefined
}

interface PooledType extends Listed {
  readonly name?: string
  readonly pool?: string | null
}

/** A body of v2 that asks for GPUs or for CPUs. */
interface Compute {
  readonly cloud?: unknown
  readonly gpu?: { readonly count?: number }
}

/** What the catalog is asked for the stock of what a body chooses from. */
export const stockQuery = ({ gpu, cloud }: Compute, product = 'POD'): Record<string, string> => ({
  include: 'AVAILABILITY',
  product,
  ...(gpu ? { count: String(gpu.count ?? 1) } : {}),
  ...(gpu && typeof cloud === 'string' ? { cloud } : {}),
})

/** Choices in the order of their stock; those that the catalog does not list come last, equals keep their order. */
export const byStock = (choices: readonly string[], listed: readonly Listed[]): string[] => {
  const rank = (choice: string): number => {
    const found = listed.find(({ id }) => id === choice)
    return found ? STOCK_LEVELS.indexOf(found.availability ?? 'NONE') : STOCK_LEVELS.length
  }
  return [...choices].sort((a, b) => rank(a) - rank(b))
}

/** The CPU flavors that offer a size, those with stock first. */
export const flavorsFor = (flavors: readonly Flavor[], vcpus: number): string[] => {
  const fits = flavors.filter(({ vcpu }) => !vcpu || (vcpu.min <= vcpus && vcpus <= vcpu.max))
  return byStock(
    fits.map(({ id }) => id),
    fits,
  )
}

/** What the catalog is asked for the data centers of countries. */
export const countryQuery = (product: string, countries: readonly unknown[]): Record<string, string> => ({
  include: 'AVAILABILITY',
  product,
  countryCodes: countries.map((code) => String(code).toUpperCase()).join(','),
})

/** The data centers of an answer of the catalog. */
export const placesIn = (gpus: readonly Listed[]): string[] =>
  Array.from(new Set(gpus.flatMap(({ dataCenters = [] }) => dataCenters.map(({ id }) => id))))

/** The pool of a name: a GPU type's own, or the name itself where it is a pool already. */
export const poolOf = (gpus: readonly PooledType[], name: string): string | undefined =>
  gpus.find(({ id }) => id === name)?.pool ?? gpus.find(({ pool }) => pool === name)?.pool ?? undefined

/** The pools that hold GPU types, and the types of these pools that were not named. */
export const poolsHolding = (
  gpus: readonly PooledType[],
  names: readonly string[],
): { pools: string[]; excludedTypes: string[] } => {
  const pools = Array.from(new Set(names.map((name) => poolOf(gpus, name) as string)))
  const others = gpus.filter(({ pool }) => pools.includes(pool as string))
  const unnamed = others.filter(({ id, pool }) => !names.includes(id) && !names.includes(pool as string))
  return { pools, excludedTypes: unnamed.map(({ id }) => id) }
}
