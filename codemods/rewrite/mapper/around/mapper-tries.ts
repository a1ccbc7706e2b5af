import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import type { Plan } from '../../../../mappings/dsl/plan.ts'
import type { FieldRow, Row, ServeRow } from '../../../../mappings/dsl/row.ts'
import { capacityRefusal } from '../../../../mappings/hosts.ts'
import { errorWords } from '../../../../mappings/v1/errors.ts'
import { type Dialect, printed } from '../helpers/mapper-helpers.ts'
import type { Style } from '../helpers/style.ts'

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

/** The fields that such a function says of its own accord. */
export const triedNames = (plan: Plan): string[] =>
  [...triedRows(plan), ...flatRows(plan.rows).filter(placing)].flatMap(({ old }) => old)

const NO_CAPACITY = capacityRefusal.is
/** Where an error says what it says, in v1's words or v2's. */
const WORDS = [...new Set(Object.entries(errorWords).flat())].map((word) => `¤${word}¤`).join(', ')
const ABOUT = `/** The old API found a place for a pod by itself. v2 takes one GPU type or CPU flavor, and data centers: each choice is asked for, those with stock first, the next only once v2 has said that it has no instances. */`

/** Prints the function around a call that makes a pod; `body` is the function that says its body in v2's words. */
export const printTries = (
  name: string,
  body: string,
  plan: Plan,
  dialect: Dialect,
  style: Style,
): string => {
  const text = textOf(name, body, plan)
  const typed = dialect === 'ts' ? text : text.replace(CREATE_TYPE, '')
  const said = printed(typed, dialect, style)
  return dialect === 'cjs' ? said.replace(/^export const/m, 'const') : said
}

/** What such a function calls. */
export const TRIES_NEEDS = [
  'gpusOf',
  'cpusOf',
  'stockQuery',
  'byStock',
  'flavorsFor',
  'countryQuery',
  'placesIn',
] as const

const CREATE_TYPE = ': (choice: any) => Promise<T>'

const textOf = (name: string, body: string, plan: Plan): string => {
  const words = wordsOf(plan)
  return [orderText(words), flavorText(words), placesText(words), LACKS, tryingText(name, body, words)].join(
    '\n\n',
  )
}

/** What the old API calls the choices of a pod, and what says in which order they are asked for. */
interface Words {
  readonly gpus: string | undefined
  readonly cpus: string | undefined
  readonly gpuOrder: FieldRow | ServeRow | undefined
  readonly cpuOrder: FieldRow | ServeRow | undefined
  readonly countries: string | undefined
  readonly places: string | undefined
}

const wordsOf = (plan: Plan): Words => {
  const rows = triedRows(plan)
  const row = (kind: Row['kind'], tried: Tried) => rows.find((one) => one.kind === kind && by(one, tried))
  return {
    gpus: row('field', 'gpuFallback')?.old,
    cpus: row('field', 'cpuFallback')?.old,
    gpuOrder: row('serve', 'gpuFallback'),
    cpuOrder: row('serve', 'cpuFallback'),
    countries: row('serve', 'countryPlacement')?.old,
    places: flatRows(plan.rows).find(placing)?.old,
  }
}

const orderText = ({ gpuOrder }: Words): string =>
  `/** The choices in the order of their stock; without the catalog, or where an order was asked for, as given. */
const inOrder = async (apiKey: any, choices: any, order: any, v2: any): Promise<any> => {
  if (v2.cpu && choices.length === 0) return anyFlavor(apiKey, v2)§
  if (choices.length < 2 || !apiKey || (order ?? ¤${usualOf(gpuOrder)}¤) !== ¤${usualOf(gpuOrder)}¤) return choices§
  const listed = (v2.cpu ? cpusOf : gpusOf)(apiKey, stockQuery(v2))§
  return byStock(choices, await listed.catch(() => []))§
}§`

const flavorText = ({ cpus }: Words): string =>
  `const anyFlavor = async (apiKey: any, v2: any): Promise<any> => {
  if (!apiKey) throw new Error(¤${cpus}: name one; REST v2 wants it said¤)§
  const fits = flavorsFor(await cpusOf(apiKey, stockQuery(v2)), v2.cpu.vcpuCount)§
  if (fits.length === 0) throw new Error(¤${cpus}: the catalog of REST v2 has no CPU flavor of this size; name one¤)§
  return fits§
}§`

const placesText = ({ countries }: Words): string =>
  `const dataCentersIn = async (apiKey: any, countries: any, wanted: any): Promise<any> => {
  if (!apiKey) throw new Error(¤${countries}: name data centers; REST v2 knows no countries¤)§
  const there = placesIn(await gpusOf(apiKey, countryQuery(¤POD¤, countries)))§
  const chosen = wanted?.length > 0 ? wanted.filter((id: any) => there.includes(id)) : there§
  if (chosen.length === 0) throw new Error(\`${countries}: REST v2 knows no data center in \${countries} that this could be placed in\`)§
  return chosen§
}§`

const LACKS = `/** Whether v2 said that it has no instances: in a Response, in a parsed answer, in what a client throws or a wrapper gives. */
const lacksInstances = async (said: any): Promise<boolean> => {
  const answer = said?.response ?? said§
  const status = answer?.status ?? answer?.statusCode§
  if (typeof status === ¤number¤ && status !== ${NO_CAPACITY.status}) return false§
  // Who has read a Response already keeps what it said beside it.
  const read = typeof answer?.clone === ¤function¤ ? await Promise.resolve().then(() => answer.clone().json()).catch(() => undefined) : (answer?.data ?? answer?.body)§
  const body = read ?? said?.data ?? answer§
  // A wrapper may give the answer beside something else: { status, out }.
  const texts = [said, body, ...Object.values(answer ?? {})].flatMap((one: any) => [${WORDS}].map((word: any) => one?.[word]?.message ?? one?.[word]))§
  // A wrapper's text for a 5xx: what became of the call is not known, whatever words it quotes.
  if (typeof status !== ¤number¤ && /\\b5\\d\\d\\b/.test(texts.join(¤ ¤))) return false§
  return ${String(NO_CAPACITY.detail)}.test(texts.join(¤ ¤))§
}§`

const tryingText = (
  name: string,
  body: string,
  { gpus, cpus, gpuOrder, cpuOrder, countries, places }: Words,
): string => `${ABOUT}
export const ${name} = async <T = any>(apiKey: any, body: any, create${CREATE_TYPE}): Promise<T> => {
  const { ${countries}, ...pod } = body§
  if (${countries}?.length > 0) pod.${places} = await dataCentersIn(apiKey, ${countries}, pod.${places})§
  const first = (field: any) => (Array.isArray(pod[field]) ? { [field]: pod[field].slice(0, 1) } : {})§
  const v2: any = ${body}({ ...pod, ...first(¤${gpus}¤), ...first(¤${cpus}¤) })§
  const [field, order] = v2.cpu ? [¤${cpus}¤, pod.${cpuOrder?.old}] : [¤${gpus}¤, pod.${gpuOrder?.old}]§
  const choices = await inOrder(apiKey, Array.from(new Set([pod[field] ?? []].flat())), order, v2)§
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

/** The row of the data centers that a pod may be in. */
const placing = (row: Row): row is FieldRow => row.kind === 'field' && row.v2 === 'dataCenterIds'

/** What the order is where nothing is said of it. */
const usualOf = (row: Row | undefined): string => (row?.kind === 'serve' ? String(row.allow?.[0]) : '')
