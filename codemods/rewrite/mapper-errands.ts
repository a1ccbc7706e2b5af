import type { Errand } from '../../mappings/graphql/calls.ts'
import type { CallMapper } from './mapper.ts'
import type { CallNames, CallText } from './mapper-call.ts'
import { shown } from './mapper-shown.ts'

/** The statements of a field that takes more than one call of v2, or whose arguments decide the call. */
export const errandLines = (mapper: CallMapper, errand: Errand, names: CallNames): CallText =>
  ERRANDS[errand](mapper, names)

const resumePod = (mapper: CallMapper, names: CallNames): CallText => {
  const { lines, value, helpers } = shown(mapper, names, 'answer')
  const already = (mapper.call.already ?? []).map((state) => `¤${state}¤`).join(', ')
  return {
    lines: [
      'if (input.gpuCount) {',
      '  const pod = await send(apiKey, ¤GET¤, `/pods/${idOf(input.podId)}`)§',
      '  const has = pod?.gpu ? (pod.gpu.count ?? 1) : input.gpuCount§',
      '  // v2 starts a pod with the GPUs it has: more of them would cost more.',
      '  if (has !== input.gpuCount) throw new Error(`gpuCount: the pod has ${has}, and REST v2 cannot change that`)§',
      '}',
      `const answer = await act(apiKey, input.podId, ¤start¤, [${already}])§`,
      ...lines,
    ],
    value,
    helpers: ['send', 'idOf', 'act', ...helpers],
  }
}

const CLOUDS = [
  'const clouds = [¤SECURE¤, ¤COMMUNITY¤].filter((cloud) => ![¤SECURE¤, ¤COMMUNITY¤].includes(input.cloudType) || cloud === input.cloudType)§',
]

const deployPod = (mapper: CallMapper, names: CallNames): CallText => {
  const { lines, value, helpers } = shown(mapper, names, 'answer', true)
  return {
    lines: [
      'const { gpuTypeIdList, ...asked } = input§',
      'const types = gpuTypeIdList?.length > 0 ? gpuTypeIdList : [input.gpuTypeId]§',
      ...CLOUDS,
      'const choices = types.flatMap((gpuTypeId: any) => clouds.map((cloudType) => ({ ...asked, gpuTypeId, cloudType })))§',
      `const answer = await firstOf(choices, (choice) => send(apiKey, ¤POST¤, ¤/pods¤, ${names.create}(choice)))${names.worded.create}§`,
      ...lines,
    ],
    value,
    helpers: ['send', 'firstOf', 'worded', ...helpers],
  }
}

const deployCpuPod = (mapper: CallMapper, names: CallNames): CallText => {
  const { lines, value, helpers } = shown(mapper, names, 'answer', true)
  return {
    lines: [
      ...CLOUDS,
      'const choices = clouds.map((cloudType) => ({ ...input, cloudType }))§',
      `const answer = await firstOf(choices, (choice) => send(apiKey, ¤POST¤, ¤/pods¤, ${names.create}(choice)))${names.worded.create}§`,
      ...lines,
    ],
    value,
    helpers: ['send', 'firstOf', 'worded', ...helpers],
  }
}

const saveTemplate = (_mapper: CallMapper, names: CallNames): CallText => ({
  lines: [
    'const { id, ...body } = input§',
    '// Names are unique in the old API; v2 would make a second template.',
    'const taken = (await listAll(apiKey, ¤/templates¤, ¤templates¤)).some((one: any) => one.name === input.name && one.id !== id)§',
    'if (taken) throw new Error(`Template name "${input.name}" is already taken; names must be unique.`)§',
    'const answer = id',
    `  ? await send(apiKey, ¤PATCH¤, \`/templates/\${idOf(id)}\`, ${names.update}(body))${names.worded.update}`,
    `  : await send(apiKey, ¤POST¤, ¤/templates¤, ${names.create}(body))${names.worded.create}§`,
  ],
  value: `${names.read}(answer)`,
  helpers: ['send', 'listAll', 'idOf', 'worded'],
})

