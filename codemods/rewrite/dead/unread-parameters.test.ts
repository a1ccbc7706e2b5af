import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FIXTURES, rewriteCase } from '../../../test/support/fixture-cases.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'unread-'))
  copyFileSync(join(FIXTURES, 'graphql/unread-parameters/input.ts'), join(directory, 'input.ts'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const after = (): string | undefined =>
  rewriteCase(directory, new Map()).changes.find(({ path }) => path.endsWith('input.ts'))?.after

test('a parameter that fed only what is gone keeps its name where the compiler does not mind', () => {
  writeFileSync(join(directory, 'tsconfig.json'), '{ "compilerOptions": { "noUnusedLocals": true } }')
  expect(after()).toContain('plain = (podId: string, trace: string)')
  expect(after()).not.toContain('_')
})

test('where it would be refused, it says that nobody reads it', () => {
  writeFileSync(join(directory, 'tsconfig.json'), '{ "compilerOptions": { "noUnusedParameters": true } }')
  expect(after()).toContain('plain = (podId: string, _trace: string)')
})
