import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { widthsTold } from './line-width.ts'

const told = (files: Readonly<Record<string, string>>, path: string): number | undefined => {
  const root = mkdtempSync(join(tmpdir(), 'width-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), text)
    }
    return widthsTold()(join(root, path))
  } finally {
    rmSync(root, { recursive: true })
  }
}

test.each([
  ['.prettierrc', '{ "semi": false, "printWidth": 110 }'],
  ['.prettierrc.yaml', 'semi: false\nprintWidth: 110\n'],
  ['prettier.config.mjs', 'export default {\n  printWidth: 110,\n  singleQuote: true,\n}\n'],
  ['biome.json', '{ "formatter": { "lineWidth": 110 } }'],
  ['package.json', '{ "name": "x", "prettier": { "printWidth": 110 } }'],
  ['.editorconfig', '[*]\nmax_line_length = 110\n'],
])('%s says how far lines go', (name, text) => {
  expect(told({ [name]: text }, 'src/a.ts')).toBe(110)
})

test('the nearest that says it counts', () => {
  expect(told({ '.prettierrc': 'printWidth: 90', 'app/.prettierrc': 'printWidth: 110' }, 'app/a.ts')).toBe(
    110,
  )
  expect(told({ '.prettierrc': 'printWidth: 90', 'app/.prettierrc': 'semi: false' }, 'app/a.ts')).toBe(90)
})

test('nothing is made up where none says it', () => {
  expect(told({ '.prettierrc': '{ "semi": false }', 'package.json': '{ "name": "x" }' }, 'a.ts')).toBe(
    undefined,
  )
})
