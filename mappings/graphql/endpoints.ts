import { z } from 'zod'
import { Endpoint, EndpointInput, UpdateEndpointTemplateInput } from '../schemas/graphql/endpoints.ts'
import { Void } from '../schemas/graphql/shape.ts'
import { onV2, operation } from './operation.ts'

export const endpointMutations = {
  saveEndpoint: operation(
    { input: EndpointInput.nullish() },
    Endpoint.nullish(),
    onV2(['POST /v2/serverless', 'PATCH /v2/serverless/{id}'], 'endpoints'),
  ),
  deleteEndpoint: operation(
    { id: z.string().nullish() },
    Void.nullish(),
    onV2(['DELETE /v2/serverless/{id}'], 'endpoints'),
  ),
  updateEndpointTemplate: operation(
    { input: UpdateEndpointTemplateInput.nullish() },
    Endpoint.nullish(),
    onV2(['PATCH /v2/serverless/{id}'], 'endpoints'),
  ),
}

export const endpointChildren = {
  endpoints: onV2(['GET /v2/serverless']),
  endpoint: onV2(['GET /v2/serverless/{id}']),
}

/** What a queue that scales on its requests loses. */
export const noIdleTime = (facet: 'create' | 'update') =>
  ({
    at: 'idleTimeout',
    rule: `graphql.endpoints.${facet}.idleTimeout`,
    why: 'v2 takes none for a queue that scales on the number of requests',
  }) as const
