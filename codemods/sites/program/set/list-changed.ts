import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { dressed } from '../syntax/nodes.ts'

/** Whether items may be added to a list after it was made, or taken out. */
export const isListChanged = (list: ts.ArrayLiteralExpression): boolean => {
  const owner = dressed(list).parent
  if (!compiler.isVariableDeclaration(owner) || !compiler.isIdentifier(owner.name)) return true
  return new RegExp(`\\b${owner.name.text}\\s*\\.\\s*(push|unshift|splice|pop|shift|reverse)\\b`).test(
    list.getSourceFile().text,
  )
}
