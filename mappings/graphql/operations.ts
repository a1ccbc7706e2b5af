import { z } from 'zod'
import { User } from '../schemas/graphql/account.ts'
import {
  GpuAvailabilityInput,
  GpuLowestPriceInput,
  SpecificsInput,
} from '../schemas/graphql/catalog-inputs.ts'
import { Endpoint } from '../schemas/graphql/endpoints.ts'
import { accountChildren, accountMutations, accountQueries } from './account.ts'
import { catalogChildren, catalogQueries } from './catalog.ts'
import { endpointChildren, endpointMutations } from './endpoints.ts'
import type { Operation, RootOperation, Takes } from './operation.ts'
import { podChildren, podMutations, podQueries } from './pods.ts'
import { registryChildren, registryMutations } from './registries.ts'
import { secretChildren, secretMutations } from './secrets.ts'
import { templateChildren, templateMutations, templateQueries } from './templates.ts'
import { volumeChildren, volumeMutations } from './volumes.ts'

export const graphqlQueries = {
  ...accountQueries,
  ...podQueries,
  ...catalogQueries,
  ...templateQueries,
} satisfies Record<string, RootOperation>

export const graphqlMutations = {
  ...podMutations,
  ...templateMutations,
  ...endpointMutations,
  ...registryMutations,
  ...volumeMutations,
  ...secretMutations,
  ...accountMutations,
} satisfies Record<string, RootOperation>

/** Children of `myself`, each answered on its own. */
export const graphqlChildren = {
  ...accountChildren,
  ...podChildren,
  ...endpointChildren,
  ...volumeChildren,
  ...templateChildren,
  ...registryChildren,
  ...secretChildren,
  ...catalogChildren,
} satisfies Record<string, Operation>

/** Whether a child of `myself` may not be null: where it fails, there is no `myself`. */
export const isPromised = (field: string): boolean => {
  const [root, child = ''] = field.split('.')
  const shape: Readonly<Record<string, z.ZodType>> = User.shape
  return root === 'myself' && shape[child]?.safeParse(null).success === false
}

/** Arguments of fields below the root, by type and field. */
export const graphqlArguments: Readonly<Record<string, Takes>> = {
  'User.endpoint': { id: z.string() },
  'GpuType.lowestPrice': { input: GpuLowestPriceInput.nullish() },
  'DataCenter.gpuAvailability': { input: GpuAvailabilityInput.nullish() },
  'CpuFlavor.specifics': { input: SpecificsInput.nullish() },
}

/** Fields that close a circle between types and so cannot stand in the shapes themselves. */
export const graphqlCircles: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  Pod: { endpoint: Endpoint.nullish() },
}
