import type { Route } from '../../../../mappings/dsl/route.ts'
import { graphqlMappers } from '../../graphql/graphql-kept.ts'
import { addressMapper, filtersName, listsMapper, type Mapper, mappersOf, schemaMapper } from '../mapper.ts'
import { saysIn } from '../rows/mapper-shape.ts'

/** The mappers of a module from an earlier run, which are still called. */
export const keptMappers = (module: string | undefined, routes: readonly Route[]): Mapper[] => {
  if (module === undefined) return []
  const text = joined(module)
  const isThere = (name: string): boolean => text.includes(`const ${name} =`)
  const listed = /^(?:module\.exports|export) = \{(.*)\}/m.exec(text)?.[1]?.split(',') ?? []
  const names = new Set(listed.map((name) => name.trim()))
  const all = routes.flatMap(mappersOf)
  return [...all, ...listsIn(text, all), ...graphqlMappers(text), addressMapper, schemaMapper]
    .filter(({ name }) => text.includes(`export const ${name} =`) || names.has(name))
    .map((mapper) =>
      mapper.use === 'list' && isThere(filtersName(mapper.mapping)) ? { ...mapper, filters: true } : mapper,
    )
    .map((mapper) => withSays(mapper, text))
    .sort((a, b) => placeOf(text, a) - placeOf(text, b))
}

/** Where a function stands by now: there it stays. */
const placeOf = (text: string, { name }: Mapper): number => text.indexOf(`const ${name} =`)

/** The function of several lists, with those that it knows. */
const listsIn = (text: string, all: readonly Mapper[]): Mapper[] => {
  const own = all.flatMap((one) =>
    one.use === 'list' && text.includes(`return ${one.name}(answer)`) ? [one] : [],
  )
  return own.length > 0 ? [listsMapper(own)] : []
}

/** A text whose lists and calls are on one line again. */
const joined = (text: string): string =>
  text
    .replace(/([([])\r?\n\s*/g, '$1')
    .replace(/\{\r?\n\s*/g, '{ ')
    .replace(/,\r?\n\s*/g, ', ')

/** A body's function knows what its callers say, and so do calls through it. */
const withSays = (mapper: Mapper, text: string): Mapper => {
  if (mapper.use !== 'create' && mapper.use !== 'update') return mapper
  const says = saysIn(text, mapper.name)
  return says ? { ...mapper, says } : mapper
}
