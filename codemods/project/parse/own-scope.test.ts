import type { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { compiler } from '../compiler.ts'
import { isModule } from './own-scope.ts'
import { loadSources, noAlias } from './program.ts'

/** What the files of a program declare under a name, by the file that says it. */
const declaringFiles = (texts: Readonly<Record<string, string>>, name: string) => {
  const { files, checker } = loadSources(Object.keys(texts), noAlias, (path) => texts[path])
  const found: Record<string, string | undefined> = {}
  const visit = (node: ts.Node): void => {
    if (compiler.isCallExpression(node) && node.expression.getText() === 'say') {
      const [said] = node.arguments
      const symbol = said && checker.getSymbolAtLocation(said)
      if (said?.getText() === name)
        found[node.getSourceFile().fileName] = symbol?.declarations?.[0]?.getSourceFile().fileName
    }
    compiler.forEachChild(node, visit)
  }
  for (const file of files) visit(file)
  return { found, modules: files.filter(isModule).map(({ fileName }) => fileName) }
}

test('scripts that declare the same name keep theirs, in JavaScript and TypeScript', () => {
  const own = { '/a.js': 'const base = 1\nsay(base)', '/b.ts': 'const base: number = 2\nsay(base)' }
  expect(declaringFiles(own, 'base')).toEqual({ found: { '/a.js': '/a.js', '/b.ts': '/b.ts' }, modules: [] })
})

test('the scripts of a page share what only one of them declares', () => {
  const page = { '/config.js': 'const base = 1', '/app.js': 'const other = 2\nsay(base)' }
  expect(declaringFiles(page, 'base').found).toEqual({ '/app.js': '/config.js' })
})

test('two pages share what a third script declares, and nothing with each other', () => {
  const pages = {
    '/config.js': 'var base = 1',
    '/one.js': 'const list = 1\nsay(base)\nsay(list)',
    '/two.js': 'const list = 2\nsay(base)\nsay(list)',
  }
  expect(declaringFiles(pages, 'base').found).toEqual({ '/one.js': '/config.js', '/two.js': '/config.js' })
  expect(declaringFiles(pages, 'list').found).toEqual({ '/one.js': '/one.js', '/two.js': '/two.js' })
})

test('a name that the language has is the one of the file that declares it', () => {
  expect(declaringFiles({ '/a.js': "const URL = 'x'\nsay(URL)" }, 'URL').found).toEqual({ '/a.js': '/a.js' })
})

test('a module of CommonJS is none of a page, and one that only speaks of require is', () => {
  const mixed = {
    '/common.js': "const { x } = require('x')\nconst base = 1\nsay(base)",
    '/page.js': 'const base = 2\nsay(base)',
    '/app.js': 'say(base)',
    '/told.js': '// no require() here\nconst base = 3',
  }
  const { '/common.js': common, '/page.js': page } = declaringFiles(mixed, 'base').found
  expect([common, page]).toEqual(['/common.js', '/page.js'])
})

test('what the scripts of a page put together is theirs in common', () => {
  const page = {
    '/types.ts': 'interface Pod { id: string }',
    '/api.ts': "var App = App || {}\nconst base = 'x'\ninterface Pod { name: string }",
    '/app.ts': 'var App = App || {}\nsay(base)',
  }
  expect(declaringFiles(page, 'base')).toEqual({ found: { '/app.ts': '/api.ts' }, modules: [] })
})
