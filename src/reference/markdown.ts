import {
  FACET_WORDS,
  type ReferenceFacet,
  type ReferenceModel,
  type ReferenceOperation,
  type ReferenceResource,
  type ReferenceRow,
  VERB_WORDS,
} from './model.ts'

/** Clauses as sentences of their own. */
const sentences = (...clauses: readonly string[]): string =>
  clauses
    .filter((clause) => clause !== '')
    .map((clause) => clause.replace(/\.$/, ''))
    .join('. ')

const cell = (text: string): string => text.replace(/[\\|<>]/g, '\\$&').replace(/\s+/g, ' ')
const code = (text: string): string => (text === '' ? '' : `\`${text.replace(/\|/g, '\\|')}\``)

const operationRow = ({ id, old, v2, answer, gone, behaviours }: ReferenceOperation): string =>
  `| <a id="${id}"></a>${code(old)} | ${gone === '' ? v2.map(code).join('<br>') || 'its parts' : 'none'} | ${cell(answer)} | ${cell(sentences(gone, ...behaviours))} | ${code(id)} |`

const operations = (list: readonly ReferenceOperation[]): readonly string[] =>
  list.length === 0
    ? []
    : [
        '',
        '## Operations',
        '',
        '| Old | v2 | Answer | Notes | Rule |',
        '|---|---|---|---|---|',
        ...list.map(operationRow),
      ]

const exampleWords = (row: ReferenceRow): string =>
  row.examples
    .slice(0, 3)
    .map(({ old, v2 }) => `${code(old)} → ${code(v2)}`)
    .join('<br>')

const notes = (row: ReferenceRow): string =>
  sentences(row.why, row.behaviour, row.when === '' ? '' : `when ${row.when}`)

const fieldRow = (row: ReferenceRow): string =>
  `| <a id="${row.anchor}"></a>${code(row.old)} | ${code(row.v2)} | ${VERB_WORDS[row.verb]} | ${code(row.default)} | ${cell(row.loss)} | ${cell(notes(row))} | ${exampleWords(row)} | ${code(row.rule)} |`

const block = (title: string, value: unknown): readonly string[] => [
  '',
  title,
  '',
  '```json',
  ...JSON.stringify(value, undefined, 2).split('\n'),
  '```',
]

const facet = ({ facet: name, rows, example }: ReferenceFacet): readonly string[] => [
  '',
  `## ${FACET_WORDS[name]}`,
  '',
  '| Old field | v2 field | What happens | Default written | Value | Reason | Example | Rule |',
  '|---|---|---|---|---|---|---|---|',
  ...rows.map(fieldRow),
  ...(example ? [...block('Old:', example.old), ...block('v2:', example.v2)] : []),
  ...(example && example.notes.length > 0
    ? ['', 'Reported:', '', ...example.notes.map((note) => `- ${cell(note)}`)]
    : []),
]

/** One resource as a page. */
export const markdownPage = (resource: ReferenceResource): string =>
  `${[`# ${resource.title} (${resource.api === 'v1' ? 'REST v1' : 'GraphQL'})`, '', 'Generated from the mapping; edit the rows, not this page.', ...operations(resource.operations), ...resource.facets.flatMap(facet)].join('\n')}\n`

/** The file name of a resource's page. */
export const pageName = ({ id }: Pick<ReferenceResource, 'id'>): string => `${id.replaceAll('.', '-')}.md`

/** The pages' list and the facts that age. */
export const markdownIndex = (model: ReferenceModel): string =>
  `${[
    '# From the legacy APIs to REST v2',
    '',
    'Generated from the mapping; edit the rows, not these pages. Every rule that a warning, an error, a finding or a marker names is an anchor here.',
    '',
    ...model.resources.map(
      (resource) =>
        `- [${resource.title}](${pageName(resource)}) (${resource.api === 'v1' ? 'REST v1' : 'GraphQL'})`,
    ),
    '',
    '## Facts that age',
    '',
    '| Fact | Is | As of | Source |',
    '|---|---|---|---|',
    ...model.facts.map(
      ({ what, is, asOf, source }) => `| ${cell(what)} | ${cell(is)} | ${asOf} | ${cell(source)} |`,
    ),
  ].join('\n')}\n`

/** The whole model in one text, for a terminal. */
export const markdownReference = (model: ReferenceModel): string =>
  model.resources.length === 1
    ? model.resources.map(markdownPage).join('\n')
    : [markdownIndex(model), ...model.resources.map(markdownPage)].join('\n')
