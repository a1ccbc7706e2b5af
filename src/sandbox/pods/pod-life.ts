import type { PodAction, PodStatus } from '../../../mappings/schemas/v2/pods.ts'
import type { LogLine } from './log-line.ts'
import type { Phase, PodRecord } from './pod-record.ts'

/** How long a pod takes to come up, milliseconds of the sandbox's clock. */
export interface BootTimes {
  /** PROVISIONING, for a new pod only. */
  readonly provisioning: number
  /** STARTING, after every start and restart. */
  readonly starting: number
}

/** Quick, but long enough for a client that polls every second to see the states. */
export const DEFAULT_BOOT: BootTimes = { provisioning: 1000, starting: 1000 }

const startsAt = (phase: Extract<Phase, { kind: 'UP' }>, boot: BootTimes): number =>
  phase.since + (phase.placed ? 0 : boot.provisioning)

const runsAt = (phase: Extract<Phase, { kind: 'UP' }>, boot: BootTimes): number =>
  startsAt(phase, boot) + boot.starting

/** The status at that instant. */
export const statusAt = ({ phase }: PodRecord, now: number, boot: BootTimes): PodStatus => {
  if (phase.kind !== 'UP') return phase.kind
  if (now < startsAt(phase, boot)) return 'PROVISIONING'
  return now < runsAt(phase, boot) ? 'STARTING' : 'RUNNING'
}

/** When the container last began to run; null where it never did. */
export const startedAt = (
  { phase, startedBefore }: PodRecord,
  now: number,
  boot: BootTimes,
): number | null => {
  if (phase.kind !== 'UP') return startedBefore
  const runs = runsAt(phase, boot)
  return now < runs ? startedBefore : runs
}

/** What each status allows, as the service documents it. */
export const ACTIONS: Readonly<Record<PodStatus, readonly PodAction[]>> = {
  PROVISIONING: ['stop', 'terminate'],
  STARTING: ['stop', 'terminate'],
  RUNNING: ['stop', 'restart', 'terminate'],
  EXITED: ['start', 'terminate'],
  ERROR: ['start', 'terminate'],
  TERMINATED: [],
}

const LOG_LIMIT = 200 // lines

/** The log without what was going to be written, and with these lines. */
const logged = (log: readonly LogLine[], now: number, lines: readonly LogLine[]): LogLine[] =>
  [...log.filter(({ at }) => at <= now), ...lines].slice(-LOG_LIMIT)

const bootLines = (
  phase: Extract<Phase, { kind: 'UP' }>,
  image: string,
  boot: BootTimes,
): readonly LogLine[] => [
  { at: phase.since, source: 'system', line: phase.placed ? 'start container' : `create container ${image}` },
  { at: startsAt(phase, boot), source: 'system', line: `image ${image} is ready` },
  { at: runsAt(phase, boot), source: 'system', line: 'container started' },
  { at: runsAt(phase, boot), source: 'container', line: 'sandbox: the container would be running now' },
]

/** The pod on its way up from that instant. */
export const boot = (pod: PodRecord, now: number, placed: boolean, times: BootTimes): PodRecord => {
  const phase = { kind: 'UP', since: now, placed } as const
  return {
    ...pod,
    startedBefore: startedAt(pod, now, times),
    phase,
    log: logged(pod.log, now, bootLines(phase, pod.image, times)),
  }
}

/** The pod at rest from that instant: its machine is free, its disks stay. */
export const halt = (pod: PodRecord, now: number, kind: 'EXITED' | 'ERROR', times: BootTimes): PodRecord => ({
  ...pod,
  startedBefore: startedAt(pod, now, times),
  phase: { kind },
  log: logged(pod.log, now, [
    { at: now, source: 'system', line: kind === 'EXITED' ? 'stop container' : 'container failed' },
  ]),
})
