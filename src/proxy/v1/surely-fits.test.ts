import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../../mappings/v1/index.ts'
import { arbitraryFor } from '../../../test/support/arbitrary.ts'
import { surelyFits } from './surely-fits.ts'

type Body = Record<string, unknown>

/** Every schema that a body of REST v1 is held to before it is sent. */
const held = routes.flatMap(({ id, mapping, body }) => {
  const schema = body && mapping[body]?.shapes[1]
  return schema ? [{ id, schema: schema as z.ZodType<Body, Body> }] : []
})

/** One place in a body changed: replaced, left out, or joined by a field nobody knows. */
const spoilt = (body: Body, path: number[], put: unknown): Body => {
  const copy = structuredClone(body)
  let at: Body = copy
  for (const [step, choice] of path.entries()) {
    const keys = Object.keys(at)
    const key = keys[choice % (keys.length + 1)] ?? 'unknown'
    const inner = at[key]
    if (step < path.length - 1 && typeof inner === 'object' && inner !== null) at = inner as Body
    else {
      if (put === undefined) delete at[key]
      else at[key] = put
      break
    }
  }
  return copy
}

const anything = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    '',
    0,
    -1,
    1.5,
    2 ** 60,
    true,
    [],
    {},
    [null],
    ['x'],
    { a: 'b' },
    'COMMUNITY',
  ),
  fc.jsonValue(),
)

test.each(held)('$id: what fits is known without zod', ({ schema }) => {
  fc.assert(fc.property(arbitraryFor(schema), (body) => surelyFits(schema, body)))
})

test.each(held)('$id: nothing that zod refuses is let through', ({ schema }) => {
  fc.assert(
    fc.property(
      arbitraryFor(schema),
      fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 4 }),
      anything,
      (body, path, put) => {
        const changed = spoilt(body, path, put)
        expect(surelyFits(schema, changed) && !schema.safeParse(changed).success).toBe(false)
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  ['text trimmed on the way', z.string().trim()],
  ['a default', z.object({ a: z.string().default('x') })],
  ['a conversion', z.string().transform(Number)],
  ['an address', z.email()],
  ['a check that takes its time', z.string().refine(async () => true)],
])('%s is left to zod', (_, schema) => {
  expect(surelyFits(schema, ' x ')).toBe(false)
  expect(surelyFits(schema, { a: undefined })).toBe(false)
})
