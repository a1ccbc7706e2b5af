import { z } from 'zod'
import { codec } from '../dsl/codec.ts'

const configurations = z.array(
  z.object({ id: z.string(), vcpuCount: z.int().optional(), memory: z.int().optional() }),
)

/** `cpuFlavorIds` <-> the configurations a worker may run on; their size is another field's. */
export const cpuFlavors = codec('cpuFlavors', {
  old: z.array(z.string()),
  v2: configurations,
  decode: (flavors) => flavors.map((id) => ({ id })),
  encode: (cpus) => cpus.map(({ id }) => id),
  takes: 'a list of CPU flavors',
  examples: [
    [
      ['cpu3c', 'cpu5c'],
      [{ id: 'cpu3c' }, { id: 'cpu5c' }],
    ],
  ],
  source: (flavors) => `${flavors}.map((id) => ({ id }))`,
  sourceBack: (cpus) => `${cpus}.map(({ id }) => id)`,
})

const INSTANCE = /^(.+)-(\d+)-(\d+)$/

/** `instanceIds`: flavor, vCPUs and memory in one word. */
export const instanceIds = codec('instanceIds', {
  old: z.array(z.string().regex(INSTANCE)),
  v2: configurations,
  decode: (ids) =>
    ids.map((instance) => {
      const [, id = '', vcpus, memory] = INSTANCE.exec(instance) ?? []
      return { id, vcpuCount: Number(vcpus), memory: Number(memory) }
    }),
  encode: (cpus) => cpus.map(({ id, vcpuCount, memory }) => [id, vcpuCount, memory].join('-')),
  takes: 'a list such as ["cpu3c-2-4"]',
  examples: [[['cpu3c-2-4'], [{ id: 'cpu3c', vcpuCount: 2, memory: 4 }]]],
  sourceBack: (cpus) => `${cpus}.map(({ id, vcpuCount, memory }) => [id, vcpuCount, memory].join('-'))`,
})
