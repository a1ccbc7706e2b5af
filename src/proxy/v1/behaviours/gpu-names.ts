import type { Behaviour } from '../context.ts'
import { servedBy, setAt, valueAt } from './rows-by.ts'

/** v1 said GPU types by their display names as well. An answer is never held up by a catalog that fails. */
export const gpuNames: Behaviour = {
  after: async ({ catalog, route }, { old }) => {
    const rows = servedBy(route.mapping.read, 'gpuNames')
    const [first] = rows
    if (!first || !old.some((item) => valueAt(item, String(first.reads)) !== undefined)) return
    const types = (await catalog.gpus().catch(() => [])) as readonly { id: string; name: string }[]
    const names = new Map<unknown, string>(types.map(({ id, name }) => [id, name]))
    for (const item of old) {
      for (const row of rows) {
        const name = names.get(valueAt(item, String(row.reads)))
        if (name !== undefined) setAt(item, row.old, name)
      }
    }
  },
}
