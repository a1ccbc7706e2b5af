/** One operation of the old REST API and what takes its place: data, handed in from the mapping. */
export interface Route {
  readonly id: string
  readonly v1: { readonly method: string; readonly path: string }
  /** Left out where v2 has no such operation. */
  readonly v2?: {
    readonly method: string
    readonly path: string
    /** A constant body (`{ action: 'stop' }`). */
    readonly body?: Readonly<Record<string, string>>
  }
  /** The key v2 wraps the list under. */
  readonly list?: string
  /** The resource's mapping, e.g. `v1.pods`. */
  readonly resource?: string
  /** Which facet of the mapping the request body is. */
  readonly body?: 'create' | 'update'
  /** True where the answer is a resource (or a list of them). */
  readonly answers?: boolean
  /** Why there is no v2 operation. */
  readonly why?: string
}

/** A matched route: which path segments are the route's own words. */
export interface Matched {
  readonly route: Route
  /** For each segment of the v1 path: the literal word, or undefined for a parameter. */
  readonly words: readonly (string | undefined)[]
}

const segmentsOf = (path: string): string[] => path.replace(/^\//, '').split('/')

/** The words of a path template; undefined for its parameters. */
export const wordsOf = (path: string): (string | undefined)[] =>
  segmentsOf(path).map((word) => (word.startsWith('{') ? undefined : word))

const fits = (words: readonly (string | undefined)[], segments: readonly string[]): boolean =>
  words.length === segments.length &&
  words.every((word, index) => {
    const segment = segments[index] ?? ''
    return word === undefined ? segment !== '' : segment === word
  })

/**
 * The route of a method and a v1 path (`\0` marks what is not known).
 * @returns undefined where v1 had no such operation.
 */
export const matchRoute = (routes: readonly Route[], method: string, path: string): Matched | undefined => {
  const segments = segmentsOf(path.replace(/\/$/, ''))
  for (const route of routes) {
    const words = wordsOf(route.v1.path)
    if (route.v1.method === method && fits(words, segments)) return { route, words }
  }
  return undefined
}

/** Whether any operation begins with this word: `pods`, `networkvolumes`, … */
export const isFamily = (routes: readonly Route[], word: string): boolean =>
  routes.some((route) => segmentsOf(route.v1.path)[0] === word)

/** The methods v1 had on a path. */
export const methodsOn = (routes: readonly Route[], path: string): string[] =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => matchRoute(routes, method, path))
