import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { parentsOf, type There } from './answer-parents.ts'
import { type ShapeMapper, wordFor } from './mapper.ts'
import { printDown } from './mapper-down.ts'
import { type Dialect, printed } from './mapper-helpers.ts'
import type { Helper } from './mapper-printer.ts'
import type { Style } from './style.ts'

/** What two fields of an answer say together, and so no row does. */
interface Extra {
  readonly field: string
  readonly line: string
}

const POD: readonly Extra[] = [
  { field: 'lastStartedAt', line: 'old.lastStartedAt ??= v2.createdAt§' },
  { field: 'memoryInGb', line: 'if (v2.gpu?.memory != null) old.memoryInGb = v2.gpu.memory§' },
  { field: 'vcpuCount', line: 'if (v2.gpu?.vcpuCount != null) old.vcpuCount = v2.gpu.vcpuCount§' },
  { field: 'machine.gpuDisplayName', line: 'put(old, ¤machine.gpuDisplayName¤, names[v2.gpu?.id])§' },
  {
    field: 'runtime',
    line: 'if (v2.status !== ¤RUNNING¤) old.runtime = null§ // programs wait for it: it says that the pod is up',
  },
]

const EXTRAS: Readonly<Record<string, readonly Extra[]>> = {
  'graphql.pods': POD,
  'graphql.gpuTypes': [
    { field: 'maxGpuCount', line: 'old.maxGpuCount = Math.max(v2.maxCount.secure, v2.maxCount.community)§' },
  ],
  'graphql.dataCenters': [
    { field: 'storageSupport', line: 'old.storageSupport = v2.networkVolumeTypes.length > 0§' },
  ],
  'graphql.endpoints': [
    {
      field: 'gpuIds',
      line: 'old.gpuIds = v2.gpu ? [...v2.gpu.pools, ...(v2.gpu.excludedTypes ?? []).map((type: any) => `-${type}`)].join(¤,¤) : null§',
    },
    { field: 'computeType', line: 'old.computeType = v2.cpu ? ¤CPU¤ : ¤GPU¤§' },
    { field: 'locations', line: 'old.locations ||= null§' },
    { field: 'networkVolumeId', line: 'old.networkVolumeId ||= null§' },
  ],
}

/** Whether a field that no row fills is filled all the same. */
export const isExtra = (id: string, field: string): boolean =>
  (EXTRAS[id] ?? []).some((extra) => extra.field === field)

const within = (path: string, other: string): boolean => path === other || path.startsWith(`${other}.`)

/** An object was there with all of its members null; a program that reads one of them expects the object. */
const parentLines = (parents: ReadonlyMap<string, There>): string[] =>
  [...parents].flatMap(([path, there]) => {
    if (there === 'rows') return []
    const line = `put(old, ¤${path}¤, {})§`
    return [there === 'always' ? `  ${line}` : `  if (v2.${there.where} != null) ${line}`]
  })

/** Prints what makes of an answer of v2 the fields that GraphQL documents ask for. */
export const printGraphqlRead = (
  { name, mapping, fields }: ShapeMapper,
  dialect: Dialect,
  style: Style,
): { text: string; helpers: readonly Helper[] } => {
  const { read } = mapping as unknown as Record<'read', CompiledFacet>
  const parents = parentsOf(read, fields ?? [])
  const whole = [...parents].filter(([, there]) => there === 'rows').map(([path]) => path)
  const asked = fields && [...fields, ...whole]
  const wants = (old: string): boolean =>
    !asked || asked.some((path) => within(path, old) || within(old, path))
  const down = printDown(read.plan, style, { wants })
  const extras = (EXTRAS[mapping.id] ?? []).filter(({ field }) => wants(field))
  const named = extras.some(({ line }) => line.includes('names['))
  const say = (...lines: string[]): string => printed(lines.join('\n'), dialect, style)
  const text = [
    say(
      `/** A ${wordFor(mapping)} of v2 as GraphQL said it, as far as it is asked for here. */`,
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
