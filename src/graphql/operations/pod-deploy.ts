import { graphqlCpuPods, graphqlPods } from '../../../mappings/graphql/pod-rows.ts'
import type { GpuType } from '../../../mappings/schemas/v2/index.ts'
import { deployChoices, inEachCloud } from '../../../mappings/shared/deploy.ts'
import { countryQuery, placesIn, stockQuery } from '../../../mappings/shared/stock.ts'
import { isCapacityRefusal } from '../../proxy/capacity.ts'
import type { Context, Resolve } from '../context.ts'
import { Fault } from '../fault.ts'
import type { Json } from '../json.ts'
import type { Selection } from '../selected.ts'
import { writeFor } from './calls.ts'
import { badInput, inputOf, lift, noteField } from './lift.ts'
import { showSavedPod } from './pod-answers.ts'

type Deploy = 'podFindAndDeployOnDemand' | 'deployCpuPod'

/** GPU types tried for one deploy; a longer list is cut with an error rather than many calls. */
const MOST_CHOICES = 20

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one !== '') : []

/** Makes a pod on the first GPU type and cloud that has one; on a CPU where the input says so. */
export const podFindAndDeployOnDemand: Resolve = async (given, selection, context) => {
  const input = inputOf(given)
  const instances = strings(input.instanceIds)
  if (input.computeType === 'CPU' || instances.length > 0) {
    return deployCpu(cpuInput(input, context), instances, 'podFindAndDeployOnDemand', selection, context)
  }
  const listed = strings(input.gpuTypeIdList)
  const types = listed.length > 0 ? listed : strings([input.gpuTypeId])
  if (types.length === 0) throw badInput('"gpuTypeId" is required.')
  if (types.length > MOST_CHOICES) throw badInput(`"gpuTypeIdList" may hold ${MOST_CHOICES} types.`)
  const dataCenterId = await dataCentersOf(input, context)
  const placed = { ...input, ...(dataCenterId !== undefined && { dataCenterId }) }
  const choices = deployChoices(placed)
  return deploy('podFindAndDeployOnDemand', graphqlPods.create, choices, selection, context)
}

/** Makes a CPU pod of the size that `instanceId` names. */
export const deployCpuPod: Resolve = async (given, selection, context) => {
  const input = inputOf(given)
  if (typeof input.instanceId !== 'string' || input.instanceId === '') {
    throw badInput('"instanceId" is required, e.g. "cpu3c-2-4".')
  }
  return deployCpu(input, [input.instanceId], 'deployCpuPod', selection, context)
}

const deployCpu = async (
  input: Json,
  instances: readonly string[],
  operation: Deploy,
  selection: Selection,
  context: Context,
) => {
  if (instances.length === 0) throw badInput('"instanceIds" is required for a CPU pod, e.g. ["cpu3c-2-4"].')
  const choices = instances
    .slice(0, MOST_CHOICES)
    .flatMap((instanceId) => inEachCloud({ ...input, instanceId: withoutMemory(instanceId) }))
  return deploy(operation, graphqlCpuPods.create, choices, selection, {
    ...context,
    write: async (write) => {
      const made = await context.write(write)
      noteMemory(instances, made, context)
      return made
    },
  })
}

/** `cpu3c-2-4` asked for 4 GB; the pod has what its flavor gives two vCPUs. */
const noteMemory = (instances: readonly string[], made: Json | undefined, context: Context): void => {
  const cpu = made?.cpu as { id?: string; vcpuCount?: number; memory?: number } | undefined
  const asked = instances.find((instance) => withoutMemory(instance) === `${cpu?.id}-${cpu?.vcpuCount}`)
  const memory = asked?.split('-')[2]
  if (memory && cpu?.memory !== undefined && Number(memory) !== cpu.memory)
    noteField(context, graphqlCpuPods.create, 'instanceId', 'LOSSY')
}

/** v2 derives the memory from the flavor and the vCPUs. */
const withoutMemory = (instanceId: string): string => instanceId.split('-').slice(0, 2).join('-')

/** A GPU deploy that means a CPU: the fields CPU pods know. What the others would refuse is refused here as well. */
const cpuInput = (input: Json, context: Context): Json => {
  const known = new Set(graphqlCpuPods.create.plan.old.map((path) => path.split('.')[0]))
  const { gpuCount: _gpuCount, ...rest } = input
  const entries = Object.entries(rest)
  lift(graphqlPods.create, Object.fromEntries(entries.filter(([name]) => !known.has(name))), {
    ...context,
    note: () => {},
  })
  return Object.fromEntries(entries.filter(([name]) => known.has(name)))
}

/** A country's data centers, where the caller named no data center itself. */
const dataCentersOf = async ({ countryCode, dataCenterId, gpuCount }: Json, context: Context) => {
  if (typeof countryCode !== 'string' || countryCode === '' || dataCenterId) return undefined
  const query = new URLSearchParams({
    ...stockQuery({ gpu: { count: Number(gpuCount ?? 1) } }),
    ...countryQuery('POD', [countryCode]),
  })
  const ids = placesIn((await context.catalog.gpus(query.toString())) as GpuType[])
  if (ids.length === 0) throw badInput(`"countryCode": there is no data center with GPUs in ${countryCode}.`)
  return ids.join(',')
}

/**
 * Creates with the first choice; the next one is tried only after v2 said that it has no instances. Any other outcome,
 * an unknown one above all, ends it: a second create could cost twice.
 */
const deploy = async (
  operation: Deploy,
  facet: typeof graphqlPods.create,
  choices: readonly Json[],
  selection: Selection,
  context: Context,
) => {
  const bodies = choices.map((choice, index) =>
    lift(facet, choice, index === 0 ? context : { ...context, note: () => {} }),
  )
  let last: Fault | undefined
  for (const body of bodies) {
    try {
      const made = await context.write(writeFor(operation, { body, wording: facet.wording }))
      return made ? await showSavedPod(made, selection, context) : null
    } catch (error) {
      if (!(error instanceof Fault) || !isCapacity(error)) throw error
      last = error
    }
  }
  throw last ?? badInput('Nothing to deploy.')
}

const isCapacity = ({ status, message }: Fault): boolean =>
  isCapacityRefusal({ status, body: JSON.stringify({ detail: message }) })
