import { z } from 'zod'
import { beyondSpec } from '../marks.ts'
import { DockerArgs, Env, integer, ONE_BODY, Ports } from './tolerant.ts'

/** Groups templates in the console. */
export const TemplateCategory = z.enum(['NVIDIA', 'AMD', 'CPU'])
export type TemplateCategory = z.infer<typeof TemplateCategory>

/** What a template may be updated with; a create takes these and a little more. */
const updatable = {
  /** GB. */
  containerDiskInGb: integer().optional(),
  containerRegistryAuthId: z.string().optional(),
  dockerArgs: DockerArgs.optional(),
  dockerEntrypoint: z.array(z.string()).optional(),
  dockerStartCmd: z.array(z.string()).optional(),
  env: Env.optional(),
  imageName: z.string().optional(),
  isPublic: z.boolean().optional(),
  name: z.string().optional(),
  ports: Ports.optional(),
  readme: z.string().optional(),
  /** GB; 0 means no volume. */
  volumeInGb: integer().optional(),
  volumeMountPath: z.string().optional(),
} as const

/** Body of POST /v1/templates. */
export const TemplateCreate = z.strictObject({
  ...updatable,
  category: TemplateCategory.optional(),
  imageName: z.string(),
  isServerless: z.boolean().optional(),
  name: z.string(),
})
export type TemplateCreate = z.infer<typeof TemplateCreate>

/** Body of PATCH /v1/templates/{templateId} and POST /v1/templates/{templateId}/update. */
export const TemplateUpdate = z.strictObject({
  ...updatable,
  category: beyondSpec(TemplateCategory, ONE_BODY).optional(),
  isServerless: beyondSpec(z.boolean(), ONE_BODY).optional(),
})
export type TemplateUpdate = z.infer<typeof TemplateUpdate>

/** A template as v1 answered it. */
export const Template = z.object({
  category: z.string().optional(),
  containerDiskInGb: z.int().optional(),
  containerRegistryAuthId: z.string().optional(),
  createdAt: beyondSpec(z.string(), 'recorded answers carry it').optional(),
  dockerEntrypoint: z.array(z.string()).optional(),
  dockerStartCmd: z.array(z.string()).optional(),
  /** Credits its author earned. */
  earned: z.number().optional(),
  env: z.record(z.string(), z.string()).optional(),
  id: z.string().optional(),
  imageName: z.string().optional(),
  isPublic: z.boolean().optional(),
  isRunpod: z.boolean().optional(),
  isServerless: z.boolean().optional(),
  name: z.string().optional(),
  ports: z.array(z.string()).optional(),
  readme: z.string().optional(),
  runtimeInMin: z.int().optional(),
  volumeInGb: z.int().optional(),
  volumeMountPath: z.string().optional(),
})
export type Template = z.infer<typeof Template>

/** Answer of GET /v1/templates: a bare array. */
export const TemplateList = z.array(Template)
export type TemplateList = z.infer<typeof TemplateList>

/** Query of GET /v1/templates and GET /v1/templates/{templateId}. */
export const TemplateQuery = z.object({
  includeEndpointBoundTemplates: z.boolean().optional(),
  includePublicTemplates: z.boolean().optional(),
  includeRunpodTemplates: z.boolean().optional(),
})
export type TemplateQuery = z.infer<typeof TemplateQuery>
