import type { Release } from '../../../mappings/schemas/v2/serverless-answers.ts'
import type { EndpointSettings } from './endpoint-record.ts'

type Json = Release['diff'][number]['old']

/** Settings with members of their own are compared member by member; `env` and lists as a whole. */
const NESTED: ReadonlySet<string> = new Set(['gpu', 'workers', 'scaling'])

const flat = (settings: EndpointSettings): Map<string, Json> => {
  const leaves = new Map<string, Json>()
  for (const [name, value] of Object.entries(settings)) {
    if (!NESTED.has(name)) leaves.set(name, value as Json)
    else
      for (const [member, inner] of Object.entries(value ?? {}))
        leaves.set(`${name}.${member}`, inner as Json)
  }
  return leaves
}

const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What a release changed: each field with its value before and after, null where it had none. */
export const diffOf = (before: EndpointSettings, after: EndpointSettings): Release['diff'] => {
  const old = flat(before)
  const current = flat(after)
  return [...new Set([...old.keys(), ...current.keys()])]
    .filter((field) => !same(old.get(field), current.get(field)))
    .map((field) => ({ field, old: old.get(field) ?? null, new: current.get(field) ?? null }))
}
