import type { Resource } from '../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../mappings/dsl/plan.ts'
import type { Route } from '../../mappings/dsl/route.ts'
import { jobOperations, retirements, v2Families } from '../../mappings/hosts.ts'

/** What labels may say: names of the mapping, nothing a caller made up. */
export interface Vocabulary {
  /** @returns the operation itself where the mapping has it, else `other`. */
  readonly operation: (sent: string) => string
  /** @returns the rule itself where it is one of the mapping's, else `other`. */
  readonly rule: (sent: string) => string
  /** @returns the template of an upstream path, else `other`. */
  readonly route: (sent: string) => string
}

/** What the words are taken from. */
export interface VocabularySource {
  readonly resources: readonly Pick<Resource, 'id' | 'facets'>[]
  readonly routes: readonly Pick<Route, 'id' | 'v2'>[]
  /** Operations beyond the routes, e.g. `graphql.saveTemplate`. */
  readonly operations?: readonly string[]
  /** Beginnings of rules beyond those, e.g. `graphql.`. */
  readonly ruleSpaces?: readonly string[]
  /** Path templates of upstream calls beyond the routes', e.g. `/v2/catalog/gpus/{id}`. */
  readonly templates?: readonly string[]
}

const OTHER = 'other'
/** Rules beyond this many are no longer told apart. */
const MOST_RULES = 2_000
const RULE = /^[\w.*\-[\]]{1,120}$/
const PARAMETER = /^\{\w+\}$/

/** The queue's operations are named by the server the same way. */
const passedThrough = [
  ...jobOperations.is.map(({ name }) => `jobs.${name}`),
  ...[...v2Families.is, OTHER].map((name) => `v2.${name}`),
]
/** A call that a rehearsed switch-off refused, by its API. */
const brownouts = Object.keys(retirements).map((api) => `${api}.brownout`)
const jobTemplates = jobOperations.is.map(({ name }) => `/v2/{endpoint_id}/${name}`)
const familyTemplates = [...v2Families.is, OTHER].map((name) => `/v2/${name}`)

const segmentsMatch = (template: readonly string[], path: readonly string[]): boolean =>
  template.length === path.length &&
  template.every((segment, at) => segment === path[at] || PARAMETER.test(segment))

/** A hop that was noted by its whole path still counts under its template. */
const templateFinder = (templates: readonly string[]) => {
  const split = templates.map((template) => ({ template, segments: template.split('/') }))
  return (path: string): string => {
    const segments = path.split('/')
    return split.find((one) => segmentsMatch(one.segments, segments))?.template ?? OTHER
  }
}

/** Rules begin with a facet of a resource (`v1.pods.create.`) or with an operation's own id. */
const ruleSpaces = ({
  resources,
  routes,
  operations = [],
  ruleSpaces: more = [],
}: VocabularySource): ReadonlySet<string> =>
  new Set([
    ...resources.flatMap(({ id, facets }) => facets.map((facet) => ruleOf({ id, facet }, ''))),
    ...[...routes.map(({ id }) => id), ...operations, ...brownouts].map((id) => `${id}.`),
    // What is said of a resource or an operation as a whole.
    ...resources.map(({ id }) => `${id}.`),
    ...more,
  ])

/** `v1.pods.create.machine.gpuTypeId` -> `v1.pods.`, `v1.pods.create.`, …: a set lookup each instead of a scan. */
const beginsInside = (spaces: ReadonlySet<string>, rule: string): boolean => {
  for (let dot = rule.indexOf('.'); dot > 0; dot = rule.indexOf('.', dot + 1))
    if (spaces.has(rule.slice(0, dot + 1))) return true
  return spaces.has(`${rule}.`)
}

/** Builds the words once; each later question is one lookup. */
export const createVocabulary = (source: VocabularySource): Vocabulary => {
  const operations = new Set([
    ...source.routes.map(({ id }) => id),
    ...(source.operations ?? []),
    ...passedThrough,
    ...brownouts,
  ])
  const templates = [
    ...new Set([
      ...source.routes.map(({ v2 }) => v2.path),
      ...(source.templates ?? []),
      ...jobTemplates,
      ...familyTemplates,
    ]),
  ]
  const known = new Set(templates)
  const find = templateFinder(templates)
  const spaces = ruleSpaces(source)
  const rules = new Set<string>()
  return {
    operation: (sent) => (operations.has(sent) ? sent : OTHER),
    route: (sent) => (known.has(sent) ? sent : find(sent)),
    rule: (sent) => {
      if (rules.has(sent)) return sent
      if (rules.size >= MOST_RULES || !RULE.test(sent) || !beginsInside(spaces, sent)) return OTHER
      rules.add(sent)
      return sent
    },
  }
}
