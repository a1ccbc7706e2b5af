import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../values/trace.ts'

/** How far into what a module gives it is looked for objects of a class. */
const DEEPEST = 4
const MOST_MEMBERS = 40

/**
 * Whether whoever has a value may come to an object of some classes by it: it is one, or has one in a member, a list, a
 * promise, or in what it gives where it is called. What has no type may be anything.
 */
export const leadsTo = ({ checker }: Trace, declared: ts.Node, classes: ReadonlySet<ts.Symbol>): boolean => {
  const seen = new Set<ts.Type>()
  return leads(checker.getTypeAtLocation(declared), 0)

  function leads(type: ts.Type, depth: number): boolean {
    if (type.symbol && classes.has(type.symbol)) return true
    if (type.flags & (compiler.TypeFlags.Any | compiler.TypeFlags.Unknown)) return depth < 2
    if (depth === DEEPEST || seen.has(type)) return false
    seen.add(type)
    if (type.isUnionOrIntersection()) return type.types.some((one) => leads(one, depth))
    if (!(type.flags & compiler.TypeFlags.Object)) return false
    return partsOf(type).some((one) => leads(one, depth + 1))
  }

  function partsOf(type: ts.Type): readonly ts.Type[] {
    const given = [...type.getCallSignatures(), ...type.getConstructSignatures()].map((one) =>
      one.getReturnType(),
    )
    const held = checker.getTypeArguments(type as ts.TypeReference)
    if (held.length > 0 || isOfLibrary(type)) return [...given, ...held]
    return [
      ...given,
      ...type
        .getProperties()
        .slice(0, MOST_MEMBERS)
        .map((one) => checker.getTypeOfSymbol(one)),
    ]
  }
}

/** `Date`, `Promise`: what the platform's own types have in them is none of the program's. */
const isOfLibrary = ({ symbol }: ts.Type): boolean =>
  symbol?.declarations?.every((one) => one.getSourceFile().isDeclarationFile) ?? false
