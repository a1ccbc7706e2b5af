import type { FieldRow } from '../../../../mappings/dsl/row.ts'
import { bodyFunctionName, lookupName } from '../../body/tries/lookup-rows.ts'
import { catalogList } from '../helpers/mapper-graphql-catalog.ts'
import { type Dialect, printed } from '../helpers/mapper-helpers.ts'
import type { Style } from '../helpers/style.ts'

const LOOKUPS = {
  gpuPools: `/** Old endpoints took GPU types, v2 takes pools of them: the pools that hold these types, less the types not named. */
export const gpuPoolsV2 = async (apiKey: any, types: any) => {
  if (types === undefined || types === null || types.length === 0) return {}§
  const gpus = await ${catalogList('gpus')}§
  const strange = types.filter((name: any) => !poolOf(gpus, name))§
  if (strange.length > 0) throw new Error(\`no serverless GPU pool of REST v2 holds \${strange.join(¤, ¤)}\`)§
  const { pools, excludedTypes } = poolsHolding(gpus, types)§
  return excludedTypes.length === 0 ? { pools } : { pools, excludedTypes }§
}§`,
} as const

/** What the functions call. */
export const LOOKUP_NEEDS = ['listAll', 'poolOf', 'poolsHolding'] as const

/** What can be looked up. */
export type LookupBy = keyof typeof LOOKUPS

/** A function that looks something up. */
export interface LookupText {
  readonly by: LookupBy
  readonly fields?: readonly FieldRow[]
}

/** Prints the function that looks up one value, or all of a body's. */
export const printLookup = ({ by, fields }: LookupText, dialect: Dialect, style: Style): string => {
  const text = printed(fields ? bodyText(by, fields) : LOOKUPS[by], dialect, style)
  return dialect === 'cjs' ? text.replace(/^export const/m, 'const') : text
}

const bodyText = (by: LookupBy, fields: readonly FieldRow[]): string => {
  const names = fields.map(({ old }) => old)
  const [group = ''] = fields[0]?.v2.split('.') ?? []
  return `/** An old body whose ${names.join(' or ')} v2 takes as ${fields[0]?.v2}. */
export const ${bodyFunctionName(by)} = async (apiKey: any, body: any) => {
  const { ${names.join(', ')}, ...rest } = body§
  const given = ${names.join(' ?? ')}§
  return given === undefined || given === null ? body : { ...rest, ${group}: await ${lookupName(by)}(apiKey, [given].flat()) }§
}§`
}
