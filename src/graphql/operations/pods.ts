import { restCallFor } from '../../../mappings/graphql/calls.ts'
import { graphqlPods } from '../../../mappings/graphql/pod-rows.ts'
import { type Context, isNotFound, type Json, type Resolve } from '../context.ts'
import { Fault } from '../fault.ts'
import type { Selection } from '../selection.ts'
import { badInput, defaultFor, inputOf, lift, segment, textOf } from './lift.ts'
import { readPages } from './pages.ts'
import { showOnePod, showPods } from './pod-answers.ts'

const ROUTE = '/v2/pods/{id}'
const LIST = restCallFor('myself.pods')
const pathOf = (id: string) => `/v2/pods/${segment(id)}`

/** An unknown id is null, without an error. */
export const pod: Resolve = async (given, selection, context) => {
  const id = textOf(inputOf(given), 'podId')
  try {
    return await showOnePod(await context.read(pathOf(id), ROUTE), selection, context)
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** Cluster pods included, as the legacy API listed them; what is terminated is not listed. */
export const myPods: Resolve = async (_given, selection, context) => {
  const pods = await readPages(context, LIST.path, '/v2/pods', 'pods')
  return showPods(
    pods.filter(({ status }) => status !== LIST.hides),
    selection,
    context,
  )
}

interface Action {
  readonly operation: string
  readonly action: 'start' | 'stop'
}

/** Whether the pod already is as it was asked to be: then v2's 409 is no error. */
const isSo = (operation: string, status: unknown): boolean =>
  restCallFor(operation).already?.some((one) => one === status) ?? false

const act = async (id: string, { operation, action }: Action, selection: Selection, context: Context) => {
  let acted: Json | undefined
  try {
    acted = await context.write({
      method: 'POST',
      path: `${pathOf(id)}/action`,
      route: `${ROUTE}/action`,
      body: { action },
      operation,
      look: 'pods',
    })
  } catch (error) {
    if (!(error instanceof Fault) || error.status !== 409) throw error
    acted = await context.read(pathOf(id), ROUTE)
    if (!isSo(operation, acted.status)) throw error
  }
  return showOnePod(acted ?? (await context.read(pathOf(id), ROUTE)), selection, context)
}

export const podStop: Resolve = (given, selection, context) =>
  act(
    textOf(inputOf(given), 'podId'),
    {
      operation: 'podStop',
      action: 'stop',
    },
    selection,
    context,
  )

export const podResume: Resolve = async (given, selection, context) => {
  const input = inputOf(given)
  const id = textOf(input, 'podId')
  if (typeof input.gpuCount === 'number' && input.gpuCount > 0)
    await requireCount(id, input.gpuCount, context)
  const action: Action = { operation: 'podResume', action: 'start' }
  return act(id, action, selection, context)
}

/** v2 starts a pod as it is. */
const requireCount = async (id: string, count: number, context: Context): Promise<void> => {
  const { gpu } = await context.read(pathOf(id), ROUTE)
  const has = (gpu as { count?: number } | undefined)?.count ?? (gpu ? 1 : undefined)
  if (has === undefined || has === count) return
  throw badInput(
    `"gpuCount": the pod has ${has}, and v2 cannot change that when it starts; leave it out or say ${has}.`,
  )
}

/** The sentence for an unknown pod is compared by clients. */
export const podTerminate: Resolve = async (given, _selection, context) => {
  const path = pathOf(textOf(inputOf(given), 'podId'))
  try {
    await context.write({ method: 'DELETE', path, route: ROUTE, operation: 'podTerminate', look: 'pods' })
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
  const path = pathOf(textOf({ podId }, 'podId'))
  const { update } = graphqlPods
  const body = lift(update, input, context)
  const mounts = await wholeMount(path, input, context)
  if (Object.keys(body).length === 0 && !mounts) {
    return showOnePod(await context.read(path, ROUTE), selection, context)
  }
  const saved = await context.write({
    method: 'PATCH',
    path,
    route: ROUTE,
    body: { ...body, ...(mounts && { mounts }) },
    operation: 'podEditJob',
    look: 'pods',
    wording: update.wording,
  })
  return saved ? showOnePod(saved, selection, context) : null
}

const MOUNTED_AT = defaultFor(graphqlPods.create, 'mounts.persistent.path')

/** v2 takes a mount whole: the half that was not given is read first. Undefined where nothing of it changes. */
const wholeMount = async (path: string, { volumeInGb, volumeMountPath }: Json, context: Context) => {
  if (volumeInGb === undefined && volumeMountPath === undefined) return undefined
  const { mounts } = await context.read(path, ROUTE)
  const { network, persistent } = (mounts ?? {}) as { network?: Json[]; persistent?: Json }
  const [attached] = network ?? []
  if (attached) {
    return volumeMountPath && volumeMountPath !== attached.path
      ? { network: [{ ...attached, path: volumeMountPath }] }
      : undefined
  }
  if (!persistent && !volumeInGb) return undefined
  const size = volumeInGb || persistent?.size
  const mounted = volumeMountPath || persistent?.path || MOUNTED_AT
  return size === persistent?.size && mounted === persistent?.path
    ? undefined
    : { persistent: { size, path: mounted } }
}
