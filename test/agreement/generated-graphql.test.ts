import { describe, expect, test } from 'vitest'
import { compareRuns } from './compare.ts'
import { firstLine, generatedCalls, programOf } from './generated-graphql.ts'
import { rewriteProgram } from './rewrite-program.ts'
import { type Run, runProgram } from './run-program.ts'

/** Another number draws other calls. */
const SEED = Number(process.env.GRAPHQL_SEED ?? 1)
const EACH = Number(process.env.GRAPHQL_EACH ?? 8)

/** Reads may differ: the proxy remembers the catalog. Neither is a refusal's wording compared. */
const writesOf = ({ requests, printed }: Run): Run => ({
  requests: requests.filter((line) => !line.startsWith('GET ')),
  printed: printed.map((line) => line.replace(/ threw .*/, ' threw')),
})

describe.each(generatedCalls(SEED, EACH))('%s', (_field, calls) => {
  test('drawn calls do and answer the same after the rewrite', async () => {
    const files = new Map([['program.js', programOf(calls)]])
    const { files: after, notes, again } = await rewriteProgram(files)
    const stays = new Set(
      notes.filter(({ class: is }) => is === 'left' || is === 'kept').map(({ line }) => line - firstLine),
    )
    expect(stays.size, 'some of them move').toBeLessThan(calls.length)
    const original = writesOf(await runProgram(files, 'proxy'))
    expect(original.printed.filter((line) => !line.endsWith(' threw'))).not.toEqual([])
    // What is left still needs the proxy; what has moved passes it unchanged
    expect(compareRuns(original, writesOf(await runProgram(after, 'proxy')))).toEqual({
      proxy: [],
      program: [],
    })
    expect(again).toEqual([])
  })
})
