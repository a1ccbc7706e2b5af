import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { compiler } from '../../codemods/project/compiler.ts'
import { loadSources, noAlias } from '../../codemods/project/parse/program.ts'
import { rewrite } from '../../codemods/rewrite/rewrite.ts'
import { hostsWith } from '../../codemods/sites/texts/locate.ts'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { routes } from '../../mappings/v1/index.ts'
import { arbitraryFor } from '../support/arbitrary.ts'

type Json = Record<string, unknown>

/** How a field gets into its body. */
const HOW = [
  'literal',
  'given',
  'maybe',
  'untyped',
  'and',
  'either',
  'if',
  'else',
  'set',
  'taken',
  'assign',
  'guarded',
] as const

interface Field {
  readonly name: string
  readonly value: unknown
  /** What the literal says of it before, where something else comes later. */
  readonly before: unknown
  readonly how: (typeof HOW)[number]
  /** The condition it hangs on. */
  readonly on: 0 | 1 | 2
}

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'string[]'
  return typeof value === 'object' ? 'Record<string, string>' : typeof value
}

const said = (value: unknown): string => JSON.stringify(value)

/** A function that builds a body in steps and sends it. */
const functionOf = (index: number, address: string, method: string, fields: readonly Field[]): string => {
  const given = fields.filter(({ how }) => isGiven(how))
  const type = given
    .map(
      ({ name, how, value }) =>
        `${name}${how === 'given' ? '' : '?'}: ${how === 'untyped' ? 'any' : typeOf(value)}`,
    )
    .join('; ')
  const inLiteral = fields.flatMap(({ name, how, value, before, on }) => {
    if (how === 'literal' || how === 'taken') return [`${name}: ${said(value)}`]
    if (how === 'given' || how === 'maybe' || how === 'untyped') return [`${name}: p.${name}`]
    if (how === 'and') return [`...(c${on} && { ${name}: ${said(value)} })`]
    if (how === 'either') return [`...(c${on} ? { ${name}: ${said(value)} } : { ${name}: ${said(before)} })`]
    return how === 'else' || before === undefined ? [] : [`${name}: ${said(before)}`]
  })
  const steps = fields.flatMap(({ name, how, value, before, on }) => {
    if (how === 'if') return [`if (c${on}) body.${name} = ${said(value)}`]
    if (how === 'else')
      return [
        `if (c${on}) {\n    body.${name} = ${said(value)}\n  } else {\n    body.${name} = ${said(before)}\n  }`,
      ]
    if (how === 'set') return [`body.${name} = ${said(value)}`]
    if (how === 'taken') return [`if (!c${on}) delete body.${name}`]
    if (how === 'assign') return [`Object.assign(body, { ${name}: ${said(value)} })`]
    return how === 'guarded' ? [`if (p.${name}) body.${name} = p.${name}`] : []
  })
  return `export const call${index} = (p: { ${type} }, c0: boolean, c1: boolean, c2: boolean) => {
  const body: Record<string, unknown> = { ${inLiteral.join(', ')} }
  ${steps.join('\n  ')}
  return fetch(\`\${V1}${address}\`, { method: '${method}', headers, body: JSON.stringify(body) })
}
`
}

const HEAD = `const V1 = 'https://rest.runpod.io/v1'
const headers = { Authorization: 'Bearer k', 'Content-Type': 'application/json' }
`

/** The program after the rewrite, and its generated module. */
const rewritten = (text: string) => {
  const path = '/virtual/input.ts'
  const sources = loadSources([path], noAlias, (name) => (name === path ? text : undefined))
  const { changes } = rewrite(sources, { routes, hosts: hostsWith(), root: '/virtual' })
  const of = (end: string): string => changes.find((change) => change.path.endsWith(end))?.after ?? ''
  return { module: of('upshift.v2.ts'), program: of('input.ts') || text }
}

/** Calls one function of a program and gives the body it sends. */
type Send = (given: Json, way: readonly boolean[]) => Promise<unknown>

