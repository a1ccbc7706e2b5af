import { type Hole, isHole } from '../../../../mappings/dsl/hole.ts'

/** Every hole in a value. */
export const holesIn = function* (value: unknown): Generator<Hole> {
  if (isHole(value)) yield value
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) yield* holesIn(one)
}
