import { z } from 'zod'
import { nullable } from './shape.ts'

export const ContainerRegistryAuth = nullable({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  registryAuth: z.string(),
})

export const SaveRegistryAuthInput = z.object({
  name: z.string(),
  username: z.string(),
  password: z.string(),
})
export const UpdateRegistryAuthInput = z.object({
  id: z.string(),
  username: z.string(),
  password: z.string(),
})
