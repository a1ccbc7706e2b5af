import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { functionAround, isInside } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'

/**
 * Whether a text that may stand at a call means the same where a part of that call is made before it: its names are those
 * of the call, and have their values by then (`const body = …; const key = await keyOf(); fetch(url, { body })`).
 */
export const isSaidBefore = ({ checker }: Trace, text: string, place: ts.Node, top: ts.Node): boolean => {
  if (isInside(place, top)) return true
  const names = new Set(text.match(/(?<![.\w$])[A-Za-z_$][\w$]*/g))
  const [here, there] = [place, top].map((node) => named(checker, node, names))
  return [...names].every((name) => {
    const symbol = there?.get(name)
    return symbol === here?.get(name) && !(symbol && isMadeBehind(symbol, place))
  })
}

const named = (
  checker: ts.TypeChecker,
  node: ts.Node,
  names: ReadonlySet<string>,
): ReadonlyMap<string, ts.Symbol> => {
  const { Value, Alias } = compiler.SymbolFlags
  const all = checker.getSymbolsInScope(node, Value | Alias).filter(({ name }) => names.has(name))
  return new Map(all.map((symbol) => [symbol.name, symbol]))
}

const isMadeBehind = ({ declarations: [declared] = [] }: ts.Symbol, place: ts.Node): boolean =>
  declared !== undefined &&
  (compiler.isVariableDeclaration(declared) || compiler.isBindingElement(declared)) &&
  declared.getSourceFile() === place.getSourceFile() &&
  functionAround(declared) === functionAround(place) &&
  declared.getEnd() > place.getStart()
