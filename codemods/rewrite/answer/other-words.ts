import { definedMappings, type Resource } from '../../../mappings/dsl/mapping.ts'
import { readPathsOf } from './read-paths.ts'

const known = new WeakMap<Resource, ReadonlySet<string>>()

/** Members that GraphQL's answers about the same thing had, and REST v1's had not. */
export const graphqlWords = (mapping: Resource): ReadonlySet<string> => {
  const found = known.get(mapping) ?? wordsOf(mapping)
  known.set(mapping, found)
  return found
}

const wordsOf = (mapping: Resource): ReadonlySet<string> => {
  const { kindOf } = readPathsOf(mapping)
  const [, shape] = mapping.read.shapes
  const twins = definedMappings().filter(
    ({ id, read }) => id.startsWith('graphql.') && shape !== undefined && read?.shapes[1] === shape,
  )
  const names = twins.flatMap(({ read }) => read.plan.old.map((path) => path.split(/[.[{]/)[0] as string))
  return new Set(names.filter((name) => kindOf([name]) === undefined))
}
