import { expect, test } from 'vitest'
import { z } from 'zod'
import { graphqlTypes } from './graphql/types.ts'
import { beyondSpec } from './marks.ts'
import * as v1 from './v1/index.ts'
import * as v2 from './v2/index.ts'
import { leafPaths, leaves, nodes, parentOf } from './walk.ts'

const paths = (schema: z.ZodType) => leaves(schema).map(({ path }) => path)

test('names what lies in objects, arrays and records by one dotted path', () => {
  const schema = z.object({
    name: z.string(),
    mounts: z.object({ network: z.array(z.object({ path: z.string() })) }),
    env: z.record(z.string(), z.string()),
    ports: z.array(z.string()),
  })
  expect(paths(schema)).toEqual(['name', 'mounts.network[].path', 'env{}', 'ports[]'])
})

test('a leaf inside an optional object is optional, a nullable one says so', () => {
  const schema = z.object({ gpu: z.object({ id: z.string().nullable() }).optional(), n: z.int() })
  expect(leaves(schema)).toEqual([
    { path: 'gpu.id', type: 'string', optional: true, nullable: true },
    { path: 'n', type: 'integer', optional: false, nullable: false },
  ])
})

test('alternatives merge by path: values are joined, what only one has is optional', () => {
  const schema = z.object({
    scaling: z.union([
      z.strictObject({ type: z.literal('A'), delay: z.number() }),
      z.strictObject({ type: z.literal('B'), count: z.int() }),
    ]),
  })
  const found = leaves(schema)
  expect(found.map(({ path, optional }) => [path, optional])).toEqual([
    ['scaling.type', false],
    ['scaling.delay', true],
    ['scaling.count', true],
  ])
  expect(found[0]?.values).toEqual(['A', 'B'])
})

test('null as an alternative makes the field nullable and is no leaf of its own', () => {
  expect(leaves(z.object({ ssh: z.union([z.object({ host: z.string() }), z.null()]) }))).toEqual([
    { path: 'ssh.host', type: 'string', optional: false, nullable: false },
  ])
})

test('a mark survives optional and covers what lies in it; a tolerated alternative does not mark the field', () => {
  const schema = z.object({
    extra: beyondSpec(z.object({ key: z.string() }), 'seen').optional(),
    ports: z.union([z.array(z.string()), beyondSpec(z.string(), 'seen')]),
  })
  const byPath = new Map(nodes(schema, 'input').map((found) => [found.path, found.beyondSpec]))
  expect(byPath.get('extra.key')).toBe('seen')
  expect(byPath.get('ports')).toBeUndefined()
  expect(byPath.get('ports[]')).toBeUndefined()
})

test('both ends of a conversion can be looked at', () => {
  const schema = z.object({
    ports: z.codec(z.string(), z.array(z.string()), { decode: () => [], encode: () => '' }),
  })
  expect(leaves(schema, 'input').map(({ path }) => path)).toEqual(['ports'])
  expect(leaves(schema, 'output').map(({ path }) => path)).toEqual(['ports[]'])
})

test('parents are found through every kind of step', () => {
  expect(['a.b[].c', 'a.b[]', 'a.b', 'a', 'env{}'].map(parentOf)).toEqual(['a.b[]', 'a.b', 'a', '', 'env'])
})

test('templates of both versions are listed whole', () => {
  expect(paths(v2.TemplateCreate)).toEqual(
    expect.arrayContaining(['image', 'env{}', 'registry', 'mounts.persistent.size', 'allowedCudaVersions[]']),
  )
  expect(paths(v1.TemplateCreate)).toEqual(
    expect.arrayContaining(['imageName', 'env{}', 'ports[]', 'dockerStartCmd[]', 'volumeInGb']),
  )
})

test('the paths alone are those of the leaves, in their order', () => {
  const open = z.union([z.null(), z.unknown(), z.object({ a: z.string().nullish() })])
  const odd = z.object({
    open,
    empty: z.object({}),
    nothing: z.union([z.null()]),
    rows: z.array(z.array(open)),
    byName: z.record(z.string(), z.object({ b: z.array(z.int()).default([]) })),
  })
  const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType
  const all = [odd, ...[v1, v2, graphqlTypes].flatMap((shapes) => Object.values(shapes).filter(isSchema))]
  expect(all.length).toBeGreaterThan(100)
  for (const schema of all) expect(leafPaths(schema)).toEqual(paths(schema))
})
