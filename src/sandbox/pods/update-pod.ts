import type { Mounts } from '../../../mappings/schemas/v2/mounts.ts'
import type { PodUpdate } from '../../../mappings/schemas/v2/pods.ts'
import { findGpu } from '../catalog/gpus.ts'
import { badRequest, conflict } from '../http/problem.ts'
import { changed, overTemplate, requireKind } from '../templates/container-settings.ts'
import { save } from './create-pod.ts'
import type { PodRecord } from './pod-record.ts'
import type { PodWorld } from './pod-world.ts'

const KIND_FIXED = 'the kind of mount is fixed when the pod is created'

/** @throws {Problem} 400 where the patch would add, remove or move a mount */
const patchedMounts = (present: Mounts, patch: Mounts | undefined): Mounts => {
  const network = patch?.network?.[0]
  if (patch?.persistent) {
    if (!present.persistent) throw badRequest(KIND_FIXED)
    return { persistent: patch.persistent }
  }
  if (!network) return present
  const mounted = present.network?.[0]
  if (!mounted) throw badRequest(KIND_FIXED)
  if (mounted.volumeId !== network.volumeId) throw badRequest('the volumeId of a network mount is immutable')
  return { network: [network] }
}

/** @throws {Problem} 400 where the pod's hardware cannot */
const requireNetworking = ({ gpu }: PodRecord): void => {
  if (gpu && findGpu(gpu.id)?.gpu.manufacturer === 'NVIDIA') return
  throw badRequest('global networking requires an NVIDIA GPU')
}

/** @throws {Problem} 409 for a member of a cluster */
export const requireStandalone = (pod: PodRecord, done: string): PodRecord => {
  if (!pod.cluster) return pod
  throw conflict(`pod belongs to a cluster and cannot be ${done} via the pod endpoints`)
}

/**
 * Changes what the body names and nothing else.
 * @throws {Problem} 400 about mounts and networking, 404 and 422 about the template, 409 for a cluster member
 */
export const updatePod = (world: PodWorld, pod: PodRecord, body: PodUpdate): PodRecord => {
  requireStandalone(pod, 'modified')
  const template = body.templateId ? requireKind(world.template(body.templateId), false) : undefined
  if (body.globalNetworking) requireNetworking(pod)
  const mounts = patchedMounts(pod.mounts, body.mounts)
  return save(world, {
    ...pod,
    ...changed(overTemplate(body, template), { ...pod, ports: [...pod.ports] }),
    mounts,
    name: body.name ?? pod.name,
    locked: body.locked ?? pod.locked,
    globalNetworking: body.globalNetworking ?? pod.globalNetworking,
  })
}
