import { z } from 'zod'
import { commaText } from '../codecs/comma-text.ts'
import { oneInList } from '../codecs/first-of.ts'
import { isOpen, isOpenText } from '../codecs/runtime-ports.ts'
import { codec } from '../dsl/codec.ts'
import { gpuIdsIn } from '../shared/endpoints.ts'
import { STOCK_WORDS } from '../shared/stock.ts'

/** Several ids in one text. */
export const commaList = commaText('commaList', 'piece', 'a comma-separated string', 'EU-RO-1,US-TX-3')

/** One exact value where v2 takes a list of acceptable ones. */
export const onlyOne = oneInList('onlyOne', '12.4')

/** A pod's `env` in answers: `NAME=value` lines, split at the first `=`. */
export const environmentLines = codec('environmentLines', {
  old: z.array(z.string()),
  v2: z.record(z.string(), z.string()),
  decode: (lines) =>
    Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf('=')
        return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
      }),
    ),
  encode: (env) => Object.entries(env).map(([key, value]) => `${key}=${value}`),
  takes: 'a list of "NAME=value"',
  examples: [[['TOKEN=a=b'], { TOKEN: 'a=b' }]],
  sourceBack: (env) => `Object.entries(${env}).map(([key, value]) => \`\${key}=\${value}\`)`,
})

const oldPorts = z.array(
  z.object({
    ip: z.string().nullable(),
    isIpPublic: z.boolean(),
    privatePort: z.int().nullable(),
    publicPort: z.int().nullable(),
    type: z.string().nullable(),
  }),
)
const newPorts = z.array(
  z.object({
    private: z.int().optional(),
    public: z.int().nullable().optional(),
    type: z.string().optional(),
    ip: z.string().nullable().optional(),
  }),
)

/** The ports of a running pod; one is public where it is TCP and its address is not a private one. */
export const runtimePortList = codec('runtimePortList', {
  old: oldPorts,
  v2: newPorts,
  decode: (ports) =>
    ports.map(({ ip, privatePort, publicPort, type }) => ({
      private: privatePort ?? 0,
      public: publicPort,
      type: type ?? 'tcp',
      ip,
    })),
  encode: (ports) =>
    ports.map((port) => ({
      ip: port.ip ?? null,
      isIpPublic: isOpen(port),
      privatePort: port.private ?? null,
      publicPort: port.public ?? null,
      type: port.type ?? null,
    })),
  sourceBack: (ports) =>
    `${ports}.map((port) => ({ ip: port.ip ?? null, isIpPublic: ${isOpenText('port')}, privatePort: port.private ?? null, publicPort: port.public ?? null, type: port.type ?? null }))`,
  takes: 'a list of ports',
  examples: [
    [
      [{ ip: '203.0.113.7', isIpPublic: true, privatePort: 22, publicPort: 10022, type: 'tcp' }],
      [{ private: 22, public: 10022, type: 'tcp', ip: '203.0.113.7' }],
    ],
  ],
})

/** Load of each GPU, in percent. v2 does not name them. */
export const gpuLoads = codec('gpuLoads', {
  old: z.array(
    z.object({
      id: z.null(),
      gpuUtilPercent: z.number().nullable(),
      memoryUtilPercent: z.number().nullable(),
    }),
  ),
  v2: z.array(z.object({ util: z.number().optional(), memoryUtil: z.number().optional() })),
  decode: (loads) =>
    loads.map(({ gpuUtilPercent, memoryUtilPercent }) => ({
      util: gpuUtilPercent ?? 0,
      memoryUtil: memoryUtilPercent ?? 0,
    })),
  encode: (loads) =>
    loads.map(({ util, memoryUtil }) => ({
      id: null,
      gpuUtilPercent: util ?? null,
      memoryUtilPercent: memoryUtil ?? null,
    })),
  sourceBack: (loads) =>
    `${loads}.map(({ util, memoryUtil }) => ({ id: null, gpuUtilPercent: util ?? null, memoryUtilPercent: memoryUtil ?? null }))`,
  takes: 'a list of loads',
  examples: [[[{ id: null, gpuUtilPercent: 7, memoryUtilPercent: 3 }], [{ util: 7, memoryUtil: 3 }]]],
})

const sizeIn = (text: string): { id: string; vcpuCount: number } => {
  const [id = '', vcpuCount = ''] = text.split('-')
  return { id, vcpuCount: Number(vcpuCount) }
}
const sizeInText = (text: string): string =>
  `({ id: ${text}.split('-')[0], vcpuCount: Number(${text}.split('-')[1]) })`

/** A CPU pod's size: flavor, vCPUs and (implied by the flavor, so v2 does not take it) memory in GB. */
export const instanceId = codec('instanceId', {
  old: z.string().regex(/^[a-z0-9]+-\d+(-\d+)?$/i),
  v2: z.object({ id: z.string(), vcpuCount: z.int() }),
  decode: sizeIn,
  encode: ({ id, vcpuCount }) => `${id}-${vcpuCount}`,
  takes: 'an instance id such as "cpu3c-2-4"',
  examples: [['cpu3c-2', { id: 'cpu3c', vcpuCount: 2 }]],
  source: sizeInText,
})

