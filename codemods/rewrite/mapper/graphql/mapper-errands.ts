import { type Errand, type RestCall, restCallFor } from '../../../../mappings/graphql/calls.ts'
import { refusedVolume } from '../../../../mappings/shared/templates.ts'
import type { CallMapper } from '../mapper.ts'
import type { CallNames, CallText } from './call-text.ts'
import { listText, sendText } from './mapper-send.ts'
import { shown } from './mapper-shown.ts'

/** The statements of a field that takes more than one call of v2, or whose arguments decide the call. */
export const errandLines = (mapper: CallMapper, errand: Errand, names: CallNames): CallText =>
  ERRANDS[errand](mapper, names)

const resumePod = (mapper: CallMapper, names: CallNames): CallText => {
  const { lines, value, helpers } = shown(mapper, names)
  const already = (mapper.call.already ?? []).map((state) => `¤${state}¤`).join(', ')
  return {
    lines: [
      'if (input.gpuCount) {',
      `  const pod = await ${sendText(restCallFor('pod'))}§`,
      '  const has = pod?.gpu ? (pod.gpu.count ?? 1) : input.gpuCount§',
      '  // v2 starts a pod with the GPUs it has: more of them would cost more.',
      '  if (has !== input.gpuCount) throw new Error(`gpuCount: the pod has ${has}, and REST v2 cannot change that`)§',
      '}',
      `const answer = await act(apiKey, ${mapper.call.id}, ¤${String(mapper.call.sends?.action)}¤, [${already}])§`,
      ...lines,
    ],
    value,
    helpers: ['send', 'idOf', 'act', ...helpers],
  }
}

const deployPod = (mapper: CallMapper, names: CallNames): CallText => {
  const { lines, value, helpers } = shown(mapper, names, true)
  return {
    lines: [
      `const answer = await firstOf(deployChoices(input), (choice) => ${sendText(mapper.call, `${names.create}(choice)`)})${names.worded.create}§`,
      ...lines,
    ],
    value,
    helpers: ['send', 'firstOf', 'deployChoices', 'worded', ...helpers],
  }
}

const deployCpuPod = (mapper: CallMapper, names: CallNames): CallText => {
  const { lines, value, helpers } = shown(mapper, names, true)
  return {
    lines: [
      `const answer = await firstOf(inEachCloud(input), (choice) => ${sendText(mapper.call, `${names.create}(choice)`)})${names.worded.create}§`,
      ...lines,
    ],
    value,
    helpers: ['send', 'firstOf', 'inEachCloud', 'worded', ...helpers],
  }
}

const TEMPLATES = restCallFor('myself.podTemplates')

const saveTemplate = ({ call, says }: CallMapper, names: CallNames): CallText => {
  const isChange = !says || says.includes('id')
  const mayRefuse = !says || refusedVolume(Object.fromEntries(says.map((name) => [name, true]))) !== undefined
  return {
    lines: [
      ...(mayRefuse
        ? ['const refused = refusedVolume(input)§', 'if (refused) throw new Error(refused)§']
        : []),
      `const { id, ...${isChange ? 'said' : 'body'} } = input§`,
      `const templates = await ${listText(TEMPLATES)}§`,
      'if (isTaken(templates, input.name, id)) throw new Error(takenWords(input.name))§',
      ...(isChange ? ['const body = id ? wholeMount(said, templates, id) : said§'] : []),
      'const answer = id',
      `  ? await ${sendText(changeOf(call), `${names.update}(body)`)}${names.worded.update}`,
      `  : await ${sendText(call, `${names.create}(body)`)}${names.worded.create}§`,
    ],
    value: `${names.read}(answer)`,
    helpers: [
      ...(['send', 'listAll', 'idOf', 'worded', 'isTaken', 'takenWords'] as const),
      ...(isChange ? (['wholeMount'] as const) : []),
      ...(mayRefuse ? (['refusedVolume'] as const) : []),
    ],
  }
}

