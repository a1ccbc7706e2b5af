import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ruleBook } from './rules.ts'
import { rulesPage } from './rules-page.ts'

const ROOT = join(import.meta.dirname, '..')
const known = new Set(Object.values(ruleBook).flatMap((rules) => Object.keys(rules)))

/** Texts of a program's tests and fixtures say what was reported, and report nothing. */
const sources = readdirSync(join(ROOT, 'codemods'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test)\.ts$/.test(path) && !/^(audit[\\/])?fixtures[\\/]|^rules/.test(path))
  .map((path) => readFileSync(join(ROOT, 'codemods', path), 'utf8'))

/** The rules that recorded reports say. */
const recorded = readdirSync(join(ROOT, 'codemods/fixtures'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /findings\.[a-z]+$/.test(path))
  .flatMap(
    (path) => readFileSync(join(ROOT, 'codemods/fixtures', path), 'utf8').match(/codemod\.[a-z0-9-]+/g) ?? [],
  )

test('a rule that some code or recorded report says is in the book', () => {
  const said = sources.flatMap((text) => text.match(/(?<=['"])codemod\.[a-z0-9-]+(?=['"])/g) ?? [])
  expect([...new Set([...said, ...recorded])].filter((rule) => !known.has(rule))).toEqual([])
})

/** `codemod.beside-${purpose}`, `codemod.test-${what}`: said in two parts. */
const TWO_PARTS = /^codemod\.(beside|test)-(.+)$/

test('no rule is in the book that no code says', () => {
  const text = sources.join('\n')
  const isSaid = (rule: string): boolean => {
    const [, head, tail] = TWO_PARTS.exec(rule) ?? []
    const isWhole = text.includes(`'${rule}'`)
    return isWhole || (text.includes(`codemod.${head}-\${`) && text.includes(`'${tail}'`))
  }
  expect([...known].filter((rule) => !isSaid(rule))).toEqual([])
})

test('docs/codemod-rules.md says the book', () => {
  expect(readFileSync(join(ROOT, 'docs/codemod-rules.md'), 'utf8')).toBe(rulesPage())
})
