import { groupBy } from '../../../mappings/dsl/group-by.ts'
import type { Resource } from '../../../mappings/dsl/mapping.ts'
import { has, type Plan, ruleOf } from '../../../mappings/dsl/plan.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import type { Row } from '../../../mappings/dsl/row.ts'
import {
  type HostProfile,
  hostProfiles,
  jobOperations,
  otherV2Hosts,
  v2Families,
} from '../../../mappings/hosts.ts'
import type { FindingClass } from '../finding.ts'
import type { Family, FieldFact, OperationFact, RouteFact, Vocabulary } from './vocabulary.ts'

/** The parts of the mapping the audit's vocabulary is made from. */
export interface MappingParts {
  /** Mappings by the API they translate. */
  readonly v1: readonly Resource[]
  readonly graphql: readonly Resource[]
  readonly routes: readonly Route[]
  readonly operations: readonly OperationFact[]
}

const versionless = (path: string): string => path.replace(/^\/v\d+(?=\/)/, '')

const routeFact = ({ id, old, v2, sends, list, gone }: Route): RouteFact => ({
  id,
  method: old.method,
  path: versionless(old.path),
  v2: { method: v2.method, path: v2.path },
  ...(sends === undefined ? {} : { sends }),
  ...(list === undefined ? {} : { list }),
  ...(gone === undefined ? {} : { gone }),
})

/** A renamed field fails a write and reads as nothing: the one is required, the other goes unseen. */
const classOf = (plan: Plan, row: Exclude<Row, { kind: 'cases' }>): FindingClass => {
  if (row.kind === 'refuse') return plan.facet === 'read' ? 'quiet' : 'decision'
  if (row.kind === 'serve') return plan.facet === 'query' || plan.facet === 'read' ? 'quiet' : 'decision'
  return plan.facet === 'read' || plan.facet === 'query' ? 'quiet' : 'required'
}

const whyOf = (row: Exclude<Row, { kind: 'cases' }>): string => {
  if (row.kind === 'field') {
    const said = `v2 calls it \`${row.v2}\`${row.via ? `, converted by ${row.via.name}` : ''}`
    return row.why ? `${said}; ${row.why}` : said
  }
  return row.why
}

const fieldFacts = (api: 'v1' | 'graphql', plan: Plan, rows: readonly Row[]): readonly FieldFact[] =>
  rows.flatMap((row): readonly FieldFact[] => {
    if (row.kind === 'cases') return row.cases.flatMap((one) => fieldFacts(api, plan, one.rows))
    if (!('old' in row) || (row.kind === 'field' && row.old === row.v2)) return []
    return [
      {
        rule: ruleOf(plan, row.old),
        api,
        resource: plan.id.split('.').slice(1).join('.'),
        facet: plan.facet,
        path: row.old,
        v2: row.kind === 'field' ? row.v2 : '',
        class: classOf(plan, row),
        why: whyOf(row),
      },
    ]
  })

/** Fields that only choose between cases (`computeType`): v2 tells the cases apart by what is there. */
const choiceFacts = (api: 'v1' | 'graphql', plan: Plan, rows: readonly Row[]): readonly FieldFact[] =>
  rows.flatMap((row): readonly FieldFact[] => {
    if (row.kind !== 'cases') return []
    const told = [...new Set(row.cases.flatMap(({ v2 }) => Object.keys(v2)))]
    const names = [...new Set(row.cases.flatMap(({ old }) => Object.keys(old)))]
    return names.filter((name) => !has(plan.v2, name)).map((name) => choiceFact(api, plan, name, told))
  })

const choiceFact = (api: 'v1' | 'graphql', plan: Plan, name: string, told: readonly string[]): FieldFact => ({
  rule: ruleOf(plan, name),
  api,
  resource: plan.id.split('.').slice(1).join('.'),
  facet: plan.facet,
  path: name,
  v2: told.join(' | '),
  class: plan.facet === 'create' || plan.facet === 'update' ? 'required' : 'quiet',
  why: `v2 does not know it, and tells by ${told.join(' or ')}`,
})

/** Names that a write keeps where they are. */
const keptNames = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap((row): readonly string[] => {
    if (row.kind === 'cases') return row.cases.flatMap((one) => keptNames(one.rows))
    return row.kind === 'field' && row.old === row.v2 ? [row.old] : []
  })

const isWrite = ({ facet }: Plan): boolean => facet === 'create' || facet === 'update'

const plansOf = (mapping: Resource): readonly Plan[] =>
  mapping.facets.flatMap((facet) => mapping[facet]?.plan ?? [])

/** One fact for each rule: what becomes of a field may hang on what is said beside it. */
const uniqueRules = (fields: readonly FieldFact[]): readonly FieldFact[] =>
  [...groupBy(fields, ({ rule }) => rule).values()].map(inAllCases)

const inAllCases = (facts: readonly FieldFact[]): FieldFact => {
  const last = facts.at(-1) as FieldFact
  const targets = [...new Set(facts.map(({ v2 }) => v2).filter((v2) => v2 !== ''))]
  const whys = [...new Set(facts.filter(({ v2 }) => v2 === '').map(({ why }) => why))]
  if (targets.length === 0 || (targets.length === 1 && last.v2 !== '')) return last
  const named = `v2 calls it ${targets.map((target) => `\`${target}\``).join(' or ')}`
  const apart = targets.length > 1 ? ', by what is said beside it' : ''
  const unless = whys.map((why) => `; not in every case: ${why}`).join('')
  return { ...last, v2: targets.join(' | '), why: `${named}${apart}${unless}` }
}

/** A field's own rows say more of it than the choice it makes; of several choices, the first is the plainest. */
const factsOf = (api: 'v1' | 'graphql', mappings: readonly Resource[]): readonly FieldFact[] => {
  const plans = mappings.flatMap(plansOf)
  const own = plans.flatMap((plan) => fieldFacts(api, plan, plan.rows))
  const known = new Set(own.map(({ rule }) => rule))
  const choices = plans.flatMap((plan) => choiceFacts(api, plan, plan.rows))
  return [...own, ...choices.filter(({ rule }) => !known.has(rule) && known.add(rule))]
}

const hostsOf = (profile: HostProfile): Vocabulary['hosts'] => {
  const entry = (url: string | undefined, family: Family) =>
    url === undefined ? [] : [{ host: new URL(url).hostname, family }]
  const others = otherV2Hosts.is.map((host) => ({ host, family: 'v2' as const }))
  return [...entry(profile.v1, 'v1'), ...entry(profile.v2, 'v2'), ...others, ...entry(profile.queue, 'jobs')]
}

const segments = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => path.split('.').filter((part) => !/^\d+$/.test(part)))

/** Takes the vocabulary out of the mapping: no name of either API is written down in the audit. */
export const vocabularyFrom = ({ v1, graphql, routes, operations }: MappingParts): Vocabulary => ({
  hosts: hostsOf(hostProfiles.runpod.is),
  routes: routes.map(routeFact),
  operations,
  fields: uniqueRules([...factsOf('v1', v1), ...factsOf('graphql', graphql)]),
  shared: [
    ...new Set([...v1, ...graphql].flatMap((mapping) => plansOf(mapping).flatMap(({ v2 }) => segments(v2)))),
  ],
  kept: [
    ...new Set(
      v1.flatMap((mapping) =>
        plansOf(mapping)
          .filter(isWrite)
          .flatMap(({ rows }) => keptNames(rows)),
      ),
    ),
  ],
  v2Families: v2Families.is,
  jobOperations: jobOperations.is.map(({ name }) => name),
})
