import * as fc from 'fast-check'
import { execute, parse } from 'graphql'
import { expect, test } from 'vitest'
import { buildGraphqlSchema } from '../../mappings/graphql/schema.ts'
import { completeObject } from './complete.ts'
import { readDocument } from './document.ts'
import { documentLimits } from './limits.ts'
import { includedWith } from './plan.ts'
import { compileSelection } from './selection.ts'
import { compileVariables } from './variables.ts'

const schema = buildGraphqlSchema()

/** Values as a careless service might answer them: some null, some of the wrong type. */
const scalar = fc.oneof(
  fc.constant(null),
  fc.constant(undefined),
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
)
const template = fc.record({
  id: scalar,
  name: scalar,
  containerDiskInGb: scalar,
  isServerless: scalar,
  env: fc.oneof(
    fc.constant(null),
    fc.array(fc.oneof(fc.constant(null), fc.record({ key: scalar, value: scalar }))),
  ),
})
const pod = fc.record({
  id: scalar,
  gpuCount: scalar,
  desiredStatus: fc.oneof(scalar, fc.constantFrom('RUNNING', 'EXITED')),
  ports: scalar,
  machine: fc.oneof(fc.constant(null), fc.record({ id: scalar, location: scalar, secureCloud: scalar })),
  gpus: fc.oneof(fc.constant(null), fc.array(fc.record({ id: scalar }))),
})
const source = fc.record({
  pod: fc.oneof(fc.constant(null), pod),
  podTemplate: fc.oneof(fc.constant(null), template),
  myself: fc.record({
    pods: fc.oneof(fc.constant(null), fc.array(pod, { maxLength: 3 })),
    podTemplates: fc.array(template, { maxLength: 3 }),
  }),
})

const podField = fc.constantFrom(
  'id',
  'a: id',
  'gpuCount',
  'desiredStatus',
  'ports',
  'gpus { id }',
  'machine { id }',
  'machine { location __typename }',
  '... on Pod { machine { secureCloud } }',
  '...P',
  'gpuCount @include(if: $yes)',
  'id @skip(if: $yes)',
)
const templateField = fc.constantFrom(
  'id',
  'name,',
  'disk: containerDiskInGb',
  'isServerless',
  'env { key }',
  'env { value }',
  '__typename',
)
const fields = (one: fc.Arbitrary<string>) =>
  fc.array(one, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
const document = fc
  .record({
    pod: fields(podField),
    list: fields(podField),
    template: fields(templateField),
    mine: fields(templateField),
  })
  .map(
    (part) =>
      `query ($yes: Boolean) { pod(input: {podId: "x"}) { ${part.pod} } again: podTemplate(id: "t") { ${part.template} } myself { pods { ${part.list} } podTemplates { ${part.mine} } } } fragment P on Pod { name: ports gpus { id } }`,
  )

test('shapes an answer as graphql-js does', () => {
  fc.assert(
    fc.property(document, source, fc.boolean(), (text, value, yes) => {
      const read = readDocument(schema, text, documentLimits)
      fc.pre(read.flaws.length === 0)
      const [operation] = read.operations
      const { values } = compileVariables(schema, operation!)({ yes })
      const context = { fragments: read.fragments, included: includedWith(values) }
      const selection = compileSelection(schema.getQueryType()!, [operation!.selectionSet], context)
      const faults: { path: (string | number)[]; message: string }[] = []
      const data = completeObject(selection, value, { variables: values, faults })
      const expected = execute({
        schema,
        document: parse(text),
        rootValue: value,
        variableValues: { yes },
      }) as {
        data: unknown
        errors?: readonly { path: unknown; message: string }[]
      }
      expect(JSON.parse(JSON.stringify(data))).toEqual(JSON.parse(JSON.stringify(expected.data)))
      const told = (expected.errors ?? []).map(({ path, message }) => JSON.stringify([path, message])).sort()
      expect(faults.map(({ path, message }) => JSON.stringify([path, message])).sort()).toEqual(told)
    }),
    { numRuns: 300 },
  )
})
