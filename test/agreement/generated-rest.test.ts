import { describe, expect, test } from 'vitest'
import { compareRuns } from './compare.ts'
import { drawnLists, firstLine, listProgram } from './generated-rest.ts'
import { rewriteProgram } from './rewrite-program.ts'
import { type Run, runProgram } from './run-program.ts'

/** Other numbers draw other calls, and more. */
const SEED = Number(process.env.REST_SEED ?? 1)
const EACH = Number(process.env.REST_EACH ?? 8)

describe.each(drawnLists(SEED, EACH))('%s', (_id, route, calls) => {
  test('drawn calls list and read the same after the rewrite', async () => {
    const files = new Map([['program.js', listProgram(route, calls)]])
    const { files: after, notes, again } = await rewriteProgram(files)
    const stays = new Set(notes.filter(({ class: is }) => is === 'left').map(({ line }) => line - firstLine))
    const lost = new Set(
      notes.filter(({ why }) => why.includes('is read here')).map(({ line }) => line - firstLine),
    )
    expect(stays.size, 'some of them move').toBeLessThan(calls.length)
    // What is left still needs the proxy, and what v2 does not say is listed where it is read
    const said = ({ printed }: Run): Run => ({
      requests: [],
      printed: printed.filter((line) => !lost.has(Number.parseInt(line, 10))),
    })
    const original = await runProgram(files, 'proxy')
    expect(original.printed.filter((line) => !line.endsWith('[]'))).not.toEqual([])
    expect(compareRuns(said(original), said(await runProgram(after, 'proxy')))).toEqual({
      proxy: [],
      program: [],
    })
    expect(again).toEqual([])
  }, 60_000)
})
