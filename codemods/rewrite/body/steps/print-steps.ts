import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isTypeScript } from '../../../sites/program/syntax/is-typescript.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { doesNothing, isSteady } from '../../dead/pure.ts'
import { applyEdits, type Edit } from '../../edit/edit.ts'
import { holesIn } from '../literal/holes-in.ts'
import { printLiteral, type Spread } from '../literal/literal-text.ts'
import { canSay, expressionOf, isOwnAlone } from './again.ts'
import { type Doc, type Effect, effectsOf } from './effects.ts'
import { type Members, printStatements } from './print-statements.ts'
import type { Choice, Item, Passage, Slot, State, Ways } from './program.ts'
import type { BodyName } from './uses.ts'

/** What is to be written. */
export interface Writing {
  readonly items: readonly Item[]
  readonly ways: Ways
  readonly body: BodyName | undefined
  readonly docOf: (state: State) => Doc
}

/** Writes every step in v2's words; undefined where one of them cannot be said so. */
export const printSteps = (trace: Trace, writing: Writing): readonly Edit[] | undefined => {
  const { ways, body, items } = writing
  const members = body ? membersOf(trace, body) : 'set'
  const chosen = new Map<Slot, readonly Effect[]>()
  for (const passage of ways.passages) {
    const effects = choose(trace, passage, writing, members)
    if (!effects) return undefined
    chosen.set(passage.slot, effects)
  }
  const edits: Edit[] = []
  for (const [slot, effects] of withoutOverwritten(items, chosen)) {
    const printed = printSlot(slot, effects, chosen, items, members)
    if (!printed || !(slot.home.kind === 'spread' || keepsOrder(slot, printed))) return undefined
    if (slot.home.kind !== 'spread') edits.push(...printed)
  }
  return edits
}

/** Of the ways to say a change, the first that the slot has the words for. */
const choose = (
  trace: Trace,
  passage: Passage,
  { docOf, body }: Writing,
  members: Members | undefined,
): Effect[] | undefined => {
  const { slot } = passage
  const found: Effect[] = []
  for (const ways of effectsOf(passage, docOf)) {
    const isPlain = (one: Effect): boolean =>
      isOwnAlone(slot, one) && (one.kind !== 'members' || (one.isThere && members === 'set'))
    const sayable = ways.find(isPlain) ?? ways.find((one) => canSay(trace, slot, one, body?.name.text))
    if (!sayable || (isInLiteral(slot) && sayable.kind !== 'set')) return undefined
    found.push(sayable)
  }
  return takesMuchBack(slot, found) ? undefined : found
}

/** A template turns every default off: a person would rather have a mapper than see each of them deleted. */
const takesMuchBack = ({ writes }: Slot, effects: readonly Effect[]): boolean =>
  effects.filter(({ kind }) => kind === 'remove').length > writes.length

const isInLiteral = ({ home }: Slot): boolean => home.kind !== 'statements'

/** What the literal would say by default, and a later step says for certain or takes away, is not said at all. */
const withoutOverwritten = (
  items: readonly Item[],
  chosen: ReadonlyMap<Slot, readonly Effect[]>,
): [Slot, readonly Effect[]][] => {
  const [first, ...later] = items
  const certain = later.filter((item): item is Slot => item.kind === 'slot')
  const all = [...chosen]
  const touches =
    (key: string) =>
    ([, effects]: (typeof all)[number]): boolean =>
      effects.some((one) => one.key === key)
  const overwritten = (effect: Effect): Effect | undefined => {
    const next = all.slice(1).find(touches(effect.key))
    const isDefault = [...holesIn(effect)].length === 0
    const last = next && certain.includes(next[0]) && next[1].find(({ key }) => key === effect.key)
    return isDefault && last && last.kind !== 'members' ? last : undefined
  }
  const spared = (chosen.get(first as Slot) ?? []).flatMap((effect) => {
    const last = overwritten(effect)
    return last ? [effect, ...(last.kind === 'remove' ? [last] : [])] : []
  })
  return all.map(([slot, effects]) => [slot, effects.filter((effect) => !spared.includes(effect))])
}

const docOfEffects = (effects: readonly Effect[]): Doc =>
  Object.fromEntries(effects.flatMap((one) => (one.kind === 'set' ? [[one.key, one.value]] : [])))

