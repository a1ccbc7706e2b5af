import { graphqlPods } from '../../../mappings/graphql/pod-rows.ts'
import { completed } from '../../../mappings/graphql/together.ts'
import type { Context } from '../context.ts'
import type { Json } from '../json.ts'
import { mapList } from '../long-list.ts'
import type { Selection } from '../selected.ts'
import { showWritten } from './show-written.ts'
import { readVolumes } from './volumes.ts'

const { down } = graphqlPods.read

/** v2 pods as GraphQL answers them, with what the selection asks beyond the pod itself. @throws {Fault} */
export const showPods = async (
  pods: readonly Json[],
  selection: Selection,
  context: Context,
): Promise<Record<string, unknown>[]> => {
  const names = wantsGpuNames(selection) ? await gpuNames(context) : undefined
  const volumes = selection.of('networkVolume').length > 0 ? await readVolumes(context) : undefined
  const show = (pod: Json) => {
    const shown = showPod(pod)
    const machine = shown.machine as Record<string, unknown>
    if (names) machine.gpuDisplayName = names.get(machine.gpuTypeId) ?? null
    if (volumes) shown.networkVolume = volumes.find(({ id }) => id === shown.networkVolumeId) ?? null
    return shown
  }
  return mapList(pods, show)
}

/** One pod of v2, as {@link showPods} shows it. */
export const showOnePod = async (pod: Json, selection: Selection, context: Context) =>
  (await showPods([pod], selection, context))[0] ?? null

/** A pod that was made or changed just now. */
export const showSavedPod = (pod: Json, selection: Selection, context: Context) =>
  showWritten(selection, (shown) => showOnePod(pod, shown, context))

const wantsGpuNames = (selection: Selection): boolean =>
  selection.of('machine').some((machine) => machine.selection.of('gpuDisplayName').length > 0)

const gpuNames = async (context: Context) =>
  new Map((await context.catalog.gpus()).map((gpu) => [(gpu as Json).id, (gpu as Json).name]))

/** The rows, and what needs two fields at once. */
const showPod = (pod: Json): Record<string, unknown> => completed('graphql.pods', down(pod), pod)
