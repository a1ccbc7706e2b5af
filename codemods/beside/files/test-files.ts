import { dirname, join, relative } from 'node:path'
import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import { TEST_PACKAGE } from '../../sites/program/outside/test-file.ts'
import { walk } from '../../sites/program/syntax/nodes.ts'

const TEST_PATH =
  /(^|\/)(__tests__|__mocks__|__fixtures__|tests?|specs?|e2e|cypress|playwright|mocks?|fixtures)\/|[._-](test|spec|mock|stub|e2e|cy)s?\.[cm]?[jt]sx?$/

/** Whether a path says that its file is a test. */
export const looksLikeTest = (path: string, root: string): boolean => TEST_PATH.test(relative(root, path))

/** Whether a file tests others or plays the service for tests: by where it lies, or by what it imports. */
export const isTestFile = (file: ts.SourceFile, root: string): boolean =>
  specifiersIn(file).some(({ text }) => TEST_PACKAGE.test(text)) ||
  (looksLikeTest(file.fileName, root) && !isProgram(file, root))

/** A program that is merely called a test (`scripts/pod_test.mjs`): it says no word of one, and runs no other file of the program. */
const isProgram = (file: ts.SourceFile, root: string): boolean =>
  TEST_NAME.test(file.fileName) &&
  !looksLikeTest(file.fileName.replace(TEST_NAME, ''), root) &&
  !TEST_WORD.test(file.text) &&
  specifiersIn(file).every(({ text }) => !text.startsWith('.'))

const TEST_NAME = /[._-](test|spec|e2e)s?(\.[cm]?[jt]sx?)$/

const TEST_WORD =
  /(?<![.\w])(describe|it|test|suite|expect|should|assert\w*|before|after|beforeEach|afterEach|vi|jest|sinon|nock|cy|t)\s*[.(]|\bfetch\s*=[^=]|\b(mock|stub|fake)/i

/** The files that a file runs: itself, and what it imports, however it says so. */
export const filesRunBy = (
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  byStem: ReadonlyMap<string, ts.SourceFile>,
): Set<ts.SourceFile> => {
  const found = new Set<ts.SourceFile>()
  const visit = (at: ts.SourceFile): void => {
    if (found.has(at)) return
    found.add(at)
    for (const specifier of specifiersIn(at)) {
      const target = moduleOf(checker, specifier) ?? byPath(byStem, at, specifier)
      if (target) visit(target)
    }
  }
  visit(file)
  return found
}

/** The files of a program by their paths without an ending: how `require` and mocks name them. */
export const byStemOf = (files: readonly ts.SourceFile[]): Map<string, ts.SourceFile> =>
  new Map(files.flatMap((file) => stemsOf(file.fileName).map((stem) => [stem, file] as const)))

const stemsOf = (path: string): string[] => {
  const stem = path.replace(/\.[cm]?[jt]sx?$/, '')
  return stem.endsWith('/index') ? [stem, stem.slice(0, -'/index'.length)] : [stem]
}

const moduleOf = (checker: ts.TypeChecker, specifier: ts.StringLiteralLike): ts.SourceFile | undefined => {
  const declaration = checker.getSymbolAtLocation(specifier)?.valueDeclaration
  return declaration && compiler.isSourceFile(declaration) ? declaration : undefined
}

const byPath = (
  byStem: ReadonlyMap<string, ts.SourceFile>,
  from: ts.SourceFile,
  { text }: ts.StringLiteralLike,
): ts.SourceFile | undefined => {
  if (!text.startsWith('.')) return undefined
  const path = join(dirname(from.fileName), text)
  return byStem.get(path) ?? byStem.get(path.replace(/\.[cm]?[jt]sx?$/, ''))
}

/** The modules that files name. Files never change while a run lasts. */
const specifiersIn = once((file: ts.SourceFile): readonly ts.StringLiteralLike[] => {
  const found: ts.StringLiteralLike[] = []
  walk(file, (node) => {
    const given = specifierOf(node)
    if (given && compiler.isStringLiteralLike(given)) found.push(given)
    return undefined
  })
  return found
})

const LOADS = /^(require|jest\.(requireActual|mock|doMock)|vi\.(importActual|mock|doMock)|t?mock\.module)$/

const specifierOf = (node: ts.Node): ts.Expression | undefined => {
  if (compiler.isImportDeclaration(node) || compiler.isExportDeclaration(node)) return node.moduleSpecifier
  if (!compiler.isCallExpression(node)) return undefined
  const loads =
    node.expression.kind === compiler.SyntaxKind.ImportKeyword || LOADS.test(node.expression.getText())
  return loads ? node.arguments[0] : undefined
}
