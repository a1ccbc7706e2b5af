import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import type { Plan } from '../../../../mappings/dsl/plan.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import type { CasesRow, FieldRow, Row } from '../../../../mappings/dsl/row.ts'
import { bodyFunctionName } from '../../body/tries/lookup-rows.ts'
import { type Dialect, printed } from '../helpers/mapper-helpers.ts'
import type { Style } from '../helpers/style.ts'

/** Two old fields that v2 takes together and v1 took one by one: where one is given, the other is read first. */
export interface Whole {
  readonly by: 'wholeMount' | 'wholeScaling'
  readonly fields: readonly [string, string]
  /** What v2 may refuse besides, which is left out where what is read says so. */
  readonly spare?: string
}

/** What an update must send whole, and the proxy completes. */
export const wholesOf = ({ does, body, mapping }: Route): Whole[] => {
  const plan = body === 'update' ? mapping.update?.plan : undefined
  if (!plan) return []
  const wholes: Whole[] = []
  const mount = does.includes('wholeMount') ? mountFields(plan) : []
  if (mount[0] && mount[1]) wholes.push({ by: 'wholeMount', fields: [mount[0], mount[1]] })
  const scaling = does.includes('wholeScaling') ? scalingWhole(plan.rows) : undefined
  return scaling ? [...wholes, scaling] : wholes
}

const mountFields = (plan: Plan): string[] =>
  ['mounts.persistent.size', 'mounts.persistent.path'].flatMap((path) =>
    flatRows(plan.rows)
      .filter((row): row is FieldRow => row.kind === 'field' && row.v2 === path)
      .map(({ old }) => old),
  )

/** The kind of scaling, by which the cases are told apart, its value, and what v2 takes with one kind alone. */
const scalingWhole = (rows: readonly Row[]): Whole | undefined => {
  const isValue = (row: Row): row is FieldRow => row.kind === 'field' && row.by === 'wholeScaling'
  const choice = rows.find(
    (row): row is CasesRow => row.kind === 'cases' && row.cases.some((one) => one.rows.some(isValue)),
  )
  const found = choice?.cases.find((one) => one.rows.some(isValue))
  const [kind] = Object.keys(found?.old ?? {})
  const value = found?.rows.find(isValue)?.old
  const spare = found?.rows.find(
    (row): row is FieldRow => row.kind === 'field' && row.mayRefuse !== undefined,
  )
  if (kind === undefined || value === undefined) return undefined
  return { by: 'wholeScaling', fields: [kind, value], ...(spare ? { spare: spare.old } : {}) }
}

/** Prints the function that completes a body. */
export const printWhole = ({ by, fields, spare = '' }: Whole, dialect: Dialect, style: Style): string => {
  const text = printed(TEXTS[by](bodyFunctionName(by), ...fields, spare), dialect, style)
  return dialect === 'cjs' ? text.replace(/^export const/m, 'const') : text
}

const TEXTS: Record<Whole['by'], (name: string, first: string, second: string, spare: string) => string> = {
  wholeMount: (
    name,
    size,
    path,
  ) => `/** The old API changed the size or the path of a volume alone; v2 takes both, so that the other is read first. */
export const ${name} = async (apiKey: any, own: any, body: any) => {
  const [hasSize, hasPath] = [body.${size} != null, body.${path} != null]§
  if (hasSize === hasPath || Number(body.${size}) === 0) return body§
  const mounts = (await send(apiKey, ¤GET¤, own))?.mounts§
  const network = mounts?.network?.[0]§
  if (network && !hasSize) {
    const { ${path}, ...rest } = body§
    return { ...rest, mounts: { network: [{ ...network, path: ${path} }] } }§
  }
  const volume = mounts?.persistent§
  if (!volume) throw new Error(¤there is no volume yet: say ${size} and ${path}¤)§
  return hasSize ? { ...body, ${path}: volume.path } : { ...body, ${size}: volume.size }§
}§`,
  wholeScaling: (
    name,
    kind,
    value,
    spare,
  ) => `/** The old API changed the kind of scaling or its value alone; v2 takes both, so that the other is read first. A queue that scales on requests takes no ${spare}. */
export const ${name} = async (apiKey: any, own: any, body: any) => {
  const isHalf = (body.${kind} == null) !== (body.${value} == null)§
  if (!isHalf && (body.${kind} != null || body.${spare} == null)) return body§
  const endpoint = await send(apiKey, ¤GET¤, own)§
  const present = endpoint?.scaling ?? {}§
  const kind = body.${kind} ?? present.type§
  if (!isHalf) {
    const { ${spare}, ...rest } = body§
    return endpoint?.type === ¤QUEUE¤ && kind === ¤REQUEST_COUNT¤ ? rest : body§
  }
  const given = body.${value} ?? present.queueDelay ?? present.requestCount§
  return { ...body, ${kind}: kind, ${value}: kind === ¤REQUEST_COUNT¤ ? Math.max(1, Math.round(given)) : given }§
}§`,
}
