import { z } from 'zod'

export const TemplateSchema = z.object({
  id: z.string(),
  name: z.string(),
  imageName: z.string(),
  isServerless: z.boolean(),
  containerDiskInGb: z.number(),
})
export type Template = z.infer<typeof TemplateSchema>

export const PodSchema = z.object({ id: z.string(), desiredStatus: z.string(), imageName: z.string() })

// v1's words are listed, so this one takes what a mapper gives.
export const StateSchema = z.object({ desiredStatus: z.enum(['RUNNING', 'EXITED', 'TERMINATED']) })
