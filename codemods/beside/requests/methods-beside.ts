import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { statementOf } from '../../sites/program/syntax/nodes.ts'
import type { TestAddress } from '../addresses.ts'
import type { Use } from '../answers/context.ts'

/** The method that the test says with an address, or beside it. */
export const methodSaid = (address: TestAddress, uses: readonly Use[]): string | undefined =>
  [address.method, ...uses.map((use) => ('method' in use ? use.method : undefined))].find(
    (one) => one !== undefined,
  )

const EXPECTED = /\bmethod\)?\s*(?:\)|,)?.{0,30}?(['"`])(GET|POST|PUT|PATCH|DELETE)\1/

/**
 * The methods that are expected in the statements around an expectation of an address:
 * `expect(url).toBe('…')`, then `expect(init.method).toBe('POST')`.
 */
export const methodsBeside = (node: ts.Node): string[] => {
  const own = statementOf(node)
  if (!compiler.isExpressionStatement(own) || !compiler.isBlock(own.parent)) return []
  const said = own.parent.statements.flatMap((one) =>
    compiler.isExpressionStatement(one) ? (EXPECTED.exec(one.getText())?.[2] ?? []) : [],
  )
  return [...new Set(said)]
}
