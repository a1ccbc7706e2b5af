import { expect, test } from 'vitest'
import { compiler } from '../../../project/compiler.ts'
import { flatText } from './flat-text.ts'

const said = (text: string): string => {
  const file = compiler.createSourceFile('a.ts', text, compiler.ScriptTarget.ESNext, true)
  return flatText(file.statements[0] ?? file)
}

test.each([
  ['error\n  .response\n  ?.data as {\n  a: string\n}', 'error.response?.data as { a: string }'],
  ['type A = Record<\n  string,\n  unknown\n>', 'type A = Record<string, unknown>'],
  ['expect(\n  axios.get,\n).called', 'expect(axios.get).called'],
  ['f({ ...a })', 'f({ ...a })'],
  [`error['response']?.["data"]`, 'error.response?.data'],
  [`const a = ['b']`, `const a =['b']`],
])('%j stands in one line', (text, flat) => expect(said(text)).toBe(flat))
