import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { placesSaying } from '../program/names/names-used.ts'
import { symbolBehind } from '../program/names/symbol.ts'
import { accessed, accessOn } from '../program/syntax/access.ts'
import { bare, dressed, nameOf } from '../program/syntax/nodes.ts'
import type { HeldWithin } from './held-within.ts'
import type { Kept } from './kept.ts'

const PUTS = /^(set|add|upsert)(One|Many|All)$/

/** What a selector of an adapter gives. */
const GIVES = { selectAll: 'list', selectById: 'item', selectEntities: 'table' } as const

/** `adapter.setAll(state, action.payload)` of Redux Toolkit's `createEntityAdapter`, and who selects that. */
export const byAdapter = (
  trace: Trace,
  call: ts.CallExpression,
  { top, within }: HeldWithin,
): readonly Kept[] => {
  const { of, name } = accessed(call.expression) ?? {}
  if (!of || within.length > 0 || call.arguments[1] !== top || !PUTS.test(name ?? '')) return []
  const adapter = bare(of)
  const declared = compiler.isIdentifier(adapter) ? symbolBehind(trace, adapter)?.valueDeclaration : undefined
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return []
  if (!/^createEntityAdapter\b/.test(declared.initializer?.getText() ?? '')) return []
  return placesSaying(trace, declared, declared.name.text).flatMap((place) => selectedBy(trace, place))
}

/** `const { selectAll, selectById: podById } = adapter.getSelectors(…)`, `selectors.selectAll(state)` */
const selectedBy = (trace: Trace, place: ts.Expression): readonly Kept[] => {
  const access = accessOn(place)
  const call = access && accessed(access)?.name === 'getSelectors' ? access.parent : undefined
  const made = call && compiler.isCallExpression(call) ? dressed(call).parent : undefined
  if (!made || !compiler.isVariableDeclaration(made)) return []
  if (compiler.isIdentifier(made.name)) {
    const uses = placesSaying(trace, made, made.name.text).flatMap((one) => accessOn(one) ?? [])
    return uses.flatMap((one) => keptBy(accessed(one)?.name, [one]))
  }
  return made.name.elements.flatMap((one) =>
    compiler.isBindingElement(one)
      ? keptBy(nameOf(one.propertyName ?? one.name), placesSaying(trace, one, one.name.getText()))
      : [],
  )
}

const keptBy = (selector: string | undefined, places: readonly ts.Expression[]): readonly Kept[] => {
  const as =
    selector !== undefined && Object.hasOwn(GIVES, selector)
      ? GIVES[selector as keyof typeof GIVES]
      : undefined
  return as ? [{ within: [], as, roots: places.flatMap(givenAt) }] : []
}

/** `selectAll(state)`, `useSelector(selectAll)` */
const givenAt = (place: ts.Expression): readonly ts.Expression[] => {
  const { parent } = dressed(place)
  if (!compiler.isCallExpression(parent)) return []
  const isHook = /^(use\w*Selector|select)$/.test(
    accessed(parent.expression)?.name ?? parent.expression.getText(),
  )
  return parent.expression === dressed(place) || isHook ? [parent] : []
}
