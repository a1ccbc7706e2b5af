import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCodemod } from './run.ts'

test('a helper that never names the service is changed with its calls, where it was asked for', async () => {
  const root = mkdtempSync(join(tmpdir(), 'asked-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const put = (name: string, text: string): string => {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  const helper = put(
    'lib/ask.js',
    'export const ask = async (url) => { const answer = await fetch(url); if (!answer.ok) throw new Error((await answer.json()).message); return answer.json() }\n',
  )
  const caller = put(
    'src/pods.js',
    `import { ask } from '../lib/ask.js'\nexport const image = async (id) => (await ask(\`https://rest.runpod.io/v1/templates/\${id}\`)).imageName\n`,
  )
  const whole = await runCodemod({ paths: [root], root })
  expect(whole.changes.map(({ path }) => path).sort()).toEqual([helper, caller])
  expect(whole.changes.find(({ path }) => path === helper)?.after).toContain('.detail')
  const part = await runCodemod({ paths: [join(root, 'src')], root })
  expect(part.notes.map(({ rule }) => rule)).toContain('codemod.elsewhere')
  expect(part.changes.filter(({ path }) => path !== caller)).toEqual([])
})
