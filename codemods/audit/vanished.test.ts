import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { audit } from './audit.ts'
import { loadVocabulary } from './load-vocabulary.ts'

test('a file that goes while it is audited is said not to have been read, and ends nothing', async () => {
  const root = mkdtempSync(join(tmpdir(), 'vanished-'))
  const name = 'a.py'
  const write = (file: string) =>
    writeFileSync(join(root, file), "requests.get('https://rest.runpod.io/v1/pods')\n")
  for (const file of [name, 'b.py']) write(file)
  const vocabulary = await loadVocabulary()
  const { gate } = vocabulary
  const scan: typeof gate.scan = (...given) => {
    rmSync(join(root, name), { force: true })
    return gate.scan(...given)
  }
  const result = audit([root], { ...vocabulary, gate: { ...gate, scan } }, { cwd: root, today: '2026-11-21' })
  rmSync(root, { recursive: true })
  expect(result.skipped).toEqual([{ path: name, why: 'UNREADABLE' }])
  expect([...new Set(result.findings.map(({ file }) => file))]).toEqual(['b.py'])
})