const printSlot = (
  slot: Slot,
  effects: readonly Effect[],
  chosen: ReadonlyMap<Slot, readonly Effect[]>,
  items: readonly Item[],
  members: Members | undefined,
): readonly Edit[] | undefined => {
  const { home } = slot
  switch (home.kind) {
    case 'literal':
      return [printLiteral(home.literal, docOfEffects(effects), spreadsOf(home.literal, items, chosen))]
    case 'spread':
      return [printLiteral(home.literal, docOfEffects(effects))]
    case 'assign':
      return members && effects.length > 0 ? [printLiteral(home.literal, docOfEffects(effects))] : undefined
    case 'statements':
      return members && printStatements(slot, home.statements, effects, members)
    default:
      return home satisfies never
  }
}

/** The new text of each conditional spread of a literal; one that says nothing any more, and asks nothing, goes. */
const spreadsOf = (
  literal: ts.ObjectLiteralExpression,
  items: readonly Item[],
  chosen: ReadonlyMap<Slot, readonly Effect[]>,
): ReadonlyMap<ts.Node, Spread> =>
  new Map(
    literal.properties.filter(compiler.isSpreadAssignment).flatMap((property): [ts.Node, Spread][] => {
      const slots = items
        .filter((item): item is Choice => item.kind === 'choice')
        .flatMap(({ whenTrue, whenFalse }) => [...whenTrue, ...whenFalse])
        .filter((one): one is Slot => one.kind === 'slot' && one.home.kind === 'spread')
        .filter(
          ({ home }) =>
            'literal' in home && home.literal.pos > property.pos && home.literal.end <= property.end,
        )
      const keys = slots.flatMap((slot) => (chosen.get(slot) ?? []).map(({ key }) => key))
      if (keys.length === 0 && doesNothing(conditionIn(property))) return []
      const edits = slots.flatMap((slot) =>
        'literal' in slot.home ? [printLiteral(slot.home.literal, docOfEffects(chosen.get(slot) ?? []))] : [],
      )
      return [[property, { text: textWith(property, edits), keys }]]
    }),
  )

const conditionIn = ({ expression }: ts.SpreadAssignment): ts.Expression => {
  let node = expression
  while (compiler.isParenthesizedExpression(node)) node = node.expression
  if (compiler.isConditionalExpression(node)) return node.condition
  return compiler.isBinaryExpression(node) ? node.left : node
}

const textWith = (node: ts.Node, edits: readonly Edit[]): string => {
  const from = node.getStart()
  return applyEdits(
    node.getText(),
    edits.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from })),
  )
}

/** Whether what does something is done once and in the order it was, and what gives something new gives it once. */
const keepsOrder = (slot: Slot, edits: readonly Edit[]): boolean => {
  const { home } = slot
  const node = home.kind === 'statements' ? home.statements[0] : home.literal
  if (!node) return false
  const outer = home.kind === 'statements' ? node.parent : node
  const after = textWith(outer, edits)
  const before = outer.getText()
  const words = slot.writes.flatMap((write) => (write.value ? (expressionOf(write.node) ?? []) : []))
  const active = words.filter((one) => !doesNothing(one))
  if (words.some((one) => !isSteady(one) && count(after, one.getText()) > count(before, one.getText())))
    return false
  if (active.some((one) => count(after, one.getText()) !== count(before, one.getText()))) return false
  const places = active.map((one) => after.indexOf(one.getText()))
  return places.every((place, index) => index === 0 || place > (places[index - 1] as number))
}

const count = (text: string, part: string): number => text.split(part).length - 1

/** How members of the body's members may be said; undefined where its type lets nothing new be said at all. */
const membersOf = ({ checker }: Trace, { name }: BodyName): Members | undefined => {
  if (!isTypeScript(name)) return 'set'
  const type = checker.getTypeAtLocation(name)
  const { Any, Unknown } = compiler.TypeFlags
  if (type.flags & Any) return 'set'
  const flags = checker.getIndexInfosOfType(type).map((info) => info.type.flags)
  if (flags.some((one) => one & Any)) return 'set'
  return flags.some((one) => one & Unknown) ? 'cast' : undefined
}
