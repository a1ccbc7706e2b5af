import { restCallFor } from '../../../mappings/graphql/calls.ts'
import { graphqlVolumes } from '../../../mappings/graphql/volume-rows.ts'
import { type Context, isNotFound, type Resolve } from '../context.ts'
import { Fault } from '../fault.ts'
import type { Json } from '../json.ts'
import type { Selection } from '../selected.ts'
import { readList, writeFor } from './calls.ts'
import { inputOf, lift, textOf } from './lift.ts'
import { showWritten } from './show-written.ts'

const { create, update, read } = graphqlVolumes

/** Every volume, with its data center as far as an id and a name go. */
export const readVolumes = async (context: Context): Promise<Record<string, unknown>[]> => {
  const list = await readList(context, 'myself.networkVolumes')
  return list.map(read.down)
}

const show = async (volumes: readonly Json[], selection: Selection, context: Context) => {
  if (selection.of('dataCenter').length === 0) return volumes
  const centers = (await context.catalog.dataCenters()) as readonly Json[]
  return volumes.map((volume) => {
    const found = centers.find(({ id }) => id === volume.dataCenterId)
    return { ...volume, dataCenter: { id: volume.dataCenterId, name: found?.name ?? volume.dataCenterId } }
  })
}

/** The caller's own, with the data center where it is asked for. */
export const myVolumes: Resolve = async (_given, selection, context) =>
  show(await readVolumes(context), selection, context)

const showOne = async (saved: Json | undefined, selection: Selection, context: Context) => {
  if (!saved) return null
  const [shown] = await showWritten(selection, (asked) => show([read.down(saved)], asked, context))
  return shown ?? null
}

/** Makes a volume. */
export const createNetworkVolume: Resolve = async (given, selection, context) => {
  const body = lift(create, inputOf(given), context)
  const write = writeFor('createNetworkVolume', { body, wording: create.wording })
  return showOne(await context.write(write), selection, context)
}

/** Changes a volume's name or size. */
export const updateNetworkVolume: Resolve = async (given, selection, context) => {
  const { id, ...input } = inputOf(given)
  const body = lift(update, input, context)
  const write = writeFor('updateNetworkVolume', {
    id: textOf({ id }, 'id'),
    body,
    wording: update.wording,
  })
  return showOne(await context.write(write), selection, context)
}

/** The sentence for an unknown volume is compared by clients. */
export const deleteNetworkVolume: Resolve = async (given, _selection, context) => {
  const write = writeFor('deleteNetworkVolume', { id: textOf(inputOf(given), 'id') })
  try {
    await context.write(write)
    return null
  } catch (error) {
    if (!isNotFound(error)) throw error
    throw new Fault('refused', restCallFor('deleteNetworkVolume').missing ?? '', { status: 404 })
  }
}
