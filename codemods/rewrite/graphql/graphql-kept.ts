import { restCalls } from '../../../mappings/graphql/calls.ts'
import { WRAP_KINDS } from '../mapper/around/mapper-wrap.ts'
import { callMapper, type Mapper, mapperFor, wrapMapper } from '../mapper/mapper.ts'
import { saysIn } from '../mapper/rows/mapper-shape.ts'
import { graphqlResource } from './graphql-resources.ts'

/** Fields that no row fills, with how a module says them: as it is printed, and as it was. */
const SERVED = [
  ['lowestPrice', /\.\.\.pricesOf\(|, lowestPrice:/],
  ['gpuAvailability', /, gpuAvailability:/],
] as const

/** Every function for GraphQL that a module may hold, with the fields that its text reads. */
export const graphqlMappers = (text: string): Mapper[] => {
  const read = [
    ...text.matchAll(/put\(old, ['"]([\w.]+)['"](?!, \{\}\))|\bold\.(\w+) (?:\?\?|\|\|)?= (?!null)/g),
  ].map(([, path, name]) => (path ?? name) as string)
  const fields = [...SERVED.flatMap(([name, said]) => (said.test(text) ? name : [])), ...read]
  const carries = text.includes('const accessOf =') ? ({ carries: true } as const) : {}
  const calls = Object.entries(restCalls).map(([field, call]) => {
    const resource = call.resource ? graphqlResource(call.resource) : undefined
    const says = resource && call.body && saysIn(text, mapperFor(resource, call.body.facet).name)
    return { ...callMapper(field, call, resource, fields), ...carries, ...(says ? { says } : {}) }
  })
  return [...calls, ...WRAP_KINDS.map(wrapMapper)]
}
