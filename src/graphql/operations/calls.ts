import type { Wording } from '../../../mappings/dsl/wording.ts'
import { type RestCall, restCallFor } from '../../../mappings/graphql/calls.ts'
import type { Operation } from '../../../mappings/graphql/operation.ts'
import { graphqlMutations } from '../../../mappings/graphql/operations.ts'
import type { Context, Write } from '../context.ts'
import type { Json } from '../json.ts'
import { segment } from './lift.ts'
import { readPages } from './pages.ts'

interface Said {
  readonly id?: string
  readonly body?: Json
  readonly wording?: Wording
}

/** The write that does a mutation's work, as its row says it; where it takes an id or none, the row for that. @throws {Fault} */
export const writeFor = (operation: keyof typeof graphqlMutations, { id, ...said }: Said): Write => {
  const row = restCallFor(operation)
  const call = (id !== undefined && row.whenId) || row
  const { look = 'resources' }: Operation = graphqlMutations[operation]
  const method = call.method as Write['method']
  return { method, path: pathOf(call, id), route: routeOf(call), operation, look, ...said }
}

/** A call's path, with the id in its place. @throws {Fault} for what could leave it */
export const pathOf = ({ path }: RestCall, id: string | undefined): string =>
  id === undefined ? path : path.replace('{id}', () => segment(id))

/** The same as a metric label. */
const routeOf = ({ path }: RestCall): string => path.replace(/\?.*$/, '')

/** The path that an operation without a call of its own is answered by. */
export const pathBehind = ({ v2, capability }: Operation): string =>
  (capability?.v2 ?? v2)[0]?.split(' ')[1] ?? ''

/** Reads the whole list that a field shows. @throws {Fault} */
export const readList = (context: Pick<Context, 'read'>, field: string): Promise<readonly Json[]> => {
  const call = restCallFor(field)
  return readPages(context, call.path, routeOf(call), call.list ?? '')
}
