import type { PodAction } from '../../../mappings/schemas/v2/pods.ts'
import { badRequest, conflict, noCapacity } from '../http/problem.ts'
import { holding, save, up } from './create-pod.ts'
import { ACTIONS, boot, halt, statusAt } from './pod-life.ts'
import type { PodRecord } from './pod-record.ts'
import type { PodWorld } from './pod-world.ts'
import { requireStandalone } from './update-pod.ts'

/** Frees the machine of a pod that is up. */
const release = (world: PodWorld, pod: PodRecord): void => {
  if (pod.phase.kind !== 'UP') return
  const { slot, units } = holding(pod)
  world.stock.give(slot, units)
}

/** Stops the pod whatever its status; `ERROR` is for tests. */
export const bringDown = (world: PodWorld, pod: PodRecord, kind: 'EXITED' | 'ERROR'): PodRecord => {
  release(world, pod)
  return save(world, halt(pod, world.clock.now(), kind, world.boot))
}

/** Deletes the pod, ends its bill and frees what it held. */
export const removePod = (world: PodWorld, pod: PodRecord): void => {
  release(world, pod)
  world.ledger.meter('pod', pod.id, {})
  world.table.delete(pod.id)
}

/** A stopped pod keeps its host, so it comes up there or not at all. */
const start = (world: PodWorld, pod: PodRecord): PodRecord => {
  const { slot, units } = holding(pod)
  if (world.stock.free(slot) < units) throw noCapacity()
  world.requireFunds()
  return up(world, pod, true)
}

const stop = (world: PodWorld, pod: PodRecord): PodRecord => {
  if (pod.locked) throw badRequest('pod is locked and cannot be stopped')
  return bringDown(world, pod, 'EXITED')
}

/**
 * Does what the action says. @returns the pod, or undefined where it is gone
 * @throws {Problem} 409 where the pod's status does not allow it, 400 where it is locked or has no room to start
 */
export const actOnPod = (world: PodWorld, pod: PodRecord, action: PodAction): PodRecord | undefined => {
  requireStandalone(pod, 'modified')
  const status = statusAt(pod, world.clock.now(), world.boot)
  if (!ACTIONS[status].includes(action)) {
    throw conflict(`action '${action}' is not valid for a pod that is ${status}`)
  }
  switch (action) {
    case 'start':
      return start(world, pod)
    case 'stop':
      return stop(world, pod)
    case 'restart':
      return save(world, boot(pod, world.clock.now(), true, world.boot))
    case 'terminate':
      removePod(world, pod)
      return undefined
  }
}
