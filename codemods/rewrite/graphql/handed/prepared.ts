import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, dressed, functionAround, isInside, nodesIn } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { doesNothing } from '../../dead/pure.ts'

/** `const options = { … }`, in a statement of its own. */
export interface Prepared {
  readonly declaration: ts.VariableDeclaration
  readonly made: ts.Expression
}

/**
 * What a function makes under names of their own for some nodes alone, and for what it makes for these:
 * `const payload = { query }; const options = { body: JSON.stringify(payload) }; fetch(url, options)`.
 * @param stays names that are said elsewhere as well
 */
export const preparedFor = (
  trace: Trace,
  nodes: readonly ts.Node[],
  stays: (name: string) => boolean = () => false,
): Prepared[] => {
  const found = new Map<ts.Node, Prepared>()
  const region = [...nodes]
  // Grows as it is gone through: what is made for one may name another
  for (const node of region)
    for (const name of nodesIn(node, compiler.isIdentifier)) {
      const prepared = preparedAt(declarationOf(trace, name), node)
      if (!prepared || found.has(prepared.declaration) || stays(name.text)) continue
      const mentions = mentionsOf(trace, prepared.declaration.name as ts.Identifier)
      if (!mentions.every((one) => region.some((place) => isInside(one, place)))) continue
      found.set(prepared.declaration, prepared)
      region.push(prepared.made)
    }
  return [...found.values()]
}

/** Whether what is made can be made as well where a call comes in for a document: `query.trim()` would throw there. */
export const isMadeOfAny = (trace: Trace, { made }: Prepared): boolean =>
  doesNothing(made) &&
  nodesIn(made, compiler.isIdentifier).every((name) => !isHandedIn(trace, name) || isTakenWhole(name))

const isHandedIn = (trace: Trace, name: ts.Identifier): boolean => {
  let declared: ts.Node | undefined = declarationOf(trace, name)
  while (declared && (compiler.isBindingElement(declared) || compiler.isBindingName(declared)))
    declared = declared.parent
  return declared !== undefined && compiler.isParameter(declared)
}

/** Whether nothing is asked of a value: it stands in an object, in a text, or in what becomes JSON. */
const isTakenWhole = (name: ts.Identifier): boolean => {
  const { parent } = dressed(name)
  if (compiler.isCallExpression(parent)) return parent.expression.getText() === 'JSON.stringify'
  return (
    !compiler.isPropertyAccessExpression(parent) &&
    !compiler.isElementAccessExpression(parent) &&
    !compiler.isSpreadElement(parent)
  )
}

/** What a declaration makes, in the function that needs it, and without doing anything else. */
const preparedAt = (declared: ts.Declaration | undefined, near: ts.Node): Prepared | undefined => {
  if (!declared || !compiler.isVariableDeclaration(declared) || !declared.initializer) return undefined
  const { name, parent: list, initializer: made } = declared
  const isOwn =
    compiler.isIdentifier(name) &&
    compiler.isVariableDeclarationList(list) &&
    list.declarations.length === 1 &&
    compiler.isVariableStatement(list.parent) &&
    functionAround(declared) !== undefined &&
    functionAround(declared) === functionAround(near)
  return isOwn && (compiler.isObjectLiteralExpression(bare(made)) || doesNothing(made))
    ? { declaration: declared, made }
    : undefined
}
