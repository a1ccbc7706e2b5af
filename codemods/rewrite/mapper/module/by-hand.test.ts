import { expect, test } from 'vitest'
import { merged } from './by-hand.ts'

const PATH = '/p/upshift.v2.ts'
const ONE = `// Written by upshift.

/** One. */
export const one = (value: any) => ({
  a: value,
})
`
const TWO = `${ONE}
/** Two. */
export const two = (value: any) => one(value)
`

test('a module that nobody changed is written anew, however a formatter laid it', () => {
  const before = `// Written by upshift.\n\n/** One. */\nexport const one = (value: any) => ({ a: value });\n`
  expect(merged({ path: PATH, before, written: ONE, wanted: TWO })).toEqual({ text: TWO, apart: [] })
})

test('where somebody changed it, what they wrote stays, and what is missing comes in', () => {
  const before = `// Written by upshift. Ours: see the wiki.

/** One. */
export const one = (value: any) => ({ a: value ?? null })
export const short = (id: string) => id.slice(0, 4)
`
  const { text, apart } = merged({ path: PATH, before, written: ONE, wanted: TWO })
  expect(text).toBe(`${before}
/** Two. */
export const two = (value: any) => one(value)
`)
  expect(apart).toEqual([])
})

test('a function that is to be otherwise is replaced, or named where it was changed by hand', () => {
  const wanted = ONE.replace('a: value', 'a: value, b: value')
  const noted = `${ONE}export const short = 1\n`
  expect(merged({ path: PATH, before: noted, written: ONE, wanted }).text).toBe(
    `${wanted}export const short = 1\n`,
  )
  const before = ONE.replace('a: value', 'a: value ?? null')
  const { text, apart } = merged({ path: PATH, before, written: ONE, wanted })
  expect(text).toBe(before)
  expect(apart).toHaveLength(1)
})

test('the list of exports of CommonJS gets the names that it lacks', () => {
  const plain = (text: string): string =>
    text
      .replace(/export /g, '')
      .replace(/: any/g, '')
      .replace(': string', '')
  const written = `${plain(ONE)}\nmodule.exports = { one }\n`
  const wanted = `${plain(TWO)}\nmodule.exports = { one, two }\n`
  const before = written.replace('module.exports = { one }', 'const own = 1\nmodule.exports = { one, own }')
  expect(merged({ path: '/p/upshift.v2.cjs', before, written, wanted }).text).toContain(
    `const own = 1

/** Two. */
const two = (value) => one(value)

module.exports = { one, own, two }
`.replace('\n\n/**', '\n/**'),
  )
})
