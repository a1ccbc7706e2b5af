import type { Plan } from '../../mappings/dsl/plan.ts'
import type { FieldRow, Row, ServeRow } from '../../mappings/dsl/row.ts'
import { capacityRefusal } from '../../mappings/hosts.ts'
import { flatRows } from './flat-rows.ts'
import { type Dialect, printed } from './mapper-helpers.ts'
import type { Style } from './style.ts'

/** What the proxy does when a pod is made, and a generated function can do around the call. */
export const TRIED = ['gpuFallback', 'cpuFallback', 'countryPlacement'] as const

type Tried = (typeof TRIED)[number]

/** What of it needs no look into the catalog. */
export const TRIED_KEYLESS: readonly Tried[] = ['gpuFallback']

const by = (row: Row, name: Tried): boolean => 'by' in row && row.by === name

/** The rows of a plan that such a function takes care of. */
export const triedRows = (plan: Plan): (FieldRow | ServeRow)[] =>
  plan.facet === 'create'
    ? flatRows(plan.rows).filter(
        (row): row is FieldRow | ServeRow =>
          (row.kind === 'field' || row.kind === 'serve') && TRIED.some((name) => by(row, name)),
      )
    : []

const NO_CAPACITY = capacityRefusal.is
const ABOUT = `/** The old API found a place for a pod by itself. v2 takes one GPU type or CPU flavor, and data centers: each choice is asked for, those with stock first, the next only once v2 has said that it has no instances. */`

/** Prints the function around a call that makes a pod. */
export const printTries = (name: string, plan: Plan, dialect: Dialect, style: Style): string => {
  const typed = dialect === 'ts' ? textOf(name, plan) : textOf(name, plan).replace(CREATE_TYPE, '')
  const text = printed(typed, dialect, style)
  return dialect === 'cjs' ? text.replace(/^export const/m, 'const') : text
}

const CREATE_TYPE = ': (choice: any) => Promise<T>'