const deleteTemplate = ({ call }: CallMapper): CallText => ({
  lines: [
    `const found = (await ${listText(TEMPLATES)}).filter(({ name }: any) => name === templateName)§`,
    `if (found.length === 0) throw new Error(¤${call.missing}¤)§`,
    'if (found.length > 1) throw new Error(`Several templates are named ${templateName}: delete one by its id`)§',
    `await ${sendText({ ...call, id: 'found[0].id' })}§`,
  ],
  value: 'null',
  helpers: ['send', 'listAll', 'idOf'],
})

const saveEndpoint = ({ call }: CallMapper, names: CallNames): CallText => ({
  lines: [
    `const { ${['id', 'gpuIds', 'locations', ...Object.keys(names.inner)].join(', ')}, ...rest } = input§`,
    'const asked: any = oneVolumeList(id ? rest : startedFast(scaledByRequests(rest)))§',
    '// v2 takes the kind of scaling and its number together, and no idle time for a queue that scales on requests.',
    `const endpoint = id && dependsOnEndpoint(asked) ? await ${sendText({ ...changeOf(call), method: 'GET' })} : null§`,
    'if (id && lacksScaler(asked)) Object.assign(asked, scalerOf(endpoint))§',
    `const ${hasInner(names) ? 'said' : 'body'} = id ? ${names.update}(asked) : ${names.create}(asked)§`,
    ...Object.entries(names.inner).map(
      ([name, mapper]) => `const body: any = ${name} ? withSettings(said, ${mapper}(${name})) : said§`,
    ),
    'if (gpuIds) body.gpu = { ...body.gpu, ...(await poolsOf(apiKey, gpuIds)) }§',
    'if (locations && !body.dataCenterIds) body.dataCenterIds = await placesOf(apiKey, locations)§',
    'const answer = id',
    `  ? await ${sendText(changeOf(call), 'withoutIdleTime(oneCudaRule(body), endpoint)')}${names.worded.update}`,
    `  : await ${sendText(call, 'withoutIdleTime(oneCudaRule(body))')}${names.worded.create}§`,
  ],
  value: `{ ...${names.read}(answer), templateId: asked.templateId }`,
  helpers: [
    ...SAVING,
    ...(hasInner(names) ? (['withSettings'] as const) : []),
    ...(['send', 'idOf', 'poolsOf', 'placesOf', 'worded'] as const),
  ],
})

const hasInner = ({ inner }: CallNames): boolean => Object.keys(inner).length > 0

const SAVING = [
  'oneVolumeList',
  'startedFast',
  'scaledByRequests',
  'dependsOnEndpoint',
  'lacksScaler',
  'scalerOf',
  'oneCudaRule',
  'withoutIdleTime',
] as const

/** The call that is made where the body names an id. */
const changeOf = ({ whenId }: RestCall): RestCall => ({ ...(whenId as RestCall), id: 'id' })

const listGpuTypes = ({ call, fields = [] }: CallMapper, names: CallNames): CallText => {
  const priced = fields.some((path) => path.startsWith('lowestPrice'))
  return {
    lines: [
      'const wanted = input?.id ? [input.id] : (input?.ids ?? [])§',
      `const all = await ${listText(call)}§`,
      'const answer = all.filter(({ id }: any) => wanted.length === 0 || wanted.includes(id))§',
      ...(priced ? ['const pricesOf = await lowestPrices(apiKey, questions)§'] : []),
    ],
    value: priced
      ? `answer.map((one: any) => ({ ...${names.read}(one), ...pricesOf(one) }))`
      : `answer.map(${names.read})`,
    helpers: ['listAll', ...(priced ? ['lowestPrices' as const] : [])],
  }
}

const listDataCenters = ({ call, fields = [] }: CallMapper, names: CallNames): CallText => {
  const stocked = fields.some((path) => path.startsWith('gpuAvailability'))
  return {
    lines: [
      `const answer = await ${listText(call)}§`,
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