const deleteTemplate = (): CallText => ({
  lines: [
    'const found = (await listAll(apiKey, ¤/templates¤, ¤templates¤)).filter(({ name }: any) => name === templateName)§',
    'if (found.length === 0) throw new Error(¤Template not found¤)§',
    'if (found.length > 1) throw new Error(`Several templates are named ${templateName}: delete one by its id`)§',
    'await send(apiKey, ¤DELETE¤, `/templates/${idOf(found[0].id)}`)§',
  ],
  value: 'null',
  helpers: ['send', 'listAll', 'idOf'],
})

const saveEndpoint = (_mapper: CallMapper, names: CallNames): CallText => ({
  lines: [
    'const { id, gpuIds, locations, ...asked } = input§',
    'if (!id && asked.type === ¤LB¤) asked.scalerType = ¤REQUEST_COUNT¤§ // a load balancer has no queue to scale on',
    'if (!id && /-fb$/.test(asked.name ?? ¤¤)) asked.flashBootType ??= ¤FLASHBOOT¤§ // what such a name asked for',
    'if (asked.networkVolumeId && asked.networkVolumeIds?.length === 0) delete asked.networkVolumeIds§',
    'if (id && asked.scalerValue != null && asked.scalerType == null) {',
    '  asked.scalerType = (await send(apiKey, ¤GET¤, `/serverless/${idOf(id)}`)).scaling.type§ // v2 takes kind and value together',
    '}',
    `const body = id ? ${names.update}(asked) : ${names.create}(asked)§`,
    'if (gpuIds) body.gpu = { ...body.gpu, ...(await poolsOf(apiKey, gpuIds)) }§',
    'if (locations && !body.dataCenterIds) body.dataCenterIds = await placesOf(apiKey, locations)§',
    'if (body.gpu?.allowedCudaVersions) delete body.gpu.minCudaVersion§',
    'if (body.type === ¤QUEUE¤ && body.scaling?.type === ¤REQUEST_COUNT¤) delete body.workers?.idleTimeout§',
    'const answer = id',
    `  ? await send(apiKey, ¤PATCH¤, \`/serverless/\${idOf(id)}\`, body)${names.worded.update}`,
    `  : await send(apiKey, ¤POST¤, ¤/serverless¤, body)${names.worded.create}§`,
  ],
  value: `{ ...${names.read}(answer), templateId: asked.templateId }`,
  helpers: ['send', 'idOf', 'poolsOf', 'placesOf', 'worded'],
})

const listGpuTypes = ({ fields = [] }: CallMapper, names: CallNames): CallText => {
  const priced = fields.some((path) => path.startsWith('lowestPrice'))
  return {
    lines: [
      'const wanted = input?.id ? [input.id] : (input?.ids ?? [])§',
      'const all = await listAll(apiKey, ¤/catalog/gpus¤, ¤gpus¤)§',
      'const answer = all.filter(({ id }: any) => wanted.length === 0 || wanted.includes(id))§',
      ...(priced
        ? ['const priceOf = lowestPrice ? await lowestPrices(apiKey, lowestPrice) : () => undefined§']
        : []),
    ],
    value: priced
      ? `answer.map((one: any) => ({ ...${names.read}(one), lowestPrice: priceOf(one) }))`
      : `answer.map(${names.read})`,
    helpers: ['listAll', ...(priced ? ['lowestPrices' as const] : [])],
  }
}

const listDataCenters = ({ fields = [] }: CallMapper, names: CallNames): CallText => {
  const stocked = fields.some((path) => path.startsWith('gpuAvailability'))
  return {
    lines: [
      'const answer = await listAll(apiKey, ¤/catalog/datacenters¤, ¤dataCenters¤)§',
      ...(stocked
        ? [
            'const stockIn = gpuAvailability ? await availabilityBy(apiKey, gpuAvailability) : () => undefined§',
          ]
        : []),
    ],
    value: stocked
      ? `answer.map((one: any) => ({ ...${names.read}(one), gpuAvailability: stockIn(one.id) }))`
      : `answer.map(${names.read})`,
    helpers: ['listAll', ...(stocked ? ['availabilityBy' as const] : [])],
  }
}

const ERRANDS: Record<Errand, (mapper: CallMapper, names: CallNames) => CallText> = {
  resumePod,
  deployPod,
  deployCpuPod,
  saveTemplate,
  deleteTemplate,
  saveEndpoint,
  listGpuTypes,
  listDataCenters,
}
