import { echoRows } from '../../../mappings/dsl/echo.ts'
import { ruleOf } from '../../../mappings/dsl/plan.ts'
import type { FieldRow, LossRow } from '../../../mappings/dsl/row.ts'
import type { Context, Json, Result } from './context.ts'
import type { EchoStore, Fields } from './echo-store.ts'

const WHY = 'v2 does not keep it; this is what was last set through the proxy with this key'

const keyOf = ({ call }: Context): string => call.header('authorization')?.replace(/^bearer\s+/i, '') ?? ''

/** Text and lists of text: all that rows of the mapping ask to have remembered. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))

const givenFields = ({ route, body }: Context): Json => {
  const given: Json = {}
  for (const { old } of echoRows(route.mapping.read)) if (isPlain(body[old])) given[old] = body[old]
  return given
}

const sameMembers = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) &&
  Array.isArray(b) &&
  a.length === b.length &&
  [...a].sort().join('\u0000') === [...b].sort().join('\u0000')

/** A field that v2 does hold, less its order, is only put in order: what was changed since then stays changed. */
const apply = (row: FieldRow | LossRow, old: Json, remembered: Fields): boolean => {
  const value = remembered[row.old]
  if (value === undefined || JSON.stringify(value) === JSON.stringify(old[row.old])) return false
  if (row.kind === 'field' && !sameMembers(value, old[row.old])) return false
  old[row.old] = value
  return true
}

const idsOf = ({ v2 }: Result): string[] => v2.map(({ id }) => String(id))

const showEchoes = async (context: Context, result: Result, echo: EchoStore): Promise<void> => {
  const { read, id: resource } = context.route.mapping
  const remembered = await echo.recall(keyOf(context), resource, idsOf(result))
  if (remembered.size === 0) return
  for (const row of echoRows(read)) {
    const shown = result.old.filter((old) => apply(row, old, remembered.get(String(old.id)) ?? {}))
    if (shown.length > 0)
      context.notes.push({ code: 'ECHOED', rule: ruleOf(read.plan, row.old), at: row.old, why: WHY })
  }
}

const keepGiven = async (context: Context, result: Result, echo: EchoStore): Promise<void> => {
  const given = givenFields(context)
  const [id] = idsOf(result)
  if (Object.keys(given).length === 0 || id === undefined) return
  const { id: resource } = context.route.mapping
  const before =
    context.route.body === 'update' ? await echo.recall(keyOf(context), resource, [id]) : undefined
  await echo.remember(keyOf(context), resource, id, { ...before?.get(id), ...given })
}

/** After an answer: remembers what a write set and v2 dropped, and puts what is remembered into what is read. */
export const echoInto = async (context: Context, result: Result, echo: EchoStore): Promise<void> => {
  if (echoRows(context.route.mapping.read).length === 0) return
  if (context.route.body) await keepGiven(context, result, echo)
  await showEchoes(context, result, echo)
}

/** After a delete: an echo goes with its resource. */
export const forgetEcho = async (context: Context, echo: EchoStore): Promise<void> => {
  const { mapping, old } = context.route
  if (old.method !== 'DELETE' || echoRows(mapping.read).length === 0) return
  await echo.forget(keyOf(context), mapping.id, decodeURIComponent(context.id))
}
