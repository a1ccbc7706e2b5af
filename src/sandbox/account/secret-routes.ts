import * as z from 'zod'
import { conflict, notFound } from '../http/problem.ts'
import { created, idOf, noContent, ok, type Route } from '../http/route.ts'
import { validate } from '../http/violations.ts'
import type { SecretStore } from './secret-store.ts'

/** Body of POST /v2/account/secrets in newer v2; the published document does not have it yet. */
const SecretCreate = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(191)
    .regex(/^[a-zA-Z_][a-zA-Z0-9_.\-/]*$/)
    .refine((name) => !name.toUpperCase().startsWith('RUNPOD'), {
      message: 'names that begin with RUNPOD are reserved',
    }),
  value: z.string().min(1),
  description: z.string().nullable().optional(),
})

/** The operations of /v2/account/secrets, behind the `secrets` capability. */
export const secretRoutes = (secrets: SecretStore): Route[] => [
  { method: 'GET', path: '/v2/account/secrets', handle: () => ok({ secrets: secrets.list() }) },
  {
    method: 'POST',
    path: '/v2/account/secrets',
    handle: (call) => {
      const { name, description } = validate(SecretCreate, call.body)
      const secret = secrets.create(name, description ?? null)
      if (!secret) throw conflict(`a secret named '${name}' already exists`)
      return created(secret)
    },
  },
  {
    method: 'GET',
    path: '/v2/account/secrets/:id',
    handle: (call) => {
      const secret = secrets.get(idOf(call))
      if (!secret) throw notFound('secret')
      return ok(secret)
    },
  },
  {
    method: 'DELETE',
    path: '/v2/account/secrets/:id',
    handle: (call) => {
      if (!secrets.delete(idOf(call))) throw notFound('secret')
      return noContent
    },
  },
]
