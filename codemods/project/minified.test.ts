import { expect, test } from 'vitest'
import { isMinified } from './minified.ts'

const statement = 'function a(b){return fetch("https://rest.runpod.io/v1/pods/"+b).then(c=>c.json())}'

test('code on lines that nobody would read is minified', () => {
  expect(isMinified(statement.repeat(1000))).toBe(true)
  expect(isMinified(`/*! a licence\n${' * of many lines\n'.repeat(200)}*/\n${statement.repeat(1000)}`)).toBe(
    true,
  )
})

test('code that people wrote is not, whatever data it holds', () => {
  expect(isMinified(`${statement}\n`.repeat(1000))).toBe(false)
  expect(isMinified(`const picture = '${'QUJD'.repeat(30_000)}'\n${statement}\n`)).toBe(false)
  expect(isMinified(`const table = [${'{"id":1,"name":"a"},'.repeat(5_000)}]\n${statement}\n`)).toBe(false)
  expect(isMinified(statement.repeat(20))).toBe(false)
})
