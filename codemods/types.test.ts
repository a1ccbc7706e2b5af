import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Project, ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { once } from '../mappings/dsl/once.ts'
import { routes } from '../mappings/v1/index.ts'
import { loadSources, noAlias } from './project/parse/program.ts'
import { rewrite } from './rewrite/rewrite.ts'
import { hostsWith } from './sites/texts/locate.ts'

const ROOT = new URL('./fixtures/', import.meta.url).pathname

/** JavaScript says by itself whether its types are to be checked. */
const isTyped = (path: string): boolean =>
  /\.[cm]?tsx?$/.test(path) || (/\.js$/.test(path) && readFileSync(path, 'utf8').startsWith('// @ts-check'))

const cases = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .map((path) => join(ROOT, path))
  .filter((path) => /input\.(tsx?|js)$/.test(path) && isTyped(path))
  .map(dirname)

const sourcesOf = (directory: string): string[] =>
  readdirSync(directory)
    .map((name) => join(directory, name))
    .filter((path) => isTyped(path) && !/\boutput\b/.test(path))

/** What a strict compiler says of some files of a program, as codes; modules nobody installed here are passed over. */
const complaints = (
  files: ReadonlyMap<string, string>,
  asked: readonly string[] = [...files.keys()],
  own: ts.CompilerOptions = {},
): Map<string, string[]> => {
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: {
      strict: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noImplicitReturns: true,
      noImplicitOverride: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noPropertyAccessFromIndexSignature: true,
      verbatimModuleSyntax: true,
      isolatedModules: true,
      erasableSyntaxOnly: true,
      allowJs: true,
      noEmit: true,
      // programs for Deno name their modules in full
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
      ...own,
    },
  })
  project.createSourceFile(
    '/globals.d.ts',
    'declare const process: any; declare const globalThis: any; interface ImportMeta { readonly env: any }',
  )
  for (const [path, text] of files) project.createSourceFile(path, text)
  return new Map(
    asked.flatMap((path) => {
      const all = project.getSourceFile(path)?.getPreEmitDiagnostics() ?? []
      const codes = all.map((one) => one.getCode()).filter((code) => code !== 2307)
      return codes.length > 0 ? [[path, codes.map((code) => `TS${code}`)] as const] : []
    }),
  )
}

/** What is said of a value is said of it twice where v2's word is read before v1's: it may be unknown, it has an index. */
const TWICE: ReadonlySet<string> = new Set(['TS18046', 'TS4111'])

/** The codes that are there more often than they were, each as often as that. */
const more = (now: readonly string[], old: readonly string[] = []): string[] => {
  const left = [...old]
  return now.filter((code) => {
    if (TWICE.has(code) && old.includes(code)) return false
    const at = left.indexOf(code)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** What the files of all cases said, and what they say once they are moved, with the modules that are written for them. */
const moved = once((directories: readonly string[]) => {
  const before = new Map<string, string>()
  const after = new Map<string, string>()
  for (const directory of directories) {
    const paths = sourcesOf(directory)
    const { changes } = rewrite(loadSources(paths, noAlias), {
      routes,
      hosts: hostsWith(),
      root: directory,
      inSight: () => true,
    })
    const at = (path: string): string => `/${relative(ROOT, path)}`
    for (const path of paths) before.set(at(path), readFileSync(path, 'utf8'))
    for (const [path, text] of before) if (!after.has(path)) after.set(path, text)
    for (const change of changes) after.set(at(change.path), change.after)
  }
  return { before, after }
})

test('what type-checked before type-checks afterwards', () => {
  const { before, after } = moved(cases)
  const now = complaints(after)
  // Only what is complained of now is worth asking about what it was.
  const old = complaints(before, [...now.keys()])
  const worse = [...now].map(([path, codes]) => [path, more(codes, old.get(path))] as const)
  expect(worse.filter(([, codes]) => codes.length > 0)).toEqual([])
}, 600_000)

test.each([
  // what templates of web frameworks say, beside all that libraries know
  ['ES2017', { target: ts.ScriptTarget.ES2017 }],
  ['ES5', { target: ts.ScriptTarget.ES5, ignoreDeprecations: '6.0' }],
])(
  'a generated module type-checks for %s',
  (_, own) => {
    const written = [...moved(cases).after].filter(([path]) => /\/upshift\.v2\.[cm]?ts$/.test(path))
    expect(written.length).toBeGreaterThan(0)
    const lib = ['lib.esnext.d.ts', 'lib.dom.d.ts']
    expect([...complaints(new Map(written), undefined, { ...own, lib })]).toEqual([])
  },
  600_000,
)
