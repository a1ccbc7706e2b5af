import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { argumentFor, frameOf, type Scope } from '../frames/frames.ts'
import { declarationOf } from '../names/symbol.ts'
import { bare } from '../syntax/nodes.ts'

/** What a parameter's name is handed on the way to the sink, where that goes by a name as well. */
export const handedFor = (
  trace: { readonly checker: ts.TypeChecker },
  given: ts.Expression,
  scope: Scope | undefined,
): { readonly name: ts.Identifier; readonly scope: Scope | undefined } | undefined => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  const frame = declared && compiler.isParameter(declared) ? frameOf(scope, declared.parent) : undefined
  const argument = frame && bare(argumentFor(frame, declared as ts.ParameterDeclaration) ?? node)
  return frame && argument && argument !== node && compiler.isIdentifier(argument)
    ? { name: argument, scope: frame.outer }
    : undefined
}
