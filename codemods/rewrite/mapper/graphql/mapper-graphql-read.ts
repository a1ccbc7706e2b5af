import { readPath } from '../../../../mappings/dsl/source.ts'
import { graphqlPods } from '../../../../mappings/graphql/pod-rows.ts'
import { together } from '../../../../mappings/graphql/together.ts'
import { parentsOf, type There } from '../../answer/answer-parents.ts'
import { gpuNamesRow } from '../helpers/catalog-names.ts'
import { type Dialect, printed } from '../helpers/mapper-helpers.ts'
import type { Helper } from '../helpers/mapper-printer.ts'
import type { Style } from '../helpers/style.ts'
import { aWord, type ShapeMapper, wordFor } from '../mapper.ts'
import { printDown } from '../rows/mapper-down.ts'

interface Extra {
  readonly field: string
  readonly line: string
}

/** What an answer takes from the catalog: only the call around can ask it. */
const NAMED: Readonly<Record<string, readonly Extra[]>> = {
  [graphqlPods.id]: [
    {
      field: gpuNamesRow.old,
      line: `put(old, ¤${gpuNamesRow.old}¤, names[${readPath('v2', String(gpuNamesRow.reads))}])§`,
    },
  ],
}

const extrasOf = (id: string): Extra[] => [
  ...(NAMED[id] ?? []),
  ...(together[id] ?? []).map(({ field, source, note }) => ({
    field,
    line: `${source.replaceAll("'", '¤')}§${note ? ` // ${note}` : ''}`,
  })),
]

/** Whether a field that no row fills is filled all the same. */
export const isExtra = (id: string, field: string): boolean =>
  extrasOf(id).some((extra) => extra.field === field)

const within = (path: string, other: string): boolean => path === other || path.startsWith(`${other}.`)

/** An object was there with all of its members null; a program that reads one of them expects the object. */
const parentLines = (parents: ReadonlyMap<string, There>): string[] =>
  [...parents].flatMap(([path, there]) => {
    if (there === 'rows') return []
    const line = `put(old, ¤${path}¤, {})§`
    return [there === 'always' ? `  ${line}` : `  if (v2.${there.where} != null) ${line}`]
  })

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Prints what makes of an answer of v2 the fields that GraphQL documents ask for. */
export const printGraphqlRead = (
  { name, mapping, fields }: ShapeMapper,
  dialect: Dialect,
  style: Style,
): { text: string; helpers: readonly Helper[] } => {
  const { read } = mapping
  const parents = parentsOf(read, fields ?? [])
  const whole = [...parents].filter(([, there]) => there === 'rows').map(([path]) => path)
  const asked = fields && [...fields, ...whole]
  const wants = (old: string): boolean =>
    !asked || asked.some((path) => within(path, old) || within(old, path))
  const down = printDown(read.plan, style, { wants })
  const extras = extrasOf(mapping.id).filter(({ field }) => wants(field))
  const named = extras.some(({ line }) => line.includes('names['))
  const say = (...lines: string[]): string => printed(lines.join('\n'), dialect, style)
  const text = [
    say(
      `/** ${capital(aWord(wordFor(mapping)))} of v2 as GraphQL said it, as far as it is asked for here. */`,
      `const ${name} = (v2: any${named ? ', names: any = {}' : ''}) => {`,
      '  if (v2 === null) return null§',
      '  const old: any = {}§',
      ...parentLines(parents),
    ),
    ...down.lines,
    say(...extras.map(({ line }) => `  ${line}`), '  return old§', '}§'),
  ].join('\n')
  return { text, helpers: [...down.used, ...(named ? ['put' as const] : [])] }
}
