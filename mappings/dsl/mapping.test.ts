import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ports } from '../codecs/ports.ts'
import { MappingError, uncovered } from './check.ts'
import { absent, either, present } from './facts.ts'
import { Hole } from './hole.ts'
import { mapping } from './mapping.ts'
import { between } from './row.ts'

const Old = z.strictObject({
  kind: z.enum(['GPU', 'CPU']).optional(),
  gpu: z.string().optional(),
  gpus: z.int().optional(),
  flavor: z.string().optional(),
  ports: z.array(z.string()).optional(),
  diskInGb: z.int().optional(),
  spot: z.boolean().optional(),
  readme: z.string().optional(),
})
const New = z.strictObject({
  gpu: z.strictObject({ id: z.string(), count: z.int() }).optional(),
  cpu: z.strictObject({ id: z.string() }).optional(),
  ports: z.array(z.string()).optional(),
  disk: z.int().optional(),
  type: z.string().optional(),
})
const { same, field, fill, drop, refuse, cases, when } = between<z.infer<typeof Old>, z.infer<typeof New>>()

const rows = [
  same('ports', { via: ports }),
  field('diskInGb', 'disk', { or: 50, unless: { readme: present } }),
  fill('type', 'QUEUE', 'v2 asks'),
  refuse('spot', { allow: [false] }, 'v2 has no spot machines'),
  drop('readme', 'v2 keeps no text', { neutral: '' }),
  cases(
    when({ kind: either('GPU', absent) }, { gpu: present, cpu: absent }, [
      field('gpu', 'gpu.id'),
      field('gpus', 'gpu.count', { or: 1 }),
    ]),
    when({ kind: 'CPU' }, { cpu: present, gpu: absent }, [field('flavor', 'cpu.id')]),
  ),
]
const sample = mapping('old.things', { facets: { create: [Old, New], read: [Old, New] }, rows })
const codes = (body: Record<string, unknown>) =>
  sample.create.up(body).findings.map(({ code, at }) => `${code} ${at}`)

describe('up', () => {
  test('renames, nests, fills and writes the default of the chosen case', () => {
    expect(sample.create.up({ gpu: 'A40', diskInGb: 10 }).doc).toEqual({
      disk: 10,
      type: 'QUEUE',
      gpu: { id: 'A40', count: 1 },
    })
  })

  test('says each default it wrote', () => {
    expect(codes({ gpu: 'A40' })).toEqual(['DEFAULTED diskInGb', 'DEFAULTED gpus'])
  })

  test('leaves a default out where its condition is off', () => {
    expect(sample.create.up({ gpu: 'A40', readme: 'hi' }).doc).not.toHaveProperty('disk')
  })

  test('refuses, drops and names unknown fields', () => {
    expect(codes({ spot: true, readme: 'x', colour: 'red', diskInGb: 1, gpus: 1 })).toEqual([
      'UNKNOWN_FIELD colour',
      'REFUSED spot',
      'DROPPED readme',
    ])
    expect(codes({ spot: false, diskInGb: 1, gpus: 1 })).toEqual([])
  })

  test('lets the operator turn a refusal into a warning', () => {
    const { findings } = sample.create.up({ spot: true }, () => 'warn')
    expect(findings.find(({ at }) => at === 'spot')?.code).toBe('DROPPED')
  })

  test('reports a field that only another case understands', () => {
    expect(codes({ kind: 'CPU', flavor: 'cpu3c', gpus: 2, diskInGb: 1 })).toEqual(['DROPPED gpus'])
  })

  test('does not guess where no case holds', () => {
    expect(codes({ kind: 'TPU', gpu: 'A40', diskInGb: 1 })).toContain('UNREADABLE kind')
  })

  test('names a value that its codec cannot read', () => {
    expect(codes({ ports: 7, diskInGb: 1, gpus: 1 })).toEqual(['UNREADABLE ports'])
  })

  test('understands a tolerated spelling and notes it', () => {
    const { doc, findings } = sample.create.up({ ports: '80/http, 22/tcp', diskInGb: 1, gpus: 1 })
    expect(doc.ports).toEqual(['80/http', '22/tcp'])
    expect(findings.map(({ code }) => code)).toEqual(['TOLERATED'])
  })
})

