import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { restCalls } from '../../../mappings/graphql/calls.ts'
import { resources, routes } from '../../../mappings/v1/index.ts'
import { loadSources, noAlias } from '../../project/parse/program.ts'
import { hostsWith } from '../../sites/texts/locate.ts'
import { graphqlResource } from '../graphql/graphql-resources.ts'
import { rewrite } from '../rewrite.ts'
import { WRAP_KINDS } from './around/mapper-wrap.ts'
import { callMapper, mapperFor, wrapMapper } from './mapper.ts'
import { printModule } from './module/mapper-module.ts'

/** The module that a program gets. */
const moduleFor = (text: string, path = '/code/a.ts'): string => {
  const sources = loadSources([path], noAlias, () => text)
  const { changes } = rewrite(sources, { routes, hosts: hostsWith(), root: '/code' })
  return changes.find((change) => change.before === undefined)?.after ?? ''
}

const GQL = `const KEY = process.env.RUNPOD_API_KEY!
const gql = async (query: string) => {
  const r = await fetch('https://api.runpod.io/graphql?api_key=' + KEY, { method: 'POST', body: JSON.stringify({ query }) })
  return (await r.json()).data
}
`

test('one function serves every call of it, whatever each selects', () => {
  const text = moduleFor(`${GQL}
export const ports = (id: string) => gql(\`{ pod(input: { podId: "\${id}" }) { id runtime { ports { ip } } } }\`)
export const state = (id: string) => gql(\`{ pod(input: { podId: "\${id}" }) { desiredStatus } }\`)
`)
  const set = [...text.matchAll(/put\(\s*old,\s*'([\w.]+)'/g)].map(([, field]) => field)
  expect(set).toEqual(expect.arrayContaining(['id', 'runtime.ports', 'desiredStatus']))
})

test('only what is imported is exported', () => {
  const text = moduleFor(`const headers = { Authorization: 'Bearer k' }
export const pods = async () => (await fetch('https://rest.runpod.io/v1/pods', { headers })).json()
`)
  expect([...text.matchAll(/export const (\w+)/g)].map(([, name]) => name)).toEqual(['podsFromV2'])
  expect(text).toContain('const podFromV2 = ')
})

test('a deploy says that its type is GPU, and is not refused for it; a price ceiling is', () => {
  const text =
    moduleFor(`${GQL.replace('(query: string)', '(query: string, variables: object)').replace('{ query }', '{ query, variables }')}
export const deploy = (input: object) =>
  gql('mutation($input: PodFindAndDeployOnDemandInput) { podFindAndDeployOnDemand(input: $input) { id } }', { input })
`)
  expect(text).toMatch(/refuse\(\s*'computeType',\s*old\.computeType,\s*\(value\) =>\s*value === 'GPU' \|\|/)
  expect(text).toMatch(
    /refuse\(\s*'deployCost',\s*old\.deployCost,\s*\(\) => false,\s*'v2 takes no price ceiling/,
  )
})

test('every function for GraphQL is plain JavaScript where the program is', () => {
  const style = { newline: '\n', indent: '  ', quote: "'", semicolon: ';' } as const
  const calls = Object.entries(restCalls).map(([field, call]) =>
    callMapper(field, call, call.resource ? graphqlResource(call.resource) : undefined),
  )
  const text = printModule([...calls, ...WRAP_KINDS.map(wrapMapper)], 'cjs', style)
  expect(() => new Script(text)).not.toThrow()
})

const deploy = (input: string): string =>
  `${GQL.replace('(query: string)', '(query: string, variables: object)').replace('{ query }', '{ query, variables }')}
export const deploy = (name: string) =>
  gql('mutation($input: PodFindAndDeployOnDemandInput) { podFindAndDeployOnDemand(input: $input) { id } }', { input: ${input} })
`
const puts = (text: string): string[] =>
  [...text.matchAll(/\bput\(v2, '([\w.]+)'/g)].map(([, path]) => path as string)

test('a body whose fields are written out is turned by what these need, and by what v1 gave in place of others', () => {
  const text = moduleFor(deploy(`{ name, imageName: 'i', gpuTypeId: 'NVIDIA A40', volumeInGb: 20 }`))
  expect(puts(text)).toEqual([
    'name',
    'image',
    'cloud',
    'mounts.persistent.size',
    'mounts.persistent.path',
    'gpu.id',
    'gpu.count',
  ])
  expect(text).toContain(', for callers that say name, imageName, gpuTypeId, volumeInGb, cloudType. */')
  expect(text).not.toContain('refuse(')
  expect(text).toContain(
    "keepUnknown(old, v2, ['cloudType', 'name', 'imageName', 'volumeInGb', 'gpuTypeId'])",
  )
})

test('what is spread into a body may say anything', () => {
  expect(moduleFor(deploy(`{ name, ...extra }`))).toMatch(/refuse\(\s*'stopAfter'/)
})

test('a second program adds what it says to the function that is there', () => {
  const path = '/code/b.ts'
  const before = moduleFor(deploy(`{ name, imageName: 'i', gpuTypeId: 'NVIDIA A40' }`))
  const text = deploy(`{ name, templateId: 't', gpuTypeId: 'NVIDIA A40' }`)
  const { changes } = rewrite(
    loadSources([path], noAlias, () => text),
    {
      routes,
      hosts: hostsWith(),
      root: '/code',
      read: () => before,
    },
  )
  const after = changes.find((change) => change.path.endsWith('upshift.v2.ts'))?.after ?? ''
  expect(puts(after)).toEqual(expect.arrayContaining(['image', 'templateId', 'gpu.id']))
  expect(after).not.toContain('refuse(')
})

test('a program is told of v2, not of what a proxy does about it, in blocks that a hand would have written', () => {
  const style = { newline: '\n', indent: '  ', quote: "'", semicolon: '' } as const
  const bodies = resources.flatMap((one) => [
    ...(one.create ? [mapperFor(one, 'create')] : []),
    ...(one.update ? [mapperFor(one, 'update')] : []),
    ...(one.read ? [mapperFor(one, 'read')] : []),
  ])
  const text = printModule(bodies, 'esm', style)
  expect(text).not.toMatch(/\bproxy\b|looked up in the catalog|are sent'/)
  expect(text).not.toMatch(/^\s*\{$/m)
  expect(text).not.toMatch(/else \{\n\s*if \([^\n]*\{\n(?:\s+[^\n]*\n)*?\s*\}\n\s*\}/)
})

test('a function takes apart only what it reads, and no table says a pair twice', () => {
  const text = moduleFor(`${GQL}
export const types = () => gql('{ gpuTypes { id displayName } }')
export const places = () => gql('{ dataCenters { id } }')
export const save = (name: string) =>
  gql(\`mutation { saveEndpoint(input: { name: "\${name}", templateId: "t", gpuIds: "AMPERE_24" }) { id } }\`)
`)
  expect(text).toContain(
    'gpuTypesV2 = async <T = any>(\n  apiKey: string | null | undefined,\n  { input }: any,\n  fields',
  )
  expect(text).toContain(
    'dataCentersV2 = async <T = any>(\n  apiKey: string | null | undefined,\n  _: any,\n  fields',
  )
  expect(text).toContain('/** An endpoint of v2 as GraphQL said it')
  const pairs = text.match(/^ {2}\['[\w.]+', '\w+'\],$/gm) ?? []
  expect(pairs).not.toHaveLength(0)
  expect(new Set(pairs).size).toBe(pairs.length)
})
