import type { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { compiler } from '../compiler.ts'
import { readBracketed } from './bracketed.ts'

const read = (text: string): ts.Expression => {
  const file = compiler.createSourceFile('a.ts', text, compiler.ScriptTarget.ESNext, true)
  return (readBracketed(file).statements[0] as ts.ExpressionStatement).expression
}

test.each([`a['b']`, 'a["b"]', `a?.['b']`, 'a[`b`]', `a [ 'b' ]`])('%s reads like a.b', (text) => {
  const access = read(text)
  expect(compiler.isPropertyAccessExpression(access) && access.name.text).toBe('b')
  expect(access.getText()).toBe(text)
})

test('the name is the word between the quotes', () => {
  const { name } = read(`a['b']`) as ts.PropertyAccessExpression
  expect([name.getStart(), name.end, name.getText(), name.parent.getText()]).toEqual([3, 4, 'b', `a['b']`])
})

test.each([`a['Content-Type']`, 'a[b]', 'a[0]', `a['\\x62']`, 'a[`${b}`]'])('%s stays what it is', (text) => {
  expect(compiler.isElementAccessExpression(read(text))).toBe(true)
})
