import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { declarationOf } from '../../sites/program/names/symbol.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { bare } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** The calls of a mock that stands for one method of a client, also of `vi.mocked(http.get)`, `(http.get as Mock)`. */
const CALLS_OF = /\.(get|post|put|patch|delete)(?: as [\w.]+)?\)?\.mock\.(calls|lastCall)\b/

/** The method of the mock whose calls an address is held against: `expect(http.delete.mock.calls[0][0]).toBe('…')`. */
export const methodHeld = (trace: Trace, node: ts.Node): string | undefined => {
  const held = heldAgainst(node)
  const said = held && [held, ...madeOf(trace, held)].map((one) => CALLS_OF.exec(flatText(one))?.[1])
  return said?.find((one) => one !== undefined)?.toUpperCase()
}

/** `x` of `expect(x).not.toEqual(['…'])`, of `assert.equal(x, '…')`. */
const heldAgainst = (node: ts.Node): ts.Expression | undefined => {
  for (let at = node.parent; at && !compiler.isStatement(at); at = at.parent) {
    if (!compiler.isCallExpression(at) || !compiler.isPropertyAccessExpression(at.expression)) continue
    let owner: ts.Expression = at.expression.expression
    while (compiler.isPropertyAccessExpression(owner)) owner = owner.expression
    if (compiler.isCallExpression(owner) && owner.expression.getText() === 'expect') return owner.arguments[0]
    if (compiler.isIdentifier(owner) && owner.text === 'assert') return at.arguments[0]
  }
  return undefined
}

/** What a name was made of, also one of a pattern: `const [first] = http.post.mock.calls`. */
const madeOf = (trace: Trace, held: ts.Expression): ts.Expression[] => {
  let root = bare(held)
  while (compiler.isElementAccessExpression(root) || compiler.isPropertyAccessExpression(root))
    root = bare(root.expression)
  let at: ts.Node | undefined = compiler.isIdentifier(root) ? declarationOf(trace, root) : undefined
  while (at && (compiler.isBindingElement(at) || compiler.isArrayBindingPattern(at))) at = at.parent
  return at && compiler.isVariableDeclaration(at) && at.initializer ? [at.initializer] : []
}
