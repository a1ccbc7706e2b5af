import * as fc from 'fast-check'
import {
  coerceInputValue,
  type GraphQLInputType,
  GraphQLList,
  type GraphQLNamedInputType,
  GraphQLNonNull,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
} from 'graphql'
import { expect, test } from 'vitest'
import { buildGraphqlSchema } from '../../mappings/graphql/schema.ts'
import { withoutNulls } from './arguments.ts'
import { ODD, plainInput } from './plain-input.ts'

const named = Object.values(buildGraphqlSchema().getTypeMap()).flatMap((type) =>
  isInputType(type) ? [type as GraphQLNamedInputType] : [],
)
const types = named.flatMap((type): GraphQLInputType[] => [
  type,
  new GraphQLNonNull(type),
  new GraphQLList(type),
  new GraphQLList(new GraphQLNonNull(type)),
])

const anything = fc.oneof(fc.constant(null), fc.constant(undefined), fc.jsonValue({ maxDepth: 2 }))

/** Values of a type, mostly: now and then one of another kind, a field too many or one too few. */
const valuesOf = (type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> => {
  const careless = (usual: fc.Arbitrary<unknown>) =>
    fc.oneof({ arbitrary: usual, weight: 20 }, { arbitrary: anything, weight: 1 })
  if (isNonNullType(type)) return valuesOf(type.ofType, depth)
  if (isListType(type)) return careless(fc.array(valuesOf(type.ofType, depth + 1), { maxLength: 2 }))
  if (isEnumType(type)) return careless(fc.constantFrom(...type.getValues().map(({ name }) => name)))
  if (!isInputObjectType(type)) return careless(scalars[type.name] ?? anything)
  if (depth > 3) return fc.constant(null)
  const fields = Object.values(type.getFields())
  const shape = Object.fromEntries(fields.map((field) => [field.name, valuesOf(field.type, depth + 1)]))
  const requiredKeys = fields.filter((field) => isNonNullType(field.type)).map(({ name }) => name)
  return careless(fc.record(shape, { requiredKeys }))
}
const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  String: fc.string(),
  ID: fc.oneof(fc.string(), fc.integer()),
  Int: fc.integer(),
  Float: fc.double({ noNaN: true, noDefaultInfinity: true }),
  Boolean: fc.boolean(),
}

const runs = process.env.UPSHIFT_LONG ? 20_000 : 3_000

test('a plain value is read as graphql-js reads it, and what it refuses is never plain', () => {
  const seen = { plain: 0, odd: 0 }
  const one = fc.constantFrom(...types).chain((type) => valuesOf(type).map((value) => [type, value] as const))
  fc.assert(
    fc.property(one, ([type, value]) => {
      const read = plainInput(type)(value)
      if (read === ODD) {
        seen.odd += 1
        return
      }
      seen.plain += 1
      const faults: string[] = []
      const expected = coerceInputValue(value, type, (_path, _value, { message }) => faults.push(message))
      expect({ type: String(type), value, faults }).toEqual({ type: String(type), value, faults: [] })
      expect(read ?? null).toStrictEqual(withoutNulls(expected) ?? null)
    }),
    { numRuns: runs },
  )
  // Both kinds came up often, or the law above said nothing.
  expect(Math.min(seen.plain, seen.odd)).toBeGreaterThan(runs / 30)
})

test('what a careful client sends is plain', () => {
  const type = named.find(({ name }) => name === 'SaveTemplateInput')
  const input = {
    name: 'n',
    imageName: 'i',
    containerDiskInGb: 5,
    volumeInGb: 0,
    dockerArgs: '',
    readme: null,
  }
  expect(type && plainInput(type)({ ...input, env: [{ key: 'A', value: 'b' }] })).toEqual({
    ...{ name: 'n', imageName: 'i', containerDiskInGb: 5, volumeInGb: 0, dockerArgs: '' },
    env: [{ key: 'A', value: 'b' }],
  })
})
