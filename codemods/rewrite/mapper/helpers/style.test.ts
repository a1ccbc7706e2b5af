import { expect, test } from 'vitest'
import { compiler } from '../../../project/compiler.ts'
import { styleOf } from './style.ts'

const semicolonOf = (text: string): string =>
  styleOf(compiler.createSourceFile('a.ts', text, compiler.ScriptTarget.Latest, true)).semicolon

test.each([
  ['const a = 1\nexport const go = () => { call(a); call(a); return a }\n', ''],
  ['const a = 1;\nexport const go = () => { call(a); return a; }\n', ';'],
  ['const a = 1; // one\n', ';'],
  ['const a = 1\n', ''],
])('%j ends its statements with %j', (text, semicolon) => expect(semicolonOf(text)).toBe(semicolon))