const sendersOf = (text: string, count: number): Send[] => {
  const plain = text.replace(/^import [^'"]*(['"]).*\1;?$/gm, '').replace(/^export const/gm, 'const')
  const { outputText } = compiler.transpileModule(plain, {
    compilerOptions: { target: compiler.ScriptTarget.ES2022 },
  })
  const names = Array.from({ length: count }, (_, index) => `call${index}`)
  const make = new Function('fetch', `${outputText}; return [${names.join(', ')}]`) as (
    fetch: unknown,
  ) => ((given: Json, ...conditions: readonly boolean[]) => Promise<unknown>)[]
  let sent: unknown
  const calls = make((_url: string, init: { body: string }) => {
    sent = JSON.parse(init.body)
    return Promise.resolve(Response.json({}))
  })
  return calls.map((call) => async (given, way) => {
    await call(given, ...way)
    return sent
  })
}

const WAYS = Array.from({ length: 8 }, (_, bits) => [1, 2, 4].map((bit) => (bits & bit) > 0))

const BLOCKING = ['REFUSED', 'UNREADABLE', 'UNKNOWN_FIELD']

/** What is written, with the least that v2 wants said. */
const written: Readonly<Record<string, Json>> = {
  'v1.pods.create': { name: 'n', imageName: 'pytorch', gpuTypeIds: ['NVIDIA L4'] },
  'v1.endpoints.create': { templateId: 'tpl_1', computeType: 'CPU', cpuFlavorIds: ['cpu3c'] },
  'v1.endpoints.update': {},
  'v1.templates.create': { name: 'base', imageName: 'pytorch' },
}

const isGiven = (how: Field['how']): boolean => /^(given|maybe|untyped|guarded)$/.test(how)

const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

const fieldsOf = (least: Json, facet: CompiledFacet): fc.Arbitrary<Field[]> => {
  const body = arbitraryFor(facet.shapes[0] as z.ZodType) as fc.Arbitrary<Json>
  const how = (name: string): fc.Arbitrary<Field['how']> =>
    name in least ? fc.constantFrom('literal', 'given', 'set', 'assign') : fc.constantFrom(...HOW)
  return fc.tuple(body, body).chain(([one, other]) =>
    fc.subarray(Object.keys(one), { maxLength: 5 }).chain((names) =>
      fc.tuple(
        ...[...new Set([...Object.keys(least), ...names])].map((name) =>
          fc.record({
            name: fc.constant(name),
            value: fc.constant(least[name] ?? one[name]),
            before: fc.constant(name in least ? undefined : (other[name] ?? one[name])),
            // whether a value that is only known at run time is blank, no text can tell
            how: how(name).map((way) =>
              isGiven(way) && isBlank(least[name] ?? one[name]) ? 'literal' : way,
            ),
            on: fc.constantFrom(0, 1, 2),
          }),
        ),
      ),
    ),
  ) as fc.Arbitrary<Field[]>
}

/** Whether a call neither stayed on the old API nor has its body mapped when the program runs. */
const isInPlace = (text: string): boolean => !/ToV2\(|rest\.runpod\.io/.test(text)

describe.each(Object.entries(written))('%s', (id, least) => {
  const route = routes.find((one) => one.id === id)
  const facet = route?.body && route.mapping[route.body]
  if (!route || !facet) throw new Error(`no ${id}`)
  const address = route.old.path.replace('/v1', '').replace(/\{\w+\}/, 'id')

  /** What one function sends of what it sent before, on every combination of its conditions. */
  const compare = async (
    fields: readonly Field[],
    text: string,
    before: Send,
    after: Send,
  ): Promise<void> => {
    for (const way of WAYS) {
      const given = Object.fromEntries(
        fields.map(({ name, how, value }) => [name, how === 'given' || way[0] ? value : undefined]),
      )
      const { doc, findings } = facet.up((await before(given, way)) as Json)
      const blocked = findings.filter(({ code }) => BLOCKING.includes(code))
      // what only the running program knows, v2 refuses by itself
      if (blocked.some(({ at }) => fields.some(({ name, how }) => name === at && isGiven(how)))) continue
      expect(blocked, text).toEqual([])
      expect(await after(given, way), text).toEqual(JSON.parse(JSON.stringify(doc)))
    }
  }

  test('a body built in steps sends what the proxy would on every way, or goes through a mapper', async () => {
    const programs = fc.array(fieldsOf(least, facet), { minLength: 25, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(programs, async (all) => {
        const functions = all.map((fields, index) => functionOf(index, address, route.old.method, fields))
        const { module, program } = rewritten(HEAD + functions.join(''))
        const before = sendersOf(HEAD + functions.join(''), all.length)
        const after = sendersOf(module + program, all.length)
        const texts = program.split('export const call').slice(1)
        const moved = all.flatMap((_, index) => (isInPlace(texts[index] ?? '') ? [index] : []))
        expect(moved.length, 'many are rewritten where they stand').toBeGreaterThan(5)
        for (const index of moved)
          await compare(all[index] ?? [], texts[index] ?? '', before[index] as Send, after[index] as Send)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  }, 60_000)
})
