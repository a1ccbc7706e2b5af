import type { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { compiler } from '../../../project/compiler.ts'
import { holdsWithout } from './holds-without.ts'

const expressionOf = (text: string): ts.Expression => {
  const file = compiler.createSourceFile('x.ts', `(${text})`, compiler.ScriptTarget.ESNext, true)
  return (file.statements[0] as ts.ExpressionStatement).expression
}

const isMissing = (node: ts.Node): boolean =>
  compiler.isPropertyAccessExpression(node) && node.name.text === 'error'

const cases: readonly (readonly [string, boolean | undefined])[] = [
  ['body.error', false],
  ['!body.error', true],
  ["typeof body.error === 'string'", false],
  ["typeof body.error !== 'string'", true],
  ["'undefined' === typeof body.error", true],
  ['body.error === undefined', true],
  ['body.error !== undefined', false],
  ['body.error != null', false],
  ['body.error !== null', true],
  ["body.error === 'busy'", false],
  ["body.error !== ''", true],
  ['body.error.length > 3', false],
  ["body.error?.includes('x')", false],
  ['Array.isArray(body.error)', false],
  ['isText(body.error)', undefined],
  ['body.error === other', undefined],
  ["ready && typeof body.error === 'string'", false],
  ['ready || body.error', undefined],
  ['ready || !body.error', true],
  ['!ready', undefined],
  ['ready === 3', undefined],
]

test.each(cases)('%s: %s', (text, holds) => {
  expect(holdsWithout(expressionOf(text), isMissing)).toBe(holds)
})
