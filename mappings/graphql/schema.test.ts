import { printSchema, validateSchema } from 'graphql'
import { expect, test } from 'vitest'
import { buildGraphqlSchema } from './schema.ts'

const schema = buildGraphqlSchema()
const sdl = printSchema(schema)

test('the schema built from the mapping is valid', () => {
  expect(validateSchema(schema)).toEqual([])
})

test.each([
  'saveTemplate(input: SaveTemplateInput): PodTemplate',
  'deleteTemplate(templateName: String): Void',
  'secretDelete(id: ID): Void',
  'deleteRegistryAuth(registryAuthId: String): Boolean',
  'deployCpuPod(input: deployCpuPodInput): Pod',
  'gpuTypes(input: GpuTypeFilter): [GpuType]!',
  'pods: [Pod!]!',
  'endpoints: [Endpoint]!',
  'endpoint(id: String!): Endpoint',
  'lowestPrice(input: GpuLowestPriceInput): LowestPrice',
  'clientBalance: Float',
  'spendLimit: Int',
  'port: Port',
  'config: JSON',
  'createdAt: DateTime!',
])('declares %s', (line) => {
  expect(sdl).toContain(line)
})
