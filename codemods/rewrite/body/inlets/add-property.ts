import type { ts } from 'ts-morph'
import { type Edit, insertAfter, replace } from '../../edit/edit.ts'
import { indentAt, styleOf } from '../../mapper/helpers/style.ts'

/** The edit that gives an options literal one more member. */
export const addProperty = (literal: ts.ObjectLiteralExpression, name: string, value: string): Edit[] => {
  const text = `${name}: ${value}`
  const last = literal.properties.at(-1)
  if (!last) return [replace(literal, `{ ${text} }`)]
  const file = literal.getSourceFile()
  const multiline = literal.getText().includes('\n')
  const separator = multiline ? `,${styleOf(file).newline}${indentAt(file, last.getStart())}` : ', '
  return [insertAfter(last, `${separator}${text}`)]
}