const textOf = (name: string, plan: Plan): string => {
  const rows = triedRows(plan)
  const old = (kind: Row['kind'], tried: Tried): string =>
    rows.find((row) => row.kind === kind && by(row, tried))?.old ?? ''
  const [gpus, cpus] = [old('field', 'gpuFallback'), old('field', 'cpuFallback')]
  const [gpuOrder, cpuOrder] = [old('serve', 'gpuFallback'), old('serve', 'cpuFallback')]
  const countries = old('serve', 'countryPlacement')
  const { old: size = '', or: usual } = sizeOf(plan) ?? {}
  return `const byStock = (choices: any, listed: any) => {
  const levels = [¤HIGH¤, ¤MEDIUM¤, ¤LOW¤, ¤NONE¤]§
  const rank = (choice: any) => {
    const found = listed.find(({ id }: any) => id === choice)§
    return found ? levels.indexOf(found.availability ?? ¤NONE¤) : levels.length§
  }§
  return [...choices].sort((a: any, b: any) => rank(a) - rank(b))§
}§

const gpuChoices = async (apiKey: any, pod: any, types: any): Promise<any> => {
  if (types.length < 2 || !apiKey || pod.${gpuOrder} === ¤custom¤) return types§
  const cloud = pod.cloudType ?? (pod.templateId ? undefined : ¤SECURE¤)§
  const query = \`include=AVAILABILITY&product=POD&count=\${pod.gpuCount ?? 1}\${cloud ? \`&cloud=\${cloud}\` : ¤¤}\`§
  // Without the catalog they are tried as given.
  const { gpus } = await send(apiKey, ¤GET¤, \`/catalog/gpus?\${query}\`).catch(() => ({ gpus: [] }))§
  return byStock(types, gpus)§
}§

const cpuChoices = async (apiKey: any, pod: any, flavors: any): Promise<any> => {
  if (flavors.length === 1 || (flavors.length > 1 && (!apiKey || pod.${cpuOrder} === ¤custom¤))) return flavors§
  if (!apiKey) throw new Error(¤${cpus}: name one; REST v2 wants it said¤)§
  const asked = send(apiKey, ¤GET¤, ¤/catalog/cpus?include=AVAILABILITY&product=POD¤)§
  const { cpus } = await (flavors.length > 0 ? asked.catch(() => ({ cpus: [] })) : asked)§
  if (flavors.length > 0) return byStock(flavors, cpus)§
  const size = pod.${size} ?? ${String(usual)}§
  const fits = cpus.filter(({ vcpu }: any) => !vcpu || (vcpu.min <= size && size <= vcpu.max))§
  if (fits.length === 0) throw new Error(¤${cpus}: the catalog of REST v2 has no CPU flavor of this size; name one¤)§
  return byStock(fits.map(({ id }: any) => id), fits)§
}§

const dataCentersIn = async (apiKey: any, countries: any, wanted: any): Promise<any> => {
  if (!apiKey) throw new Error(¤${countries}: name data centers; REST v2 knows no countries¤)§
  const codes = countries.map((code: any) => String(code).toUpperCase()).join(¤,¤)§
  const { gpus } = await send(apiKey, ¤GET¤, \`/catalog/gpus?include=AVAILABILITY&product=POD&countryCodes=\${encodeURIComponent(codes)}\`)§
  const there = [...new Set(gpus.flatMap(({ dataCenters = [] }: any) => dataCenters.map(({ id }: any) => id)))]§
  const chosen = wanted?.length > 0 ? wanted.filter((id: any) => there.includes(id)) : there§
  if (chosen.length === 0) throw new Error(\`${countries}: REST v2 knows no data center in \${codes} that this could be placed in\`)§
  return chosen§
}§

/** Whether v2 said that it has no instances: in a Response, in a parsed answer, or in what a client throws. */
const lacksInstances = async (said: any): Promise<boolean> => {
  const answer = said?.response ?? said§
  const status = answer?.status ?? answer?.statusCode§
  if (typeof status === ¤number¤ ? status !== ${NO_CAPACITY.status} : !(said instanceof Error)) return false§
  // A wrapper's text for a 5xx: what became of the call is not known, whatever words it quotes.
  if (status === undefined && /\\b5\\d\\d\\b/.test(said.message)) return false§
  // Who has read a Response already keeps what it said beside it.
  const read = typeof answer.clone === ¤function¤ ? await Promise.resolve().then(() => answer.clone().json()).catch(() => undefined) : answer.data§
  const body = read ?? said.data ?? answer§
  return ${String(NO_CAPACITY.detail)}.test([said.message, body?.detail, body?.message].join(¤ ¤))§
}§

${ABOUT}
export const ${name} = async <T = any>(apiKey: any, body: any, create${CREATE_TYPE}): Promise<T> => {
  const { ${countries}, ...pod } = body§
  if (${countries}?.length > 0) pod.dataCenterIds = await dataCentersIn(apiKey, ${countries}, pod.dataCenterIds)§
  const field = pod.computeType === ¤CPU¤ ? ¤${cpus}¤ : ¤${gpus}¤§
  const named = [...new Set([pod[field] ?? []].flat())]§
  const choices = await (pod.computeType === ¤CPU¤ ? cpuChoices : gpuChoices)(apiKey, pod, named)§
  for (const choice of choices.slice(0, -1)) {
    try {
      const answer = await create({ ...pod, [field]: [choice] })§
      if (!(await lacksInstances(answer))) return answer§
    } catch (error) {
      if (!(await lacksInstances(error))) throw error§
    }
  }
  return create(choices.length > 0 ? { ...pod, [field]: choices.slice(-1) } : pod)§
}§`
}

/** How many vCPUs a caller who named no flavor gets. */
const sizeOf = ({ rows }: Plan): FieldRow | undefined =>
  flatRows(rows).find((row): row is FieldRow => row.kind === 'field' && row.v2 === 'cpu.vcpuCount')
