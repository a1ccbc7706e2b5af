import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ts } from 'ts-morph'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casesIn, FIXTURES, recorded, rewriteCase, sourcesOf } from '../support/fixture-cases.ts'

/** Programs as somebody with narrow lines, tabs, semicolons and double quotes lays them out. */
const LAYOUT = {
  formatter: { indentStyle: 'tab', lineWidth: 40 },
  linter: { enabled: false },
  assist: { enabled: false },
  javascript: {
    parser: { unsafeParameterDecoratorsEnabled: true },
    formatter: {
      quoteStyle: 'double',
      quoteProperties: 'preserve',
      semicolons: 'always',
      trailingCommas: 'all',
      expand: 'always',
    },
  },
}

/** Cases that may differ, each with the reason. */
const DIFFERS: Readonly<Record<string, string>> = {
  'axios/config-call': 'the formatter puts an arrow function’s parameter in parentheses',
  'boundary/read-afar': 'the formatter says a space between two values of JSX in braces',
  'types/nested': 'commas between the members of a type',
}

const laidOut = mkdtempSync(join(tmpdir(), 'upshift-layout-'))
beforeAll(() => {
  cpSync(FIXTURES, laidOut, {
    recursive: true,
    filter: (path) => !/output|findings/.test(path.slice(FIXTURES.length)),
  })
  writeFileSync(join(laidOut, 'biome.json'), JSON.stringify({ root: true, ...LAYOUT }))
  const biome = new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url).pathname
  execFileSync(process.execPath, [biome, 'format', '--write', '.'], { cwd: laidOut, stdio: 'ignore' })
}, 60_000)
afterAll(() => rmSync(laidOut, { recursive: true }))

/** The words of a program in their order, without what only lays it out. */
const wordsOf = (path: string, text: string): string[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JSDoc) return
    const children = ts.isParenthesizedExpression(node) ? [node.expression] : node.getChildren(file)
    if (children.length > 0) return children.forEach(visit)
    const word = ts.isStringLiteral(node)
      ? JSON.stringify(node.text)
      : node.getText(file).replace(/\s+/g, ' ')
    const isFirstOfUnion = word === '|' && /^([=:<(&,]|as)$/.test(found.at(-1) ?? '')
    if (word !== '' && word !== ';' && !isFirstOfUnion) found.push(word)
  }
  visit(file)
  return found.filter((word, index) => word !== ',' || !/^[)\]}>]$/.test(found[index + 1] ?? ''))
}

const cases = casesIn(FIXTURES)
  .map((path) => [path.slice(FIXTURES.length), path] as const)
  .filter(([name]) => !(name in DIFFERS))

describe.each(cases)('%s', (_name, directory) => {
  test('is rewritten alike, however it is laid out', () => {
    const paths = sourcesOf(directory)
    const texts = new Map(
      paths.map((path) => [path, readFileSync(join(laidOut, path.slice(FIXTURES.length)), 'utf8')]),
    )
    const { changes } = rewriteCase(directory, texts)
    for (const path of paths) {
      const after = changes.find((one) => one.path === path)?.after ?? texts.get(path) ?? ''
      expect(wordsOf(path, after), path).toEqual(wordsOf(path, recorded(path)))
    }
  })
})
