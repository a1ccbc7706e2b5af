import { z } from 'zod'
import { Void } from '../schemas/graphql/shape.ts'
import { PodTemplate, PodTemplateInput, SaveTemplateInput } from '../schemas/graphql/templates.ts'
import { onV2, openToAll, operation } from './operation.ts'

export const templateQueries = {
  podTemplate: operation(
    { id: z.string() },
    PodTemplate.nullish(),
    openToAll(onV2(['GET /v2/templates/{id}'])),
  ),
  podTemplates: operation(
    { input: PodTemplateInput.nullish() },
    z.array(PodTemplate).nullish(),
    openToAll(onV2(['GET /v2/catalog/templates'])),
  ),
}

export const templateMutations = {
  saveTemplate: operation(
    { input: SaveTemplateInput.nullish() },
    PodTemplate.nullish(),
    onV2(['GET /v2/templates', 'POST /v2/templates', 'PATCH /v2/templates/{id}'], 'templates'),
  ),
  deleteTemplate: operation(
    { templateName: z.string().nullish() },
    Void.nullish(),
    onV2(['GET /v2/templates', 'DELETE /v2/templates/{id}'], 'templates'),
  ),
}

export const templateChildren = { podTemplates: onV2(['GET /v2/templates']) }

/** How much of the public catalog v2 shows of one source; there is no second page. */
export const publicTemplates = {
  most: 100,
  rule: 'graphql.podTemplates',
  why: 'v2 lists at most 100 public templates of a source; there may be more',
}

/** What a template saved without a volume comes to where it has one. */
export const keptMount = {
  at: 'volumeInGb',
  rule: 'graphql.templates.update.volumeInGb',
  why: 'v2 cannot take a mount away: a template that has one keeps it',
} as const
