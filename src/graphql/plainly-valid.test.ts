import * as fc from 'fast-check'
import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { tolerantRules } from '../../mappings/graphql/rules.ts'
import { buildGraphqlSchema } from '../../mappings/graphql/schema.ts'
import { documentWriter } from '../../test/support/graphql-documents.ts'
import { documentLimits, exceededLimit } from './limits.ts'
import { isPlainlyValid } from './plainly-valid.ts'

const schema = buildGraphqlSchema()
const flawsOf = (text: string) => validate(schema, parse(text), tolerantRules).map(({ message }) => message)
const isPlain = (text: string) => isPlainlyValid(schema, parse(text, { noLocation: true }))
const runs = process.env.UPSHIFT_LONG ? 10_000 : 500
const LONG = 200_000 // milliseconds

test('what is plainly valid has no flaw by the rules of graphql-js', { timeout: LONG }, () => {
  const seen = { plain: 0, flawed: 0 }
  fc.assert(
    fc.property(fc.gen(), (gen) => {
      const text = documentWriter(schema, (count) => gen(fc.nat, { max: count - 1 }), 'careless')()
      if (exceededLimit(parse(text), documentLimits)) return
      const flaws = flawsOf(text)
      if (isPlain(text)) expect({ text, flaws }).toEqual({ text, flaws: [] })
      seen[flaws.length > 0 ? 'flawed' : 'plain'] += 1
    }),
    { numRuns: runs },
  )
  // Both kinds came up often, or the law above said nothing.
  expect(Math.min(seen.plain, seen.flawed)).toBeGreaterThan(runs / 20)
})

test('a document written with care is plainly valid, whatever of the schema it asks for', {
  timeout: LONG,
}, () => {
  fc.assert(
    fc.property(fc.gen(), (gen) => {
      const text = documentWriter(schema, (count) => gen(fc.nat, { max: count - 1 }), 'careful')()
      if (exceededLimit(parse(text), documentLimits)) return
      expect({ text, flaws: flawsOf(text), plain: isPlain(text) }).toEqual({ text, flaws: [], plain: true })
    }),
    { numRuns: runs },
  )
})

test.each([
  'query ($a: Boolean!, $id: String!) { pod(input: {podId: $id}) { id @include(if: $a) ...F } } fragment F on Pod { name }',
  'mutation save($input: SaveTemplateInput!) { saveTemplate(input: $input) { id env { key value } ... on PodTemplate { name } } }',
  'mutation { podStop(input: {podId: "p"}) { id desiredStatus } }',
  '{ a: myself { id pods { id } } b: myself { pods { __typename } } }',
  'query one { myself { id } } query two { myself { id pods { id } pods { name } } }',
  'query ($used: String, $unused: Int) { pod(input: {podId: $used}) { id } }',
])('%s', (text) => {
  expect({ flaws: flawsOf(text), plain: isPlain(text) }).toEqual({ flaws: [], plain: true })
})

/** Each breaks one rule of graphql-js, or one of ours. */
test.each([
  'type T { a: Int }',
  '{ myself { id } } query named { myself { id } }',
  'query a { myself { id } } query a { myself { id } }',
  '{ myself }',
  '{ myself { id { id } } }',
  '{ nothing }',
  '{ __schema { types { name } } }',
  '{ __typename { id } }',
  '{ myself { ...Gone } }',
  '{ myself { ... on Gone { id } } }',
  '{ myself { ... on Pod { id } } }',
  '{ myself { ...F } } fragment F on Pod { id }',
  '{ myself { ...F } } fragment F on User { id } fragment F on User { id }',
  '{ myself { id } } fragment F on User { gone }',
  '{ myself { id @gone } }',
  '{ myself { id @include } }',
  '{ myself { id @include(if: "yes") } }',
  '{ myself { id @include(if: true) @include(if: true) } }',
  '{ myself { id @include(if: true, if: true) } }',
  '{ myself { id @deprecated } }',
  'query @include(if: true) { myself { id } }',
  'query ($a: Boolean @include(if: true)) { myself { id @skip(if: $a) } }',
  'query ($a: Gone) { myself { id } }',
  'query ($a: Pod) { myself { id } }',
  'query ($a: Int = "one") { myself { id } }',
  'query ($a: Int, $a: Int) { myself { id } }',
  'query ($a: Int) { pod(input: {podId: $a}) { id } }',
  'query ($a: [String]) { pod(input: {podId: $a}) { id } }',
  'query { pod(input: {podId: $a}) { id } }',
  'query { myself { id @include(if: $a) } }',
  '{ myself { endpoint { id } } }',
  '{ myself { endpoint(id: null) { id } } }',
  '{ pod(input: "p") { id } }',
  '{ pod(input: [{podId: "p"}]) { id } }',
  '{ pod(input: {podId: 1.5}) { id } }',
  '{ pod(input: {podId: "p", podId: "p"}) { id } }',
  '{ pod(input: {podId: "p", gone: 1}) { id } }',
  '{ pod(input: {}, input: {}) { id } }',
  '{ pod(input: {podId: "p"}, gone: 1) { id } }',
  '{ myself(gone: 1) { id } }',
  '{ myself { x: id x: email } }',
  '{ pod(input: {podId: "p"}) { id } pod(input: {podId: "q"}) { id } }',
  '{ myself { pods { x: id } } myself { pods { x: name } } }',
  '{ myself { pods { x: id } ...F } } fragment F on User { pods { x: name } }',
  'mutation { podFindAndDeployOnDemand(input: {cloudType: "ALL"}) { id } }',
  'mutation { podFindAndDeployOnDemand(input: {gpuCount: "1"}) { id } }',
])('is not plain: %s', (text) => {
  expect({ plain: isPlain(text), flawed: flawsOf(text).length > 0 }).toEqual({ plain: false, flawed: true })
})
