import { definedMappings, type Resource } from '../../../../mappings/dsl/mapping.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import { isGraphql } from '../../../../mappings/dsl/plan.ts'

/** Members that GraphQL's answers about the same thing had, and REST v1's had not. */
export const graphqlWords = once((mapping: Resource): ReadonlySet<string> => {
  const own = firstSteps(mapping)
  const [, shape] = mapping.read.shapes
  const twins = definedMappings().filter(
    (one) => isGraphql(one) && shape !== undefined && one.read?.shapes[1] === shape,
  )
  return new Set(twins.flatMap((twin) => [...firstSteps(twin)]).filter((name) => !own.has(name)))
})

/** The members that old answers had, those that no row but a case's choice says too. */
const firstSteps = ({ read }: Resource): ReadonlySet<string> =>
  new Set(read?.plan.old.map((path) => path.split(/[.[{]/)[0] as string))
