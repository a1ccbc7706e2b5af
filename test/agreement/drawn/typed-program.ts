import fc from 'fast-check'
import { type TypedClientName, typedClientNames, typedFunctions } from './typed-clients.ts'
import { type TypedUseName, typedUse, typedUseNames } from './typed-uses.ts'

/** Members of a pod as v1 said them, and their types in a program. */
const FIELDS = {
  imageName: 'string',
  image: 'string',
  ports: 'string[]',
  env: 'Record<string, string>',
  containerDiskInGb: 'number',
  volumeInGb: 'number',
  volumeMountPath: 'string',
  gpuCount: 'number',
  publicIp: 'string | null',
  portMappings: 'Record<string, number> | null',
  machineId: 'string',
  interruptible: 'boolean',
}
type Field = keyof typeof FIELDS

const ALWAYS = ['id: string', 'name: string', 'desiredStatus: Status', 'costPerHr: number']

/** Ways to write the type of a pod down. */
const TYPES = {
  interface: (members: readonly string[]) => `interface Pod {\n${[...ALWAYS, ...members].join('\n')}\n}`,
  alias: (members: readonly string[]) => `type Pod = {\n${[...ALWAYS, ...members].join('\n')}\n}`,
  extended: (members: readonly string[]) =>
    `interface Named {\n${ALWAYS.join('\n')}\n}\nexport interface Pod extends Named {\n${members.join('\n')}\n}`,
  crossed: (members: readonly string[]) =>
    `interface Named {\n${ALWAYS.join('\n')}\n}\nexport type Pod = Named & {\n${members.join('\n')}\n}`,
  optional: (members: readonly string[]) =>
    `interface Pod {\n${[...ALWAYS, ...members.map((one) => one.replace(':', '?:'))].join('\n')}\n}`,
  nullable: (members: readonly string[]) =>
    `interface Pod {\n${[...ALWAYS, ...members.map((one) => `${one} | null`)].join('\n')}\n}`,
  readonly: (members: readonly string[]) =>
    `interface Pod {\n${[...ALWAYS, ...members].map((one) => `readonly ${one}`).join('\n')}\nreadonly [other: string]: unknown\n}`,
  generic: (members: readonly string[]) =>
    `interface Resource<S extends string> {\nid: string\nname: string\ndesiredStatus: S\ncostPerHr: number\n}\nexport interface Pod extends Resource<Status> {\n${members.join('\n')}\n}`,
} as const

/** A typed program that lists pods and uses them. */
export interface DrawnTyped {
  readonly client: TypedClientName
  readonly type: keyof typeof TYPES
  readonly fields: readonly Field[]
  readonly uses: readonly TypedUseName[]
  readonly isSplit: boolean
}

/** Typed programs, in forms that are drawn each by itself. */
export const drawnTyped: fc.Arbitrary<DrawnTyped> = fc.record({
  client: fc.constantFrom(...typedClientNames),
  type: fc.constantFrom(...(Object.keys(TYPES) as (keyof typeof TYPES)[])),
  fields: fc.subarray(Object.keys(FIELDS) as Field[], { minLength: 1, maxLength: 4 }),
  uses: fc.subarray(typedUseNames, { minLength: 1, maxLength: 5 }),
  isSplit: fc.boolean(),
})

const INPUT = `export interface PodInput {
name: string
imageName: string
gpuTypeIds: string[]
containerDiskInGb?: number
volumeInGb?: number
ports?: string[]
env?: Record<string, string>
}`

const HEAD = `const V1 = 'https://rest.runpod.io/v1'
const headers = { Authorization: \`Bearer \${process.env.RUNPOD_API_KEY}\`, 'Content-Type': 'application/json' }`

const SEED = `async function seed() {
for (const name of ['a', 'b'])
await fetch('https://api.runpod.io/v2/pods', { method: 'POST', headers: { Authorization: \`Bearer \${process.env.RUNPOD_API_KEY}\`, 'Content-Type': 'application/json' }, body: JSON.stringify({ name, image: 'busybox', gpu: { id: 'NVIDIA L4', count: 1 }, disk: 10, cloud: 'SECURE', ports: ['22/tcp'], env: { A: 'b' } }) })
}`

const importOf = (names: readonly string[], text: string, from: string, kind = ''): string => {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return used.length > 0 ? `import ${kind}{ ${used.join(', ')} } from '${from}'` : ''
}

const FUNCTIONS = ['listPods', 'getPod', 'createPod', 'stopPod']
const TYPE_NAMES = ['Pod', 'PodInput', 'Status']

/** The files of a typed program, by path. */
export const typedFilesOf = ({
  client,
  type,
  fields,
  uses,
  isSplit,
}: DrawnTyped): ReadonlyMap<string, string> => {
  const pod = TYPES[type](fields.map((name) => `${name}: ${FIELDS[name]}`))
  const types = `export type Status = 'RUNNING' | 'EXITED' | 'TERMINATED'\n${/^export .*Pod\b/m.test(pod) ? pod : `export ${pod}`}\n${INPUT}`
  const used = uses.map(
    (name, at) => `async function use${at}() {\n${typedUse(name, fields[at % fields.length] as Field)}\n}`,
  )
  const main = `export async function main() {\nawait seed()\n${used.map((_, at) => `await use${at}()`).join('\n')}\n}`
  const said = used.join('\n')
  const functions = typedFunctions(client)
  const file = (...parts: readonly string[]): string => `${parts.filter(Boolean).join('\n')}\n`
  if (!isSplit) return new Map([['program.ts', file(types, HEAD, functions, SEED, said, main)]])
  return new Map([
    ['types.ts', file(types)],
    ['client.ts', file(importOf(TYPE_NAMES.slice(0, 2), functions, './types', 'type '), HEAD, functions)],
    [
      'program.ts',
      file(
        importOf(FUNCTIONS, said, './client'),
        importOf(TYPE_NAMES, said, './types', 'type '),
        SEED,
        said,
        main,
      ),
    ],
  ])
}
