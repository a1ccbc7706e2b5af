import { z } from 'zod'
import { CudaVersion, containerFields, shownContainerFields } from './container.ts'
import { TemplateMounts } from './mounts.ts'

/** Groups templates in the console; decides nothing about hardware or price. */
export const TemplateCategory = z.enum(['CPU', 'NVIDIA', 'AMD'])
export type TemplateCategory = z.infer<typeof TemplateCategory>

const templateSettings = {
  /** Empty or absent: any version. */
  allowedCudaVersions: z.array(CudaVersion).optional(),
  category: TemplateCategory.optional(),
  mounts: TemplateMounts.optional(),
  public: z.boolean().optional(),
  serverless: z.boolean().optional(),
  startJupyter: z.boolean().optional(),
  startSsh: z.boolean().optional(),
} as const

/** Body of POST /v2/templates. */
export const TemplateCreate = z.strictObject({
  ...containerFields,
  image: z.string(),
  name: z.string().min(1),
  ...templateSettings,
})
export type TemplateCreate = z.infer<typeof TemplateCreate>

/** Body of PATCH /v2/templates/{id}: what is left out stays as it is, `mounts: {}` included. */
export const TemplateUpdate = z.strictObject({
  ...containerFields,
  name: z.string().min(1).optional(),
  ...templateSettings,
})
export type TemplateUpdate = z.infer<typeof TemplateUpdate>

/** A template as v2 answers it: every field is always there. */
export const Template = z.object({
  ...shownContainerFields,
  id: z.string(),
  name: z.string(),
  mounts: TemplateMounts,
  serverless: z.boolean(),
  public: z.boolean(),
  category: TemplateCategory,
  startSsh: z.boolean(),
  startJupyter: z.boolean(),
  allowedCudaVersions: z.array(z.string()),
})
export type Template = z.infer<typeof Template>

/** Answer of GET /v2/templates and GET /v2/catalog/templates. */
export const TemplateList = z.object({ templates: z.array(Template) })
export type TemplateList = z.infer<typeof TemplateList>
