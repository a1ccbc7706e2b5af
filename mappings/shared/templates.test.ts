import { expect, test } from 'vitest'
import { flatRows } from '../dsl/flat-rows.ts'
import { graphqlTemplates } from '../graphql/template-rows.ts'
import { mountedAt, wholeMount } from './templates.ts'

test('a template without a volume has its first one where the row of a new one puts it', () => {
  const rows = flatRows(graphqlTemplates.create.plan.rows)
  const defaults = rows.flatMap((row) =>
    row.kind === 'field' && row.v2 === 'mounts.persistent.path' && row.or !== undefined ? [row.or] : [],
  )
  expect(new Set(defaults)).toEqual(new Set([mountedAt([], 't')]))
})

test('a volume is changed where it is, unless its place is said', () => {
  const templates = [{ id: 't', mounts: { persistent: { size: 10, path: '/data' } } }]
  expect(wholeMount({ volumeInGb: 20 }, templates, 't')).toEqual({ volumeInGb: 20, volumeMountPath: '/data' })
  const said = { volumeInGb: 20, volumeMountPath: '/other' }
  expect(wholeMount(said, templates, 't')).toEqual(said)
  expect(wholeMount({ name: 'n' }, templates, 't')).toEqual({ name: 'n' })
})
