import { restCallFor } from '../../../mappings/graphql/calls.ts'
import { graphqlPods } from '../../../mappings/graphql/pod-rows.ts'
import { keptVolume } from '../../../mappings/graphql/pods.ts'
import { type Context, isNotFound, type Resolve } from '../context.ts'
import { Fault } from '../fault.ts'
import type { Json } from '../json.ts'
import type { Selection } from '../selected.ts'
import { pathOf, readList, writeFor } from './calls.ts'
import { badInput, defaultFor, inputOf, lift, textOf } from './lift.ts'
import { showOnePod, showPods, showSavedPod } from './pod-answers.ts'

const ONE = restCallFor('pod')
const LIST = restCallFor('myself.pods')
const readPod = (id: string, context: Context) => context.read(pathOf(ONE, id), ONE.path)

/** An unknown id is null, without an error. */
export const pod: Resolve = async (given, selection, context) => {
  const id = textOf(inputOf(given), 'podId')
  try {
    return await showOnePod(await readPod(id, context), selection, context)
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** Cluster pods included, as the legacy API listed them; what is terminated is not listed. */
export const myPods: Resolve = async (_given, selection, context) => {
  const pods = await readList(context, 'myself.pods')
  return showPods(
    pods.filter(({ status }) => status !== LIST.hides),
    selection,
    context,
  )
}

type Action = 'podStop' | 'podResume'

/** Whether the pod already is as it was asked to be: then v2's 409 is no error. */
const isSo = (operation: Action, status: unknown): boolean =>
  restCallFor(operation).already?.some((one) => one === status) ?? false

const act = async (id: string, operation: Action, selection: Selection, context: Context) => {
  let acted: Json | undefined
  try {
    const body = restCallFor(operation).sends
    acted = await context.write(writeFor(operation, { id, ...(body && { body }) }))
  } catch (error) {
    if (!(error instanceof Fault) || error.status !== 409) throw error
    acted = await readPod(id, context)
    if (!isSo(operation, acted.status)) throw error
  }
  return showSavedPod(acted ?? (await readPod(id, context)), selection, context)
}

/** A pod that has stopped already is no error. */
export const podStop: Resolve = (given, selection, context) =>
  act(textOf(inputOf(given), 'podId'), 'podStop', selection, context)

/** A pod that runs already is no error; more GPUs than it has are refused unsent. */
export const podResume: Resolve = async (given, selection, context) => {
  const input = inputOf(given)
  const id = textOf(input, 'podId')
  if (typeof input.gpuCount === 'number' && input.gpuCount > 0)
    await requireCount(id, input.gpuCount, context)
  return act(id, 'podResume', selection, context)
}

/** v2 starts a pod as it is. */
const requireCount = async (id: string, count: number, context: Context): Promise<void> => {
  const { gpu } = await readPod(id, context)
  const has = (gpu as { count?: number } | undefined)?.count ?? (gpu ? 1 : undefined)
  if (has === undefined || has === count) return
  throw badInput(
    `"gpuCount": the pod has ${has}, and v2 cannot change that when it starts; leave it out or say ${has}.`,
  )
}

/** The sentence for an unknown pod is compared by clients. */
export const podTerminate: Resolve = async (given, _selection, context) => {
  const write = writeFor('podTerminate', { id: textOf(inputOf(given), 'podId') })
  try {
    await context.write(write)
    return null
  } catch (error) {
    if (!isNotFound(error)) throw error
    throw new Fault('refused', restCallFor('podTerminate').missing ?? '', {
      extensions: { code: 'POD_NOT_FOUND' },
      status: 404,
    })
  }
}

/** Changes what is given and nothing else; `env` is replaced whole, as it was. */
export const podEditJob: Resolve = async (given, selection, context) => {
  const { podId, ...input } = inputOf(given)
  const id = textOf({ podId }, 'podId')
  const { update } = graphqlPods
  const body = lift(update, input, context)
  const mounts = await wholeMount(id, input, context)
  if (Object.keys(body).length === 0 && !mounts) {
    return showOnePod(await readPod(id, context), selection, context)
  }
  const said = { id, body: { ...body, ...(mounts && { mounts }) }, wording: update.wording }
  const saved = await context.write(writeFor('podEditJob', said))
  return saved ? showSavedPod(saved, selection, context) : null
}

const MOUNTED_AT = defaultFor(graphqlPods.create, 'mounts.persistent.path')

/** v2 takes a mount whole: the half that was not given is read first. Undefined where nothing of it changes. */
const wholeMount = async (id: string, { volumeInGb, volumeMountPath }: Json, context: Context) => {
  if (volumeInGb === undefined && volumeMountPath === undefined) return undefined
  const { mounts } = await readPod(id, context)
  const { network, persistent } = (mounts ?? {}) as { network?: Json[]; persistent?: Json }
  const [attached] = network ?? []
  if (attached) {
    return volumeMountPath && volumeMountPath !== attached.path
      ? { network: [{ ...attached, path: volumeMountPath }] }
      : undefined
  }
  if (!persistent && !volumeInGb) return undefined
  if (volumeInGb === 0) context.note([{ code: 'DROPPED', ...keptVolume }])
  const size = volumeInGb || persistent?.size
  const mounted = volumeMountPath || persistent?.path || MOUNTED_AT
  return size === persistent?.size && mounted === persistent?.path
    ? undefined
    : { persistent: { size, path: mounted } }
}
