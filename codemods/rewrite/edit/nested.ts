import type { ts } from 'ts-morph'
import { groupBy } from '../../../mappings/dsl/group-by.ts'
import type { Plan } from '../plan.ts'
import type { Edit } from './edit.ts'

/**
 * Calls within calls: what replaces a call and says another one as it stood leaves that one where it stands, so that it
 * may change as well (`gql(STOP, { id: (await gql(LIST)).id })`).
 */
export const nestedApart = (plans: readonly Plan[]): Plan[] => {
  const calls = groupBy(
    plans.flatMap(({ left, kept, edits, site }) => (left || kept || edits.length === 0 ? [] : [site.top])),
    (call) => call.getSourceFile().fileName,
  )
  return plans.map((plan) => {
    const edits = plan.left ? plan.edits : plan.edits.flatMap((edit) => around(edit, plan, calls))
    return edits.length === plan.edits.length ? plan : { ...plan, edits }
  })
}

const around = (edit: Edit, { site }: Plan, calls: ReadonlyMap<string, readonly ts.Node[]>): Edit[] => {
  if (edit.start === edit.end) return [edit]
  const inner = (calls.get(edit.file.fileName) ?? []).filter(
    (call) => call !== site.top && call.getStart() >= edit.start && call.getEnd() <= edit.end,
  )
  const outer = inner.filter((call) => !inner.some((one) => one !== call && holds(one, call)))
  return outer.reduce<Edit[]>((parts, call) => parts.flatMap((part) => besides(part, call)), [edit])
}

const holds = (outer: ts.Node, inner: ts.Node): boolean =>
  outer.getStart() <= inner.getStart() && outer.getEnd() >= inner.getEnd()

/** The edit in two parts, where its text says the call once, as it stands but for how far its lines are moved in. */
const besides = (edit: Edit, call: ts.Node): Edit[] => {
  const [start, end] = [call.getStart(), call.getEnd()]
  const [before, after, ...more] = edit.text.split(asItStands(call.getText()))
  if (before === undefined || after === undefined || more.length > 0) return [edit]
  if (start < edit.start || end > edit.end) return [edit]
  return [
    { ...edit, end: start, text: before },
    { ...edit, start: end, text: after },
  ]
}

const asItStands = (text: string): RegExp =>
  new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\r?\n[ \t]*/g, '\\r?\\n[ \\t]*'))
