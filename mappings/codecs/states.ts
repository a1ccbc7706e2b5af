import { z } from 'zod'
import { codec } from '../dsl/codec.ts'

const desired = z.enum(['RUNNING', 'EXITED', 'TERMINATED'])
const observed = z.enum(['PROVISIONING', 'STARTING', 'RUNNING', 'EXITED', 'ERROR', 'TERMINATED'])

/** v2 says what a pod is; the old APIs said what it was told to be. */
const DESIRED: Record<z.infer<typeof observed>, z.infer<typeof desired>> = {
  PROVISIONING: 'RUNNING',
  STARTING: 'RUNNING',
  RUNNING: 'RUNNING',
  EXITED: 'EXITED',
  ERROR: 'EXITED',
  TERMINATED: 'TERMINATED',
}

/** `desiredStatus` from v2's `status`. */
export const desiredStatus = codec('desiredStatus', {
  old: desired,
  v2: observed,
  decode: (status) => status,
  encode: (status) => DESIRED[status] ?? 'RUNNING',
  takes: 'RUNNING, EXITED or TERMINATED',
  examples: [
    ['RUNNING', 'RUNNING'],
    ['EXITED', 'EXITED'],
  ],
  sourceBack: (status) =>
    `({ ${Object.entries(DESIRED)
      .map(([v2, old]) => `${v2}: '${old}'`)
      .join(', ')} })[${status}] ?? 'RUNNING'`,
})

/** `flashboot: true` <-> `FLASHBOOT`; a priority one reads as true. */
export const flashBoot = codec('flashBoot', {
  old: z.boolean(),
  v2: z.enum(['OFF', 'FLASHBOOT', 'PRIORITY_FLASHBOOT']),
  decode: (on) => (on ? ('FLASHBOOT' as const) : ('OFF' as const)),
  encode: (kind) => kind !== 'OFF',
  takes: 'true or false',
  examples: [
    [true, 'FLASHBOOT'],
    [false, 'OFF'],
  ],
  source: (on) => `${on} ? 'FLASHBOOT' : 'OFF'`,
  sourceBack: (kind) => `${kind} !== 'OFF'`,
})

/** `secureCloud: true` <-> `SECURE`. */
export const secureCloud = codec('secureCloud', {
  old: z.boolean(),
  v2: z.enum(['SECURE', 'COMMUNITY']),
  decode: (secure) => (secure ? ('SECURE' as const) : ('COMMUNITY' as const)),
  encode: (cloud) => cloud === 'SECURE',
  takes: 'true or false',
  examples: [
    [true, 'SECURE'],
    [false, 'COMMUNITY'],
  ],
  source: (secure) => `${secure} ? 'SECURE' : 'COMMUNITY'`,
  sourceBack: (cloud) => `${cloud} === 'SECURE'`,
})

/** `globalNetworking: true` from v2's object about it. */
export const networkingOn = codec('networkingOn', {
  old: z.boolean(),
  v2: z.looseObject({ enabled: z.boolean() }),
  decode: (enabled) => ({ enabled }),
  encode: ({ enabled }) => enabled,
  takes: 'true or false',
  examples: [[true, { enabled: true }]],
  sourceBack: (networking) => `${networking}.enabled`,
})
