import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { publicTemplates, templates } from '../../../../mappings/v1/templates.ts'
import { type Dialect, printed } from '../helpers/mapper-helpers.ts'
import type { Helper } from '../helpers/mapper-printer.ts'
import { type Style, valueText } from '../helpers/style.ts'
import { sourcesMapper } from '../mapper.ts'

/** What the printed function calls. */
export const SOURCES_NEEDS: readonly Helper[] = ['listAll']

/** The parameters that asked for templates of some source, with the sources that v2's catalog has them under. */
const switches = flatRows(templates.query.plan.rows).flatMap((row) =>
  row.kind === 'serve' && row.by === 'templateSources' ? [row] : [],
)

/** Prints the function that asks v2's catalog for the templates which v1 listed with the caller's own. */
export const printSources = (dialect: Dialect, style: Style): string => {
  const { path, by, list, endpointBound } = publicTemplates
  const text = (value: unknown): string => valueText(value, style)
  const bound = switches.find((row) => !row.with)?.old
  const asked = switches.flatMap(({ old, with: sources }) =>
    sources ? [`    ...(isAsked(${text(old)}) ? [${sources.map(text).join(', ')}] : []),`] : [],
  )
  const lines = printed(
    `/** The old API listed public templates where that was asked for; v2 has them in its catalog, by their source. */
export const ${sourcesMapper.name} = async <T = any>(apiKey: any, where: any, list: Promise<T>): Promise<T> => {
  const isAsked = (name: string) => String(where?.get?.(name) ?? where?.[name]) === ¤true¤§
  const answer: any = await list§
  const v2 = typeof answer?.status === ¤number¤ ? answer.data : answer§
  if (!v2?.${list}) return answer§
  const own = v2.${list}.filter(({ name }: any) => isAsked(${text(bound)}) || !${endpointBound}.test(name))§
  const sources = [
${asked.join('\n')}
  ]§
  for (const source of sources) {
    const found = await listAll(apiKey, \`${path.replace('/v2', '')}?${by}=\${source}\`, ¤${list}¤)§
    own.push(...found.filter(({ id }: any) => !own.some((one: any) => one.id === id)))§
  }
  const more: any = { ...v2, ${list}: own }§
  return v2 === answer ? more : { ...answer, data: more }§
}§`,
    dialect,
    style,
  )
  return dialect === 'cjs' ? lines.replace(/^export const/m, 'const') : lines
}
