import { expect, test } from 'vitest'
import { fieldsOf } from './fields.ts'

const document = {
  components: {
    schemas: {
      Base: { type: 'object', properties: { id: { type: 'string', minLength: 1 } }, required: ['id'] },
      Node: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
        },
      },
      Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
      Choice: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Choice' }] },
    },
  },
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** `path type`, with `!` for required and `?` for nullable. */
const lines = (schema: unknown): string[] =>
  [...fieldsOf(document, schema)].map(
    ([path, { type, required, nullable }]) => `${path} ${type}${required ? '!' : ''}${nullable ? '?' : ''}`,
  )

test('references and compositions are followed, requirements of every part hold', () => {
  const schema = {
    allOf: [ref('Base'), { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }],
  }
  expect(lines(schema)).toEqual([' object!', 'n integer!', 'id string!'])
})

test.each([
  ['3.1 types', { type: ['string', 'null'] }],
  ['3.0 nullable', { type: 'string', nullable: true }],
  ['an alternative', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ['an alternative to a reference', { oneOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] }],
])('null is understood as %s', (_name, schema) => {
  expect(lines(schema)).toEqual([' string!?'])
})

test('a record is one whichever way it is written', () => {
  for (const schema of [
    { type: 'object', additionalProperties: { type: 'integer' } },
    { type: 'object', items: { type: 'integer' } },
  ])
    expect(lines(schema)).toEqual([' record!', '{} integer!'])
})

test('what only one alternative requires is not required, and their values add up', () => {
  const alternative = (value: string, own: string) => ({
    type: 'object',
    properties: { type: { enum: [value] }, [own]: { type: 'number' } },
    required: ['type', own],
  })
  const schema = { oneOf: [alternative('A', 'a'), alternative('B', 'b')] }
  expect(lines(schema)).toEqual([' object!', 'type string!', 'a number', 'b number'])
  expect(fieldsOf(document, schema).get('type')?.values).toEqual(['A', 'B'])
})

test('a property that two parts describe is held to both', () => {
  const limited = { allOf: [ref('Base'), { properties: { id: { maxLength: 5 } } }] }
  expect(fieldsOf(document, limited).get('id')?.limits).toEqual({ minLength: '1', maxLength: '5' })
})

test('a schema that contains itself is listed once over', () => {
  expect(lines(ref('Node'))).toEqual([' object!', 'name string', 'children array', 'children[] object!'])
})

test.each(['Loop', 'Choice'])('a schema made of itself is an error, not an endless walk: %s', (name) => {
  expect(() => lines(ref(name))).toThrow(/refers to itself/)
})
