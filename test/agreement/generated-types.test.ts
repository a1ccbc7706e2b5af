import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRuns } from './compare.ts'
import { drawnTyped, typedFilesOf } from './drawn/typed-program.ts'
import { rewriteProgram } from './rewrite-program.ts'
import { type Run, runProgram } from './run-program.ts'
import { typeErrors } from './type-errors.ts'

// Other numbers draw other programs, and more.
const SEED = Number(process.env.REST_SEED ?? 1)
const EACH = Number(process.env.TYPES_EACH ?? 12)

const done = ({ requests, printed }: Run): Run => ({
  requests: requests.filter((line) => !line.startsWith('GET ')),
  printed,
})

const within = (directory: string, files: ReadonlyMap<string, string>): [string, string][] =>
  [...files].map(([path, text]) => [`${directory}/${path}`, text])

test('drawn typed programs do the same after the rewrite, and are as well typed', async () => {
  const all = new Map<string, string>()
  for (const [at, drawn] of fc.sample(drawnTyped, { seed: SEED, numRuns: EACH }).entries()) {
    const files = typedFilesOf(drawn)
    const { files: after, again } = await rewriteProgram(files)
    const original = await runProgram(files, 'proxy')
    const apart = compareRuns(done(original), done(await runProgram(after, 'proxy')))
    expect({ ...apart, again, drawn }).toEqual({ proxy: [], program: [], again: [], drawn })
    for (const [path, text] of [...within(`${at}-before`, files), ...within(`${at}-after`, after)])
      all.set(path, text)
  }
  expect(typeErrors(all)).toEqual([])
}, 600_000)
