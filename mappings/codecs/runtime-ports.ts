import { z } from 'zod'
import { codec } from '../dsl/codec.ts'

const runtimePorts = z.array(
  z.object({
    private: z.int().optional(),
    public: z.int().nullable().optional(),
    type: z.string().optional(),
    ip: z.string().nullable().optional(),
  }),
)
type RuntimePort = z.infer<typeof runtimePorts>[number]

/** RFC 1918 and RFC 6598 ranges: addresses nobody outside can reach. */
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/

/** Whether a port is open to the world: TCP, with a public address. */
export const isOpen = ({ type, ip }: RuntimePort): boolean => type === 'tcp' && !!ip && !PRIVATE.test(ip)

/** `isOpen` as source text. */
export const isOpenText = (port: string): string =>
  `${port}.type === 'tcp' && Boolean(${port}.ip) && !${PRIVATE}.test(${port}.ip)`

const openPorts = (ports: string): string => `${ports}.filter((port) => ${isOpenText('port')})`

/** v1's `publicIp`: the address of the first port that is open to the world. */
export const publicIp = codec('publicIp', {
  old: z.string().nullable(),
  v2: runtimePorts,
  decode: (ip) => (ip === null ? [] : [{ type: 'tcp', ip }]),
  encode: (ports) => ports.find(isOpen)?.ip ?? null,
  takes: 'an IPv4 address',
  examples: [['203.0.113.7', [{ type: 'tcp', ip: '203.0.113.7' }]]],
  sourceBack: (ports) => `${openPorts(ports)}[0]?.ip ?? null`,
})

/** v1's `portMappings`: container port to public port, of the ports open to the world. */
export const portMappings = codec('portMappings', {
  old: z.record(z.string().regex(/^\d{1,5}$/), z.int()).nullable(),
  v2: runtimePorts,
  decode: (mappings) =>
    Object.entries(mappings ?? {}).map(([inside, outside]) => ({
      private: Number(inside),
      public: outside,
      type: 'tcp',
      ip: '0.0.0.0',
    })),
  encode: (ports) => {
    // Once an item of every list of pods: no intermediate lists.
    const mappings: Record<string, number> = {}
    for (const port of ports) if (port.public && isOpen(port)) mappings[String(port.private)] = port.public
    return mappings
  },
  takes: 'an object from container port to public port',
  examples: [[{ '22': 10022 }, [{ private: 22, public: 10022, type: 'tcp', ip: '0.0.0.0' }]]],
  sourceBack: (ports) =>
    `Object.fromEntries(${openPorts(ports)}.filter((port) => port.public).map((port) => [String(port.private), port.public]))`,
})
