import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compareRuns } from './compare.ts'
import { type Program, programs } from './program.ts'
import { importedBy, realClients } from './real-clients.ts'
import { type Rewritten, rewriteProgram } from './rewrite-program.ts'
import { type Passage, type Run, runProgram } from './run-program.ts'
import { typeErrors } from './type-errors.ts'

/**
 * The proxy and the codemod interpret one mapping, so they agree: a program whose calls are translated on their way
 * and the same program rewritten make the service receive the same, and print the same.
 * AGREEMENT_OUT=directory writes what became of each program there, for reading.
 */
const OUT = process.env.AGREEMENT_OUT

const rewritten = new Map<string, Rewritten>()
const ran = new Map<string, { readonly original: Run; readonly moved: Run }>()
const real = await realClients()
const all = programs()

const staysOf = ({ notes }: Rewritten): string[] =>
  notes
    .filter((note) => note.class === 'left' || note.class === 'kept')
    .map((note) => `${note.file}:${note.line} ${note.class} ${note.rule}`)

const show = (name: string, texts: ReadonlyMap<string, string>): void => {
  if (!OUT) return
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(OUT, name, path)), { recursive: true })
    writeFileSync(join(OUT, name, path), text)
  }
}

/** What stays on the old APIs still needs the proxy; what has moved passes it unchanged. */
const passageOf = (after: Rewritten): Passage => (staysOf(after).length > 0 ? 'proxy' : 'straight')

const sorted = (lines: readonly string[]): string[] => [...lines].sort()

describe.each(all.map((program) => [program.name, program] as const))('%s', (name, program: Program) => {
  test('agrees', async () => {
    const after = await rewriteProgram(program.files)
    rewritten.set(name, after)
    const { stays, differences } = program.expected
    const original = await runProgram(program.files, 'proxy')
    const moved = await runProgram(after.files, passageOf(after))
    ran.set(name, { original, moved })
    const apart = compareRuns(original, moved)
    show(
      name,
      new Map([
        ['apart.json', JSON.stringify({ stays: staysOf(after), ...apart })],
        ...after.files,
        ['notes.txt', after.notes.map((note) => JSON.stringify(note)).join('\n')],
        ['proxy.txt', [...original.requests, '', ...original.printed].join('\n')],
        ['straight.txt', [...moved.requests, '', ...moved.printed].join('\n')],
      ]),
    )
    expect(original.requests.length, 'the program calls the service').toBeGreaterThan(0)
    expect(staysOf(after), 'what is left').toEqual(
      stays.map((stay) => `${stay.at} ${stay.class} ${stay.rule}`),
    )
    expect(after.again, 'a second run changes nothing').toEqual([])
    expect({ proxy: sorted(apart.proxy), program: sorted(apart.program) }).toEqual({
      proxy: sorted(differences.flatMap((one) => one.proxy ?? [])),
      program: sorted(differences.flatMap((one) => one.program ?? [])),
    })
  })

  const uses = importedBy(program.files)
  const missing = uses.filter((used) => !real.has(used))
  const told = missing.length > 0 ? ` (NOT RUN: ${missing.join(', ')} is not installed)` : ''
  // Above, libraries have stand-ins that need no socket: the libraries themselves must do the same.
  if (uses.length > 0)
    test.skipIf(missing.length > 0)(`does the same with the real ${uses.join(', ')}${told}`, async () => {
      const packages = new Map(uses.map((used) => [used, real.get(used) ?? {}]))
      const after = rewritten.get(name) as Rewritten
      const standIn = ran.get(name) as { original: Run; moved: Run }
      const original = await runProgram(program.files, 'proxy', packages)
      const moved = await runProgram(after.files, passageOf(after), packages)
      expect(original, 'as it was').toEqual(standIn.original)
      expect(moved, 'rewritten').toEqual(standIn.moved)
    })
})

/** Every id of the mapping, as its generated reference anchors it. */
const anchors = (): Set<string> => {
  const pages = join(import.meta.dirname, '../../docs/reference')
  const texts = readdirSync(pages).filter((name) => name.endsWith('.md'))
  return new Set(
    texts.flatMap((name) =>
      [...readFileSync(join(pages, name), 'utf8').matchAll(/id="([^"]+)"/g)].map(([, id = '']) => id),
    ),
  )
}

test('every difference that is meant has its rule and its reason', () => {
  const known = anchors()
  for (const { name, expected } of all)
    for (const { rule, why } of expected.differences)
      expect({ name, rule, isKnown: known.has(rule), isSaid: why.length > 0 }).toEqual({
        name,
        rule,
        isKnown: true,
        isSaid: true,
      })
})

test('what type-checked before type-checks afterwards', () => {
  const before = new Map(all.flatMap(({ name, files }) => under(`before/${name}`, files)))
  const after = new Map([...rewritten].flatMap(([name, { files }]) => under(`after/${name}`, files)))
  expect(typeErrors(new Map([...before, ...after]))).toEqual([])
}, 180_000)

const under = (directory: string, files: ReadonlyMap<string, string>): [string, string][] =>
  [...files].map(([path, text]) => [`${directory}/${path}`, text])

afterAll(() => {
  rewritten.clear()
  ran.clear()
})
