import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCodemod } from '../run.ts'
import '../rewrite-files.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'flow-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const GET = "export const get = () => fetch('https://rest.runpod.io/v1/pods')\n"
const EXACT = 'type Id = {| id: string |}\n'

test.each([
  ['its own types', `#!/usr/bin/env node\n/* @flow strict */\n${EXACT}${GET}`, ['codemod.language']],
  ['no word of Flow', `${EXACT}${GET}`, ['codemod.syntax']],
  ['code that TypeScript reads as well', `// @flow\n${GET}`, []],
])('of a file with %s', async (_what, text, left) => {
  writeFileSync(join(root, 'a.js'), text)
  const { notes } = await runCodemod({ paths: [root], root })
  expect(notes.filter((note) => note.class === 'left').map(({ rule }) => rule)).toEqual(left)
})
