import { graphqlResources } from '../../mappings/graphql/resources.ts'
import { resources, routes } from '../../mappings/v1/index.ts'
import { buildReference } from './build.ts'
import { graphqlOperations } from './graphql-operations.ts'
import type { ReferenceModel, ReferenceResource } from './model.ts'

let built: ReferenceModel | undefined

/** The reference of the whole mapping. Built on first use. */
export const reference = (): ReferenceModel => {
  built ??= buildReference({
    resources: [...resources, ...graphqlResources],
    routes,
    others: [graphqlOperations()],
  })
  return built
}

/** What people may call a resource, the most exact first: `v1.pods`, `pods`, v2's `serverless`, any part of the id. */
const namesOf = ({ id, operations, facets }: ReferenceResource): readonly (readonly string[])[] => [
  [id],
  [id.split('.').slice(1).join('.')],
  facets.length === 0 ? [] : operations.flatMap(({ v2 }) => v2.map((call) => call.split(/[ /]+/)[2] ?? '')),
  id.split('.'),
]

/** The part of the reference that a name means: `pods`, `v1.pods`, `serverless`. Undefined where nothing is called so. */
export const referenceOf = (name: string): ReferenceModel | undefined => {
  const whole = reference()
  const wanted = name.toLowerCase()
  for (const level of [0, 1, 2, 3]) {
    const found = whole.resources.filter((resource) =>
      namesOf(resource)[level]?.some((one) => one.toLowerCase() === wanted),
    )
    if (found.length > 0) return { ...whole, resources: found, facts: [] }
  }
  return undefined
}
