import { clientLibraries } from '../../mappings/clients.ts'
import { behaviours } from '../../mappings/dsl/behaviour.ts'
import type { CompiledFacet, Resource } from '../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../mappings/dsl/plan.ts'
import type { Route } from '../../mappings/dsl/route.ts'
import type { FieldRow, LossRow, Row } from '../../mappings/dsl/row.ts'
import { capabilities, hostProfiles, retirements } from '../../mappings/hosts.ts'
import { factsWords } from './fact-words.ts'
import type {
  ReferenceFacet,
  ReferenceFact,
  ReferenceModel,
  ReferenceOperation,
  ReferenceResource,
  ReferenceRow,
} from './model.ts'
import { sampleDocument, sampleValue } from './sample.ts'

type Simple = Exclude<Row, { kind: 'cases' }>

const json = (value: unknown): string => JSON.stringify(value) ?? ''

const verbOf = (row: Simple): ReferenceRow['verb'] => {
  switch (row.kind) {
    case 'field':
      return row.old === row.v2 ? 'same' : 'renamed'
    case 'fill':
      return 'filled'
    case 'hide':
      return 'hidden'
    case 'drop':
      return 'dropped'
    case 'refuse':
      return 'refused'
    case 'serve':
      return 'served'
  }
}

const allowedWords = (allow: LossRow['allow']): string => {
  if ('atMost' in allow) return ` Up to ${allow.atMost} it means nothing and is accepted.`
  return allow.length === 0 ? '' : ` ${allow.map(json).join(', ')} means nothing and is accepted.`
}

const lossWords = (row: Simple): string => {
  switch (row.kind) {
    case 'field':
      return row.via ? `converted (${row.via.name}): takes ${row.via.takes}` : 'the value stays as it is'
    case 'fill':
      return `v2 is sent ${json(row.value)}`
    case 'hide':
      return 'never shown to a v1 caller'
    case 'drop':
      return `left out and reported.${allowedWords(row.allow)}`
    case 'refuse':
      return `refused with 400, unless the operator lets it pass.${allowedWords(row.allow)}`
    case 'serve':
      return 'honoured'
  }
}

const untilWords = (row: Simple): string =>
  'until' in row && row.until ? ` Newer v2 can do it: --capability ${row.until}.` : ''

const examplesOf = (facet: CompiledFacet, row: FieldRow): ReferenceRow['examples'] => {
  if (row.via) return row.via.examples.map(([old, v2]) => ({ old: json(old), v2: json(v2) }))
  return [{ old: json(sampleValue(facet, row, 'old')), v2: json(sampleValue(facet, row, 'v2')) }]
}

const behaviourOf = (row: Simple): string => ('by' in row && row.by ? behaviours[row.by] : '')

const defaultOf = (facet: CompiledFacet, row: Simple): string =>
  row.kind === 'field' && row.or !== undefined && facet.plan.facet === 'create' ? json(row.or) : ''

const rowOf = (facet: CompiledFacet, row: Simple, when: string): Omit<ReferenceRow, 'anchor'> => {
  const old = 'old' in row ? row.old : ''
  const unless = row.kind === 'field' && row.unless ? `default off while ${factsWords(row.unless)}` : ''
  return {
    rule: ruleOf(facet.plan, old === '' && 'v2' in row ? row.v2 : old),
    verb: verbOf(row),
    old,
    v2: 'v2' in row ? row.v2 : '',
    when: [when, unless].filter((part) => part !== '').join('; '),
    default: defaultOf(facet, row),
    loss: lossWords(row),
    why: `${row.why ?? ('mayRefuse' in row ? row.mayRefuse : undefined) ?? ''}${untilWords(row)}`,
    behaviour: behaviourOf(row),
    examples: row.kind === 'field' ? examplesOf(facet, row) : [],
  }
}

const rowsOf = (
  facet: CompiledFacet,
  rows: readonly Row[],
  when = '',
): readonly Omit<ReferenceRow, 'anchor'>[] =>
  rows.flatMap((row) => {
    if (row.kind !== 'cases') return [rowOf(facet, row, when)]
    return row.cases.flatMap((one) => {
      const facts = facet.plan.facet === 'read' ? one.v2 : one.old
      const own = factsWords(facts) || 'in every other case'
      return rowsOf(facet, one.rows, when === '' || when === own ? own : `${when}, and ${own}`)
    })
  })

