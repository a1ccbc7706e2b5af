import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstFailing } from './first-failing.ts'
import { runCodemod } from './run.ts'
import './rewrite-files.ts'

/** Words that the analysis of a file comes to an unexpected end at, in this test. */
let fatal: string[] = []
vi.mock(import('../beside/pins.ts'), async (original) => {
  const { movePins } = await original()
  return {
    movePins: (options) => {
      const texts = options.files.map(({ text }) => text).join('\n')
      if (fatal.length > 0 && fatal.every((word) => texts.includes(word)))
        throw new Error('no such luck\nat all')
      return movePins(options)
    },
  }
})

/** A word of a file in which looking at a call comes to an unexpected end. */
let unseen: string | undefined
vi.mock(import('../sites/unknown-sites.ts'), async (original) => {
  const { unknownSites } = await original()
  return {
    unknownSites: (trace, file, options, failed) => {
      const at = unseen && file.text.includes(unseen) ? file.statements[1] : undefined
      if (at) failed(at, new Error('no such luck'))
      return unknownSites(trace, file, options, failed)
    },
  }
})

let root = ''
beforeEach(() => {
  fatal = []
  unseen = undefined
  root = mkdtempSync(join(tmpdir(), 'crashes-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const STOP = `export const stop = (id) => fetch(\`https://rest.runpod.io/v1/pods/\${id}\`, { method: 'DELETE' })\n`
const run = async () => {
  for (const name of 'abcdefg') writeFileSync(join(root, `${name}.js`), `${STOP}export const ${name}0 = 1\n`)
  const { changes, notes } = await runCodemod({ paths: [root], root })
  const left = notes.filter(({ class: is }) => is === 'left')
  return {
    changed: changes.map(({ path }) => basename(path)),
    left: left.map(({ file, rule }) => [file, rule]),
    notes,
  }
}
const without = (...files: string[]): string[] =>
  [...'abcdefg'].map((name) => `${name}.js`).filter((name) => !files.includes(name))

test('a file whose analysis comes to an unexpected end is left and said, and the others move', async () => {
  fatal = ['d0']
  const { changed, left, notes } = await run()
  expect(changed).toEqual(without('d.js'))
  expect(left).toEqual([['d.js', 'codemod.crash']])
  expect(notes.find(({ rule }) => rule === 'codemod.crash')?.why).toContain('(no such luck)')
})

test('of two files that are not got through together, the second is left', async () => {
  fatal = ['b0', 'f0']
  const { changed, left } = await run()
  expect(changed).toEqual(without('f.js'))
  expect(left).toEqual([['f.js', 'codemod.crash']])
})

test('where it lies with no file, all of them are left', async () => {
  fatal = ['']
  const { changed, left } = await run()
  expect(changed).toEqual([])
  expect(left).toEqual(without().map((name) => [name, 'codemod.crash']))
})

test('the first item that a run fails with is found in few runs', () => {
  const items = Array.from({ length: 1000 }, (_, index) => index)
  let runs = 0
  const found = firstFailing(items, (some) => {
    runs++
    return some.includes(637)
  })
  expect({ found, isFew: runs < 15 }).toEqual({ found: 637, isFew: true })
})

const CLIENT = {
  'base.js': `export const V1 = 'https://rest.runpod.io/v1'\n`,
  'client.js': `import { V1 } from './base.js'\nexport const get = (path) => fetch(V1 + path)\n`,
  'odd.js': `import { get } from './client.js'\nodd(get)('/pods')\n`,
  'even.js': `import { V1 } from './base.js'\nexport const end = (id) => fetch(V1 + '/pods/' + id, { method: 'DELETE' })\n`,
  'own.js': STOP,
}

test.each([
  [
    'a call',
    () => {
      unseen = 'odd('
    },
  ],
  [
    'a file',
    () => {
      fatal = ['odd(']
    },
  ],
])('where %s comes to an unexpected end, no base moves that it may be made with', async (_what, break_) => {
  break_()
  for (const [name, text] of Object.entries(CLIENT)) writeFileSync(join(root, name), text)
  const { changes, notes } = await runCodemod({ paths: [root], root })
  const left = notes.filter(({ class: is }) => is === 'left').map(({ file, rule }) => [file, rule])
  expect(changes.map(({ path }) => basename(path))).toEqual(['own.js'])
  expect(left).toContainEqual(['even.js', 'codemod.shared-base'])
  expect(left).toContainEqual(['odd.js', 'codemod.crash'])
})
