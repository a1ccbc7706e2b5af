import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, isFunctionValue, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * What a function builds for the call that sends it: `post('/pods', podOf(options))`. Only of a function of the same
 * file that is asked nowhere else, and gives one thing, at its end.
 */
export const builtFor = (trace: Trace, node: ts.Expression): ts.Expression | undefined => {
  if (!compiler.isCallExpression(node) || !compiler.isIdentifier(node.expression)) return undefined
  const declaration = declarationOf(trace, node.expression)
  const callee = declaration && functionOf(declaration)
  const name = declaration && 'name' in declaration ? (declaration.name as ts.Node | undefined) : undefined
  if (!callee || !name || !compiler.isIdentifier(name)) return undefined
  if (callee.getSourceFile() !== node.getSourceFile() || callee.asteriskToken || isAsync(callee))
    return undefined
  const [use, ...others] = referencesOf(trace, name)
  if (use !== node.expression || others.length > 0) return undefined
  const [given, ...more] = returnsOf(callee)
  return given && more.length === 0 ? bare(given) : undefined
}

/** A function that nothing outside of the file can ask. */
const functionOf = (declaration: ts.Declaration): ts.FunctionLikeDeclaration | undefined => {
  if (compiler.getCombinedModifierFlags(declaration) & compiler.ModifierFlags.Export) return undefined
  if (compiler.isFunctionDeclaration(declaration)) return declaration
  if (!compiler.isVariableDeclaration(declaration) || !declaration.initializer) return undefined
  const value = bare(declaration.initializer)
  return isFunctionValue(value) ? value : undefined
}

const isAsync = ({ modifiers }: ts.FunctionLikeDeclaration): boolean =>
  modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.AsyncKeyword) ?? false
