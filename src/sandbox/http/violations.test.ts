import { expect, test } from 'vitest'
import * as z from 'zod'
import { violations } from './violations.ts'

const Body = z.strictObject({
  image: z.string().min(1),
  disk: z.int().min(1).optional(),
  gpu: z.strictObject({ id: z.string(), count: z.int().min(1).optional() }).optional(),
  ports: z.array(z.string()).max(2).optional(),
  version: z
    .string()
    .regex(/^\d+\.\d+$/)
    .optional(),
  env: z.record(z.string(), z.string()).optional(),
  category: z.enum(['CPU', 'NVIDIA']).optional(),
  scaling: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('A'), delay: z.number().min(0.5) }),
      z.strictObject({ type: z.literal('B'), count: z.int().min(1) }),
    ])
    .optional(),
  either: z
    .union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.strictObject({ c: z.int() }) })])
    .optional(),
})

test.each([
  [{}, ["$: missing property 'image'"]],
  [{ image: 'x', imageName: 'x', b: 1 }, ["$: additional properties 'imageName', 'b' not allowed"]],
  [{ image: '' }, ['$.image: minLength: got 0, want 1']],
  [{ image: 1 }, ['$.image: got integer, want string']],
  [{ image: null }, ['$.image: got null, want string']],
  [{ image: 'x', disk: 0 }, ['$.disk: minimum: got 0, want 1']],
  [{ image: 'x', disk: 1.5 }, ['$.disk: got number, want integer']],
  [{ image: 'x', disk: '5' }, ['$.disk: got string, want integer']],
  [{ image: 'x', gpu: { count: 1 } }, ["$.gpu: missing property 'id'"]],
  [{ image: 'x', gpu: 'A40' }, ['$.gpu: got string, want object']],
  [{ image: 'x', ports: ['a', 2] }, ['$.ports[1]: got integer, want string']],
  [{ image: 'x', ports: ['a', 'b', 'c'] }, ['$.ports: maxItems: got 3, want 2']],
  [{ image: 'x', version: '12' }, ["$.version: '12' does not match pattern '^\\d+\\.\\d+$'"]],
  [{ image: 'x', env: [{ key: 'a' }] }, ['$.env: got array, want object']],
  [{ image: 'x', env: { A: 1 } }, ['$.env.A: got integer, want string']],
  [{ image: 'x', category: 'TPU' }, ["$.category: value must be one of 'CPU', 'NVIDIA'"]],
  [{ image: 'x', scaling: { type: 'A', delay: 0 } }, ['$.scaling.delay: minimum: got 0, want 0.5']],
  [{ image: 'x', scaling: { type: 'C' } }, ["$.scaling.type: value must be one of 'A', 'B'"]],
  [{ image: 'x', scaling: {} }, ["$.scaling: missing property 'type'"]],
  [{ image: 'x', either: { b: { c: 'no' } } }, ['$.either.b.c: got string, want integer']],
  [[], ['$: got array, want object']],
  [
    { gpu: {}, c: 1 },
    [
      "$: missing property 'image'",
      "$.gpu: missing property 'id'",
      "$: additional properties 'c' not allowed",
    ],
  ],
])('%o is said to be %o', (body, lines) => {
  const result = Body.safeParse(body)
  expect(violations(result.error?.issues ?? [], { schema: Body, document: body })).toEqual(lines)
})
