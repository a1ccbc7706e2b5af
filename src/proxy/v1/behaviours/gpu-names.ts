import type { Behaviour, Json } from '../context.ts'

const objectOf = (item: Json | undefined, key: string): Json | undefined => {
  const value = item?.[key]
  return typeof value === 'object' && value !== null ? (value as Json) : undefined
}

/** v1 said GPU types by their display names as well. An answer is never held up by a catalog that fails. */
export const gpuNames: Behaviour = {
  after: async ({ catalog }, { old }) => {
    if (!old.some((item) => objectOf(item, 'gpu'))) return
    const types = (await catalog.gpus().catch(() => [])) as readonly { id: string; name: string }[]
    const names = new Map(types.map(({ id, name }) => [id, name]))
    for (const item of old) {
      const [gpu, machine] = [objectOf(item, 'gpu'), objectOf(item, 'machine')]
      const name = names.get(String(gpu?.id))
      if (name === undefined) continue
      if (gpu) gpu.displayName = name
      if (machine) machine.gpuDisplayName = name
    }
  },
}
