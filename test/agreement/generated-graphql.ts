import fc from 'fast-check'
import {
  astFromValue,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isObjectType,
  isRequiredArgument,
  print,
} from 'graphql'
import type { z } from 'zod'
import { graphqlResource } from '../../codemods/rewrite/graphql/graphql-resources.ts'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { type RestCall, restCalls } from '../../mappings/graphql/calls.ts'
import { buildGraphqlSchema } from '../../mappings/graphql/schema.ts'
import { arbitraryFor } from '../support/arbitrary.ts'
import { MADE } from './made.ts'

type Json = Record<string, unknown>

const schema = buildGraphqlSchema()

/** What each field's input must say, whatever else it says. `@id` is the object made for the call. */
const least: Readonly<Record<string, Json>> = {
  podFindAndDeployOnDemand: {
    name: 'n',
    imageName: 'pytorch',
    gpuTypeId: 'NVIDIA L4',
    gpuCount: 1,
    cloudType: 'SECURE',
    containerDiskInGb: 10,
    volumeInGb: 0,
  },
  deployCpuPod: { instanceId: 'cpu3c-2-4', imageName: 'pytorch', containerDiskInGb: 10 },
  saveTemplate: {
    name: 'n',
    imageName: 'pytorch',
    containerDiskInGb: 10,
    volumeInGb: 0,
    env: [],
    dockerArgs: '',
  },
  saveEndpoint: {
    name: 'n',
    templateId: '@id',
    gpuIds: 'AMPERE_24',
    workersMin: 0,
    workersMax: 1,
    env: [{ key: 'A', value: '1' }],
    template: { imageName: 'pytorch', containerDiskInGb: 10, env: [{ key: 'B', value: '2' }] },
  },
  createNetworkVolume: { name: 'n', size: 10, dataCenterId: 'EU-RO-1' },
  updateNetworkVolume: { id: '@id', size: 40 },
  saveRegistryAuth: { name: 'n', username: 'u', password: 'p' },
  podEditJob: { podId: '@id', imageName: 'pytorch', containerDiskInGb: 10 },
  podResume: { podId: '@id', gpuCount: 1 },
  updateUserSettings: { pubKey: 'ssh-ed25519 AAAA one\n# none\n\nssh-rsa BBBB two' },
}

/** The v2 object that a call is about: made before it, straight at v2. */
const needs: Readonly<Record<string, string>> = {
  pod: 'pods',
  podStop: 'pods',
  podResume: 'pods',
  podTerminate: 'pods',
  podEditJob: 'pods',
  saveEndpoint: 'templates',
  podTemplate: 'templates',
  deleteEndpoint: 'serverless',
  'myself.endpoint': 'serverless',
  deleteTemplate: 'templates',
  updateNetworkVolume: 'network-volumes',
  deleteNetworkVolume: 'network-volumes',
  deleteRegistryAuth: 'registries',
}

/** What is refused, and what is lost: while the old API lives, the proxy asks that one for what v2 would lose. */
const blocking = ['REFUSED', 'UNREADABLE', 'UNKNOWN_FIELD', 'DROPPED', 'LOSSY']

/** Without what the rows refuse. */
const taken = (facet: CompiledFacet, body: Json, given: Json): Json => {
  const refused = facet.up(body).findings.filter(({ code }) => blocking.includes(code))
  const names = new Set(refused.map(({ at }) => at.split(/[.[]/)[0]))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name) || name in given))
}

/** An input of a few fields that the rows take. */
const inputOf = (field: string, call: RestCall): fc.Arbitrary<Json> => {
  const given = least[field] ?? { [call.id?.replace('input.', '') ?? 'id']: '@id' }
  const facet = call.resource && call.body ? graphqlResource(call.resource)?.[call.body.facet] : undefined
  if (!facet) return fc.constant(given)
  return (arbitraryFor(facet.shapes[0] as z.ZodType) as fc.Arbitrary<Json>)
    .chain((body) =>
      fc
        .subarray(Object.entries(body), { maxLength: Math.min(3, Object.keys(body).length) })
        .map((some) => ({ ...Object.fromEntries(some), ...given }) as Json),
    )
    .map((body) => taken(facet, body, given))
}

/** Some of what can be asked of a type, a few levels deep. */
const selectionOf = (type: GraphQLOutputType, depth: number): fc.Arbitrary<string> => {
  const named = getNamedType(type)
  if (!isObjectType(named)) return fc.constant('')
  const fields = Object.values(named.getFields()).filter(
    (one) => !one.args.some(isRequiredArgument) && (depth > 0 || !isObjectType(getNamedType(one.type))),
  )
  return fc
    .subarray(fields, { minLength: 1, maxLength: Math.min(5, fields.length) })
    .chain((some) =>
      fc
        .tuple(...some.map((one) => selectionOf(one.type, depth - 1).map((inner) => `${one.name} ${inner}`)))
        .map((texts) => `{ ${texts.join(' ')} }`),
    )
}

