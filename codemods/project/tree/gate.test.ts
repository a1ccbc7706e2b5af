import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { gate, serviceWords } from './gate.ts'

const root = mkdtempSync(join(tmpdir(), 'gate-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const put = (name: string, text: string): string => {
  const path = join(root, name)
  writeFileSync(path, text)
  return path
}

test('the gate finds every spelling of the service, in bytes', () => {
  const words = ['RUNPOD_KEY', 'RunPod', 'runpod.io', 'runPodClient']
  const paths = words.map((word, index) => put(`${index}.ts`, `x ${word} y`))
  const other = put('other.ts', 'run a pod')
  expect(gate([...paths, other], serviceWords())).toEqual({ strong: paths, rest: [other] })
})