/** `QB` and `LB`, v2's QUEUE and LOAD_BALANCER. */
export const endpointType = codec('endpointType', {
  old: z.enum(['QB', 'LB']),
  v2: z.enum(['QUEUE', 'LOAD_BALANCER']),
  decode: (type) => (type === 'LB' ? ('LOAD_BALANCER' as const) : ('QUEUE' as const)),
  encode: (type) => (type === 'LOAD_BALANCER' ? ('LB' as const) : ('QB' as const)),
  takes: 'QB or LB',
  examples: [
    ['QB', 'QUEUE'],
    ['LB', 'LOAD_BALANCER'],
  ],
  source: (type) => `${type} === 'LB' ? 'LOAD_BALANCER' : 'QUEUE'`,
  sourceBack: (type) => `${type} === 'LOAD_BALANCER' ? 'LB' : 'QB'`,
})

/** Stock levels, spelt as clients compare them; none is null, for any text would read as "in stock". */
export const stockStatus = codec('stockStatus', {
  old: z.enum(['High', 'Medium', 'Low']).nullable(),
  v2: z.enum(['HIGH', 'MEDIUM', 'LOW', 'NONE']),
  decode: (status) =>
    status === null ? ('NONE' as const) : (status.toUpperCase() as 'HIGH' | 'MEDIUM' | 'LOW'),
  encode: (level) => (STOCK_WORDS[level] ?? null) as 'High' | 'Medium' | 'Low' | null,
  readsNull: true,
  takes: 'High, Medium, Low or null',
  examples: [
    ['High', 'HIGH'],
    [null, 'NONE'],
  ],
})

/** SSH keys as one text, a blank line between them; comments are not kept. */
export const keyLines = codec('keyLines', {
  old: z.string(),
  v2: z.array(z.string()),
  decode: (text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  encode: (keys) => keys.join('\n\n'),
  usual: (text) => !/^\s*#/m.test(text),
  source: (text) =>
    `${text}.split('\\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))`,
  sourceBack: (keys) => `${keys}.join('\\n\\n')`,
  takes: 'the lines of an authorized_keys file',
  examples: [['ssh-ed25519 AAAA a\n\nssh-rsa BBBB b', ['ssh-ed25519 AAAA a', 'ssh-rsa BBBB b']]],
})

/** Volumes of an endpoint: objects with an id in GraphQL. */
export const volumeObjects = codec('volumeObjects', {
  old: z.array(z.object({ networkVolumeId: z.string() })),
  v2: z.array(z.string()),
  decode: (list) => list.map(({ networkVolumeId }) => networkVolumeId),
  encode: (ids) => ids.map((networkVolumeId) => ({ networkVolumeId })),
  source: (list) => `${list}.map(({ networkVolumeId }) => networkVolumeId)`,
  sourceBack: (ids) => `${ids}.map((networkVolumeId) => ({ networkVolumeId }))`,
  takes: 'a list of {networkVolumeId}',
  examples: [[[{ networkVolumeId: 'vol1' }], ['vol1']]],
})

/** CPU sizes of workers. The memory suffix follows from the flavor and is not sent. */
export const instanceSizes = codec('instanceSizes', {
  old: z.array(z.string().regex(/^[a-z0-9]+-\d+(-\d+)?$/i)),
  v2: z.array(z.object({ id: z.string(), vcpuCount: z.int(), memory: z.int().optional() })),
  decode: (list) => list.map(sizeIn),
  encode: (list) =>
    list.map(({ id, vcpuCount, memory }) => `${id}-${vcpuCount}${memory === undefined ? '' : `-${memory}`}`),
  usual: (list) => list.every((text) => text.split('-').length === 2),
  takes: 'a list of instance ids such as "cpu3c-2-4"',
  source: (list) => `${list}.map((text) => ${sizeInText('text')})`,
  examples: [[['cpu3c-2'], [{ id: 'cpu3c', vcpuCount: 2 }]]],
})

/** The text of an endpoint's `gpuIds`, as source over v2's `gpu`. */
export const gpuIdsText = (gpu: string): string =>
  `[...${gpu}.pools, ...(${gpu}.excludedTypes ?? []).map((type) => \`-\${type}\`)].join(',')`

/** `gpuIds`: pools, and with a leading `-` types to leave out of them. */
export const gpuIds = codec('gpuIds', {
  old: z.string(),
  v2: z.object({ pools: z.array(z.string()), excludedTypes: z.array(z.string()).optional() }),
  decode: gpuIdsIn,
  encode: ({ pools, excludedTypes = [] }) => [...pools, ...excludedTypes.map((one) => `-${one}`)].join(','),
  usual: (text) => !text.includes(' ,') && !text.includes(', '),
  sourceBack: gpuIdsText,
  takes: 'pools and "-types", separated by commas',
  examples: [['AMPERE_16,-NVIDIA L4', { pools: ['AMPERE_16'], excludedTypes: ['NVIDIA L4'] }]],
})
