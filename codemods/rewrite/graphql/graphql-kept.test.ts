import { expect, test } from 'vitest'
import { restCalls } from '../../../mappings/graphql/calls.ts'
import { fitModule } from '../fit/fit-lines.ts'
import { callMapper, wrapMapper } from '../mapper/mapper.ts'
import { keptMappers } from '../mapper/module/kept-mappers.ts'
import { printModule } from '../mapper/module/mapper-module.ts'
import { graphqlMappers } from './graphql-kept.ts'
import { graphqlResource } from './graphql-resources.ts'

test('a later run prints a module as it found it', () => {
  const style = { newline: '\n', indent: '  ', quote: "'", semicolon: '' } as const
  const call = (field: string, fields: string[]) => {
    const rest = restCalls[field] as NonNullable<(typeof restCalls)[string]>
    return callMapper(field, rest, graphqlResource(rest.resource ?? ''), fields)
  }
  const mappers = [
    call('podStop', ['id', 'desiredStatus', 'runtime.ports.ip']),
    call('gpuTypes', ['id', 'lowestPrice.stockStatus']),
    wrapMapper('answer'),
  ]
  const text = printModule(mappers, 'esm', style)
  const kept = graphqlMappers(text).filter(({ name }) => text.includes(`export const ${name} =`))
  expect(printModule(kept, 'esm', style).split('\n').sort()).toEqual(text.split('\n').sort())

  // as narrow as a program may be
  const page = { width: 40, style, comma: ',', argumentComma: ',' } as const
  const narrow = fitModule({ path: '/upshift.v2.mjs', after: text }, page)
  expect(narrow.split('\n').length).toBeGreaterThan(text.split('\n').length)
  const again = printModule(keptMappers(narrow, []), 'esm', style)
  expect(again.split('\n').sort()).toEqual(text.split('\n').sort())
})
