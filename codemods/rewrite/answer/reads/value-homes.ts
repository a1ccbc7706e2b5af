import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import { bare, isConst } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Converted } from './read-paths.ts'

/** A value that has other words in v2. */
export interface Spoken {
  readonly trace: Trace
  readonly converted: Converted
}

/** What an expression is made of: itself, or what a local constant holds that is mentioned nowhere else. */
export const homeOf = (trace: Trace, node: ts.Expression): ts.Expression | undefined => {
  const inner = bare(node)
  if (!compiler.isIdentifier(inner)) return inner
  const declaration = trace.checker.getSymbolAtLocation(inner)?.valueDeclaration
  if (!declaration || !compiler.isVariableDeclaration(declaration) || !declaration.initializer)
    return undefined
  const { name, type } = declaration
  if (!compiler.isIdentifier(name) || isExported(trace, name)) return undefined
  if (declaration.getSourceFile() !== node.getSourceFile() || mentionsOf(trace, name).length !== 1)
    return undefined
  return isConst(declaration) && (!type || isOpenType(type)) ? bare(declaration.initializer) : undefined
}

/** Types that take v2's words as well as v1's. */
const isOpenType = (type: ts.TypeNode): boolean =>
  /^((readonly )?string\[\]|(Readonly)?(Array|Set)<string>|Record<string,.*>)$/s.test(flatText(type))