const anchored = (rows: readonly Omit<ReferenceRow, 'anchor'>[]): readonly ReferenceRow[] => {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const times = (seen.get(row.rule) ?? 0) + 1
    seen.set(row.rule, times)
    return { ...row, anchor: times === 1 ? row.rule : `${row.rule}-${times}` }
  })
}

const exampleOf = (facet: CompiledFacet): ReferenceFacet['example'] => {
  if (facet.plan.facet === 'query') return undefined
  if (facet.plan.facet === 'read') {
    const v2 = sampleDocument(facet, 'v2')
    return { old: facet.down(v2), v2, notes: [] }
  }
  const old = sampleDocument(facet, 'old')
  const { doc, findings } = facet.up(old)
  return { old, v2: doc, notes: findings.map(({ at, why }) => `${at}: ${why}`) }
}

const facetOf = (facet: CompiledFacet): ReferenceFacet => {
  const example = exampleOf(facet)
  return {
    facet: facet.plan.facet,
    rows: anchored(rowsOf(facet, facet.plan.rows)),
    ...(example && { example }),
  }
}

const answerOf = ({ answer, list, success }: Route): string => {
  if (answer === 'none') return `${success}, no body`
  return list ? `${success}, a bare array; v2 wraps it in \`${list}\`` : `${success}, one object`
}

const operationOf = (route: Route): ReferenceOperation => ({
  id: route.id,
  old: `${route.old.method} ${route.old.path}`,
  v2: route.gone ? [] : [`${route.v2.method} ${route.v2.path}${route.sends ? ` ${json(route.sends)}` : ''}`],
  answer: answerOf(route),
  behaviours: [...new Set(route.does)].map((name) => behaviours[name]),
  gone: route.gone ?? '',
})

/** The old name, and v2's where it has another: "Endpoints → serverless". */
const titleOf = (id: string, operations: readonly ReferenceOperation[]): string => {
  const parts = id.split('.').slice(1)
  const words = parts
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  const old = (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b[cg]pu\b/i, (name) =>
    name.toUpperCase(),
  )
  const path = operations.flatMap(({ v2 }) => v2)[0]?.split(' ')[1] ?? ''
  const family = path
    .split('/')
    .slice(2, 2 + parts.length)
    .join(' ')
  return family === '' || family === words ? old : `${old} → ${family}`
}

/** One resource's page. */
const referenceResource = (
  resource: Resource,
  operations: readonly ReferenceOperation[],
): ReferenceResource => ({
  id: resource.id,
  title: titleOf(resource.id, operations),
  api: resource.id.startsWith('graphql') ? 'graphql' : 'v1',
  operations,
  facets: resource.facets.flatMap((name) => {
    const facet = resource[name]
    return facet ? [facetOf(facet)] : []
  }),
})

const hostFacts = (): readonly ReferenceFact[] => {
  const { is, asOf, source } = hostProfiles.runpod
  return Object.entries(is).map(([name, url]) => ({ what: `address of ${name}`, is: url, asOf, source }))
}

const factsOf = (): readonly ReferenceFact[] => [
  ...Object.entries(retirements).map(([name, { is, asOf, source }]) => ({
    what: `retirement of ${name}`,
    is: `deprecated ${is.deprecated}, retired ${is.said}`,
    asOf,
    source,
  })),
  ...hostFacts(),
  ...capabilities.is.map(({ name, what }) => ({
    what: `--capability ${name}`,
    is: what,
    asOf: capabilities.asOf,
    source: capabilities.source,
  })),
  ...clientLibraries.is.flatMap((library) =>
    library.ranges.map((range) => ({
      what: `${library.name}${'below' in range ? ` before ${range.below}` : ''}`,
      is: `speaks ${range.speaks.join(', ')}: ${range.why}`,
      asOf: clientLibraries.asOf,
      source: clientLibraries.source,
    })),
  ),
]

/** What a reference is made of. */
export interface ReferenceParts {
  readonly resources: readonly Resource[]
  readonly routes: readonly Route[]
  /** Operations that are no REST routes, by the resource or page they belong to. */
  readonly others?: readonly ReferenceResource[]
}

/** Reads the mapping into the model every page is made from. */
export const buildReference = ({ resources, routes, others = [] }: ReferenceParts): ReferenceModel => ({
  reference: 'upshift-reference/1',
  resources: [
    ...resources.map((resource) =>
      referenceResource(resource, routes.filter((route) => route.mapping === resource).map(operationOf)),
    ),
    ...others,
  ],
  facts: factsOf(),
})