const rootOf = (field: string): GraphQLField<unknown, unknown> => {
  const [parent, child] = field.split('.')
  const roots = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() }
  const root = roots[parent as string] as GraphQLField<unknown, unknown>
  if (child === undefined) return root
  const type = getNamedType(root.type)
  return (isObjectType(type) ? type.getFields()[child] : undefined) as GraphQLField<unknown, unknown>
}

/** One call: its document and its variables, where it has some. */
export interface GeneratedCall {
  readonly field: string
  readonly document: string
  readonly variables: Json | undefined
  /** The collection of v2 that an object is made in first. */
  readonly needs: string | undefined
}

const callOf = (field: string, call: RestCall): fc.Arbitrary<GeneratedCall> => {
  const root = rootOf(field)
  const isMutation = schema.getMutationType()?.getFields()[field] !== undefined
  return fc
    .record({ input: inputOf(field, call), selection: selectionOf(root.type, 2), inline: fc.boolean() })
    .map(({ input, selection, inline }) => {
      const [argument] = call.id || call.body || field === 'deleteTemplate' ? root.args : []
      const value = argument?.name === 'input' ? input : '@id'
      const text =
        argument && (inline ? print(astFromValue(value, argument.type) as never) : `$${argument.name}`)
      const asked = `${argument ? `(${argument.name}: ${text})` : ''} ${selection}`
      const [parent, child] = field.split('.')
      const body = child === undefined ? `${parent}${asked}` : `${parent} { ${child}${asked} }`
      const declared = argument && !inline ? ` Op($${argument.name}: ${String(argument.type)})` : ''
      return {
        field,
        document: `${isMutation ? 'mutation' : 'query'}${declared} { ${body} }`,
        variables: argument && !inline ? { [argument.name]: value } : undefined,
        needs: needs[field],
      }
    })
}

const FIRST = Object.fromEntries(Object.entries(MADE).map(([where, [body]]) => [where, body]))

const HEAD = `const KEY = process.env.RUNPOD_API_KEY
const MADE = ${JSON.stringify(FIRST)}
let count = 0
const made = async (where) => {
  const answer = await fetch(\`https://api.runpod.io/v2/\${where}\`, { method: 'POST', headers: { Authorization: \`Bearer \${KEY}\`, 'Content-Type': 'application/json' }, body: JSON.stringify({ ...MADE[where], name: \`made\${count++}\` }) })
  if (!answer.ok) throw new Error(\`\${where}: \${await answer.text()}\`)
  return answer.json()
}
const post = async (query, variables) => {
  const answer = await fetch('https://api.runpod.io/graphql', { method: 'POST', headers: { Authorization: \`Bearer \${KEY}\`, 'Content-Type': 'application/json' }, body: JSON.stringify({ query, variables }) })
  const { data, errors } = await answer.json()
  if (errors) throw new Error(errors[0].message)
  return data
}
const tried = async (name, run) => {
  try {
    console.log(name, JSON.stringify(await run()))
  } catch (error) {
    console.log(name, 'threw', error.message)
  }
}
`

const lineOf = ({ field, document, variables, needs: where }: GeneratedCall, index: number): string => {
  const id = where === undefined ? "''" : field === 'deleteTemplate' ? 'object.name' : 'object.id'
  const text = document.replaceAll('"@id"', `"\${${id}}"`)
  const json = variables && JSON.stringify(variables).replaceAll('"@id"', id)
  const given = index % 2 === 0 ? json : json?.replace(/"(\w+)":/g, '$1: ')
  const call = `post(\`${text}\`${given === undefined ? '' : `, ${given}`})`
  return `const call${index} = async (object) => tried('${index} ${field}', async () => ${call})`
}

/** A program that makes the calls one after the other, each of its own object, one a line from `firstLine` on. */
export const programOf = (calls: readonly GeneratedCall[]): string =>
  [
    HEAD + calls.map(lineOf).join('\n'),
    'export async function main() {',
    ...calls.map(
      ({ needs: where }, index) => `  await call${index}(${where ? `await made('${where}')` : ''})`,
    ),
    '}',
    '',
  ].join('\n')

/** The line of the first call. */
export const firstLine = HEAD.split('\n').length

/** Calls of every GraphQL field that REST v2 does the work of, drawn from a seed. */
export const generatedCalls = (seed: number, each: number): readonly (readonly [string, GeneratedCall[]])[] =>
  Object.entries(restCalls).map(([field, call]) => [
    field,
    fc.sample(callOf(field, call), { seed, numRuns: each }).map((one) => ({
      ...one,
      document: one.document.replaceAll('`', "'").replaceAll('${', '$'),
    })),
  ])
