import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareRuns } from './compare.ts'
import { drawnPrograms, filesOf } from './drawn/program.ts'
import { rewriteProgram } from './rewrite-program.ts'
import { type Run, runProgram } from './run-program.ts'

// Other numbers draw other programs, and more.
const SEED = Number(process.env.REST_SEED ?? 1)
const EACH = Number(process.env.WRITES_EACH ?? 16)

/** What the proxy looks up by itself is not asked for by the program that was rewritten. */
const done = ({ requests, printed }: Run): Run => ({
  requests: requests.filter((line) => !line.startsWith('GET ')),
  printed,
})

describe.each(
  fc.sample(drawnPrograms, { seed: SEED, numRuns: EACH }).map((one) => [JSON.stringify(one), one] as const),
)('%s', (_name, drawn) => {
  test('makes, changes and prints the same after the rewrite', async () => {
    const files = filesOf(drawn)
    const { files: after, notes, again } = await rewriteProgram(files)
    // Wrappers have methods that nothing of the program calls
    const left = notes.filter(({ class: is, rule }) => is === 'left' && rule !== 'codemod.open-wrapper')
    expect(left).toEqual([])
    const original = await runProgram(files, 'proxy')
    expect(original.printed).not.toEqual([])
    expect(compareRuns(done(original), done(await runProgram(after, 'proxy')))).toEqual({
      proxy: [],
      program: [],
    })
    expect(again).toEqual([])
  }, 60_000)
})
