import type { Pod, PodRuntime, PodRuntimePort, PodSsh } from '../../../mappings/schemas/v2/pods.ts'
import { isoTime } from '../state/iso-time.ts'
import { ACTIONS, type BootTimes, startedAt, statusAt } from './pod-life.ts'
import { computeRate } from './pod-rates.ts'
import type { PodRecord } from './pod-record.ts'

/** Names under .invalid never resolve (RFC 6761): nobody can mistake the sandbox's for a machine. */
const SSH_HOST = 'ssh.sandbox.invalid'

const FIRST_PUBLIC_PORT = 10_000
const PORTS_PER_POD = 100

/** TEST-NET-3 (RFC 5737): documentation addresses that are public in form and belong to nobody. */
const publicAddress = ({ ordinal }: PodRecord): string => `203.0.113.${(ordinal % 254) + 1}`

/** Shared address space (RFC 6598): what the service's HTTP ports show. */
const innerAddress = ({ ordinal }: PodRecord): string => `100.65.${(ordinal >> 8) % 256}.${ordinal % 256}`

const portView = (pod: PodRecord, text: string, index: number): PodRuntimePort[] => {
  const [, number, type = 'tcp'] = /^(\d{1,5})(?:\/(\w+))?$/.exec(text.trim()) ?? []
  // v2 takes any text for a port; what is none is published nowhere
  if (number === undefined) return []
  const published = FIRST_PUBLIC_PORT + ((pod.ordinal * PORTS_PER_POD + index) % 50_000)
  const ip = type === 'tcp' ? publicAddress(pod) : innerAddress(pod)
  return [{ private: Number(number), public: published, type, ip }]
}

/** A steady figure between 20 and 79 percent: looks alive, is the same at every read of one second. */
const load = (pod: PodRecord, uptime: number, salt: number): number =>
  20 + ((pod.ordinal * 31 + uptime * 7 + salt * 13) % 60)

const runtimeOf = (pod: PodRecord, started: number, now: number): PodRuntime => {
  const uptime = Math.floor((now - started) / 1000)
  return {
    uptime,
    gpus: Array.from({ length: pod.gpu?.count ?? 0 }, (_, index) => ({
      util: load(pod, uptime, index),
      memoryUtil: load(pod, uptime, index + 50),
    })),
    cpu: { util: load(pod, uptime, 100) },
    memory: { util: load(pod, uptime, 101) },
    ports: pod.ports.flatMap((port, index) => portView(pod, port, index)),
  }
}

const sshOf = (pod: PodRecord, runtime: PodRuntime | null): PodSsh => {
  const username = `${pod.id}-${(0x64411eb2 + pod.ordinal).toString(16).padStart(8, '0')}`
  const direct = runtime?.ports?.find((port) => port.private === 22 && port.type === 'tcp')
  return {
    proxy: { host: SSH_HOST, port: 22, username, command: `ssh ${username}@${SSH_HOST}` },
    direct: direct
      ? {
          host: direct.ip ?? '',
          port: direct.public ?? 0,
          username: 'root',
          command: `ssh root@${direct.ip} -p ${direct.public}`,
        }
      : null,
  }
}

const networkOf = (pod: PodRecord): Pod['globalNetworking'] =>
  pod.globalNetworking
    ? {
        enabled: true,
        ip: `10.1.${(pod.ordinal >> 8) % 256}.${pod.ordinal % 256}`,
        internalDns: `${pod.id}.runpod.internal`,
      }
    : { enabled: false }

/** The pod as v2 answers it at that instant. */
export const podView = (pod: PodRecord, now: number, boot: BootTimes): Pod => {
  const status = statusAt(pod, now, boot)
  const started = startedAt(pod, now, boot)
  const runtime = status === 'RUNNING' ? runtimeOf(pod, started ?? now, now) : null
  return {
    id: pod.id,
    name: pod.name,
    image: pod.image,
    args: pod.args,
    disk: pod.disk,
    env: { ...pod.env },
    ports: [...pod.ports],
    registry: pod.registry,
    status,
    actions: [...ACTIONS[status]],
    mounts: pod.mounts,
    ...(pod.gpu && { gpu: pod.gpu }),
    ...(pod.cpu && { cpu: pod.cpu }),
    cloud: pod.cloud,
    dataCenterId: pod.dataCenterId,
    cudaVersion: pod.cudaVersion,
    ssh: sshOf(pod, runtime),
    ...(pod.cluster && { cluster: pod.cluster }),
    template: pod.template,
    cost: pod.phase.kind === 'UP' ? computeRate(pod) : 0,
    locked: pod.locked,
    globalNetworking: networkOf(pod),
    runtime,
    createdAt: isoTime(pod.createdAt),
    startedAt: started === null ? null : isoTime(started),
  }
}
