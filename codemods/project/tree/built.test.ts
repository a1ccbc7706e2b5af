import { expect, test } from 'vitest'
import { isBuilt } from './built.ts'

const statement = 'function a(b){return fetch("https://rest.runpod.io/v1/pods/"+b).then(c=>c.json())}'

test('code on lines that nobody would read is minified', () => {
  expect(isBuilt(statement.repeat(1000))).toBe(true)
  expect(isBuilt(`/*! a licence\n${' * of many lines\n'.repeat(200)}*/\n${statement.repeat(1000)}`)).toBe(
    true,
  )
})

test('code that people wrote is not, whatever data it holds', () => {
  expect(isBuilt(`${statement}\n`.repeat(1000))).toBe(false)
  expect(isBuilt(`const picture = '${'QUJD'.repeat(30_000)}'\n${statement}\n`)).toBe(false)
  expect(isBuilt(`const table = [${'{"id":1,"name":"a"},'.repeat(5_000)}]\n${statement}\n`)).toBe(false)
  expect(isBuilt(statement.repeat(20))).toBe(false)
})

test('what a bundler put together is built, what only names its words is not', () => {
  const head = 'var __commonJS = (cb, mod) => function __require() {\n  return mod || mod.exports\n}\n'
  expect(isBuilt(head + `${statement}\n`.repeat(2000))).toBe(true)
  expect(isBuilt(`/******/ const a = __webpack_require__(1)\n${`${statement}\n`.repeat(2000)}`)).toBe(true)
  expect(isBuilt(head + `${statement}\n`.repeat(100))).toBe(false)
  expect(isBuilt(`${statement}\n`.repeat(20_000))).toBe(true)
})
