import { argsOf } from '../../../../mappings/codecs/command-json.ts'
import { ProxyError } from '../../errors.ts'
import type { Behaviour, Context, Json } from '../context.ts'
import { converted } from '../v2-calls.ts'
import { fieldsBy, ownCall, servedBy } from './rows-by.ts'

const wordsOf = (value: unknown, field: string): string[] | undefined => {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
  const detail = `Nothing was sent: ${field}: expected a list of strings`
  throw new ProxyError('FIELD_REFUSED', detail, { at: field })
}

/** What the command and the entrypoint are now: an update changes only what it names. */
const present = async (context: Context): Promise<Json> => {
  if (context.route.body === 'create') return {}
  const answer = await context.read(ownCall(context))
  return converted(() => context.route.mapping.read.down(answer))
}

/** Where v2 can replace an entrypoint it takes it beside the command, in one field. */
export const commandAsJson: Behaviour = {
  before: async (context) => {
    const { route, doc, body } = context
    const entry = servedBy(route.facet, 'commandAsJson')[0]?.old
    const start = fieldsBy(route.facet, 'commandAsJson')[0]
    if (entry === undefined || !start || !doc) return
    const entrypoint = wordsOf(body[entry], entry)
    const command = wordsOf(body[start.old], start.old)
    if (entrypoint === undefined && (command === undefined || route.body === 'create')) return
    const now = entrypoint && command ? {} : await present(context)
    const args = argsOf(
      command ?? (now[start.old] as string[] | undefined) ?? [],
      entrypoint ?? (now[entry] as string[] | undefined) ?? [],
    )
    if (args !== '' || route.body === 'update') doc[start.v2] = args
  },
}
