import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { bare, isFunctionValue } from '../program/syntax/nodes.ts'

/** The functions that something is given to call: written there, or by a name; each of a list of them. */
export const functionsOf = (trace: Trace, given: ts.Expression): readonly ts.SignatureDeclaration[] => {
  const node = bare(given)
  if (isFunctionValue(node)) return [node]
  if (compiler.isArrayLiteralExpression(node)) return node.elements.flatMap((one) => functionsOf(trace, one))
  if (!compiler.isIdentifier(node)) return []
  return trace
    .sources(node, undefined)
    .flatMap(({ node: made }) => (compiler.isFunctionLike(made) ? [made] : []))
}

/** What functions call what they are handed at a place. */
export const parametersOf = (
  callees: readonly ts.SignatureDeclaration[],
  place: number,
): readonly ts.BindingName[] =>
  callees.flatMap(({ parameters }) => {
    const one = parameters[place]
    return one && !one.dotDotDotToken ? [one.name] : []
  })
