import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'

const TEST_NAME = /(^|\/)(__tests__|__mocks__)\/|[._-](test|spec|mock|stub|e2e|cy)s?\.[cm]?[jt]sx?$/
/** Packages that only tests import. */
export const TEST_PACKAGE =
  /^(vitest|jest|@jest\/globals|node:test|bun:test|nock|msw|msw\/\w+|mocha|chai|sinon|ava|uvu|tap|tape|@playwright\/test|axios-mock-adapter|fetch-mock|jest-fetch-mock|vitest-fetch-mock)$/

const importsTests = (file: ts.SourceFile): boolean =>
  file.statements.some(
    (one) =>
      compiler.isImportDeclaration(one) &&
      compiler.isStringLiteral(one.moduleSpecifier) &&
      TEST_PACKAGE.test(one.moduleSpecifier.text),
  )

/** Whether a file is a test by its own name or by what it imports, wherever it lies. */
export const isNamedTest = (file: ts.SourceFile): boolean =>
  TEST_NAME.test(file.fileName) || importsTests(file)
