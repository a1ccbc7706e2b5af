import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { symbolAt } from '../../../sites/program/names/symbol.ts'
import { functionAround, isInside, nodesIn, someNode } from '../../../sites/program/syntax/nodes.ts'
import { isSaid } from '../../../sites/program/syntax/said.ts'
import type { Site } from '../../../sites/sites.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { shapeOf } from '../../../sites/texts/text.ts'
import { isAddedTo } from './added-to.ts'
import { isPutRight } from './put-right.ts'

/** The name of a path that an address ends in, and the name of what is made of it before, if anything is. */
export interface PathWithin {
  readonly name: ts.Identifier
  /** What `const clean = path.startsWith('/') ? path : `/${path}`` is made of. */
  readonly made?: ts.Expression
}

/**
 * The path that an address is made with and ends in, whatever is done to its slash on the way: `join(BASE, path)`,
 * `${BASE}/${path.replace(/^\//, '')}`, `${BASE}${path.startsWith('/') ? path : `/${path}`}`.
 */
export const pathWithin = (
  trace: Trace,
  { located }: Site,
  { node: whole, scope }: At,
): PathWithin | undefined => {
  const isEnd = ({ name }: PathWithin): boolean => {
    const said = texts(trace, name, scope).map((text) => withoutSlash(shapeOf(text)))
    return located.every(
      ({ shape, version }) => version && said.includes(withoutSlash(shape.slice(version[1]))),
    )
  }
  if (located.length === 0 || mayRefuse(trace, whole, scope)) return undefined
  return namesIn(trace, whole).find(isEnd)
}

/** Whether a function that the address comes through throws something: a path of another kind may be what it is there to stop. */
const mayRefuse = (trace: Trace, whole: ts.Expression, scope: At['scope']): boolean =>
  nodesIn(whole, compiler.isCallExpression).some((call) =>
    trace.targets(call, scope).some(({ node }) => someNode(node, compiler.isThrowStatement)),
  )

/** The parameters that an expression says, and those that a variable of its function is made of, which says nothing else. */
const namesIn = (trace: Trace, whole: ts.Expression): PathWithin[] => {
  const owner = functionAround(whole)
  const names = nodesIn(whole, compiler.isIdentifier).filter((name) => functionAround(name) === owner)
  return names.flatMap((name): PathWithin[] | PathWithin => {
    const declared = symbolAt(trace, name)?.valueDeclaration
    if (!declared) return []
    if (isParameter(declared)) return { name }
    if (!compiler.isVariableDeclaration(declared) || functionAround(declared) !== owner) return []
    const made = declared.initializer
    if (!made || !isOnlyFor(trace, declared, whole)) return []
    const given = nodesIn(made, compiler.isIdentifier).filter((one) => {
      const by = symbolAt(trace, one)?.valueDeclaration
      return by !== undefined && isParameter(by)
    })
    return given.map((one) => ({ name: one, made }))
  })
}

/** Whether what is made of a path is only put right, added to, printed, and made an address. */
const isOnlyFor = (trace: Trace, { name }: ts.VariableDeclaration, whole: ts.Node): boolean =>
  compiler.isIdentifier(name) &&
  referencesOf(trace, name).every(
    (one) => isInside(one, whole) || isSaid(one) || isPutRight(one) || isAddedTo(one, name.text),
  )

const isParameter = (declared: ts.Declaration): boolean =>
  compiler.isParameter(declared) || compiler.isBindingElement(declared)

const withoutSlash = (path: string): string => path.replace(/^\/+/, '')