describe('down', () => {
  test('chooses the case by v2 and writes the old facts back', () => {
    expect(sample.read.down({ cpu: { id: 'cpu3c' }, disk: 5 })).toEqual({
      kind: 'CPU',
      flavor: 'cpu3c',
      diskInGb: 5,
      readme: '',
    })
  })
})

describe('values with holes', () => {
  const cfg = (text: string, mayBeAbsent = false) => new Hole(text, { mayBeAbsent })
  const literal = (value: unknown) => new Hole(JSON.stringify(value), { known: { value } })
  const up = (body: Record<string, unknown>) => sample.create.upHoles(body)

  test('move expressions without evaluating them', () => {
    const gpu = cfg('config.gpu')
    const { doc, findings } = up({ kind: literal('GPU'), gpu, diskInGb: cfg('size'), gpus: literal(2) })
    expect(findings).toEqual([])
    expect(doc.gpu).toEqual({ id: gpu, count: expect.any(Hole) })
  })

  test('leave the site where a guard depends on an expression', () => {
    expect(up({ kind: cfg('kind'), gpu: cfg('g') }).findings.map(({ code }) => code)).toContain('DYNAMIC')
  })

  test('leave the site where a refusal depends on an expression', () => {
    expect(up({ spot: cfg('spot'), gpu: cfg('g') }).findings).toContainEqual(
      expect.objectContaining({ code: 'DYNAMIC', at: 'spot' }),
    )
  })

  test('do not nest an expression that may be absent', () => {
    expect(up({ gpu: cfg('options.gpu', true) }).findings).toContainEqual(
      expect.objectContaining({ code: 'DYNAMIC', at: 'gpu' }),
    )
  })

  test('print a codec over an expression, and run it on a literal', () => {
    const text = (value: unknown) => (up({ ports: value }).doc.ports as Hole).text
    expect(text(cfg('list'))).toBe('list')
    expect(text(literal('80/http'))).toBe('["80/http"]')
  })
})

describe('errors of definition', () => {
  const define = (rows: Parameters<typeof mapping>[1]['rows']) =>
    mapping('x', { facets: { create: [Old, New] }, rows })

  test('two cases that can both hold', () => {
    const overlapping = cases(
      when({ kind: 'GPU' }, { gpu: present }, []),
      when({ spot: true }, { cpu: present }, []),
    )
    expect(() => define([overlapping])).toThrow(/two cases can both hold on the old side/)
  })

  test('two rows that write one field', () => {
    expect(() => define([same('ports'), field('readme', 'ports')])).toThrow(
      /two rows write the v2 field ports/,
    )
  })

  test('a row that applies nowhere', () => {
    expect(() => define([same('ports', { on: ['update'] })])).toThrow(MappingError)
  })

  test('leaves that no row speaks of are found', () => {
    const partial = define([same('ports')])
    expect(uncovered(partial.create.plan, 'v2', partial.definition.rows)).toEqual([
      'gpu.id',
      'gpu.count',
      'cpu.id',
      'disk',
      'type',
    ])
  })
})

describe('wording', () => {
  const { message } = sample.create.wording
  test.each([
    ['$.disk: must be >= 1', 'diskInGb: must be >= 1'],
    ["$: missing property 'disk'", "missing property 'diskInGb'"],
    ["$.gpu: missing property 'count'", "missing property 'gpus'"],
    ['$.ports[0]: must match a pattern', 'ports[0]: must match a pattern'],
    ['There are no longer any instances', 'There are no longer any instances'],
  ])('%s', (v2, said) => {
    expect(message(v2)).toBe(said)
  })
})
