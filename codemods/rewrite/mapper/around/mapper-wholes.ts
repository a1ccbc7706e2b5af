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
}

/** What an update must send whole, and the proxy completes. */
export const wholesOf = ({ does, body, mapping }: Route): Whole[] => {
  const plan = body === 'update' ? mapping.update?.plan : undefined
  if (!plan) return []
  const wholes: Whole[] = []
  const mount = does.includes('wholeMount') ? mountFields(plan) : []
  if (mount[0] && mount[1]) wholes.push({ by: 'wholeMount', fields: [mount[0], mount[1]] })
  const scaling = does.includes('wholeScaling') ? scalingFields(plan.rows) : undefined
  if (scaling) wholes.push({ by: 'wholeScaling', fields: scaling })
  return wholes
}

const mountFields = (plan: Plan): string[] =>
  ['mounts.persistent.size', 'mounts.persistent.path'].flatMap((path) =>
    flatRows(plan.rows)
      .filter((row): row is FieldRow => row.kind === 'field' && row.v2 === path)
      .map(({ old }) => old),
  )

/** The kind of scaling, by which the cases are told apart, and its value. */
const scalingFields = (rows: readonly Row[]): [string, string] | undefined => {
  const isValue = (row: Row): row is FieldRow => row.kind === 'field' && row.by === 'wholeScaling'
  const choice = rows.find(
    (row): row is CasesRow => row.kind === 'cases' && row.cases.some((one) => one.rows.some(isValue)),
  )
  const found = choice?.cases.find((one) => one.rows.some(isValue))
  const [kind] = Object.keys(found?.old ?? {})
  const value = found?.rows.find(isValue)?.old
  return kind !== undefined && value !== undefined ? [kind, value] : undefined
}

/** Prints the function that completes a body. */
export const printWhole = ({ by, fields }: Whole, dialect: Dialect, style: Style): string => {
  const text = printed(TEXTS[by](bodyFunctionName(by), ...fields), dialect, style)
  return dialect === 'cjs' ? text.replace(/^export const/m, 'const') : text
}

const TEXTS: Record<Whole['by'], (name: string, first: string, second: string) => string> = {
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
  ) => `/** The old API changed the kind of scaling or its value alone; v2 takes both, so that the other is read first. */
export const ${name} = async (apiKey: any, own: any, body: any) => {
  if ((body.${kind} == null) === (body.${value} == null)) return body§
  const present = (await send(apiKey, ¤GET¤, own))?.scaling ?? {}§
  const kind = body.${kind} ?? present.type§
  const given = body.${value} ?? present.queueDelay ?? present.requestCount§
  return { ...body, ${kind}: kind, ${value}: kind === ¤REQUEST_COUNT¤ ? Math.max(1, Math.round(given)) : given }§
}§`,
}
