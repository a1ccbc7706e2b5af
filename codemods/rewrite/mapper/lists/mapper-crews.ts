import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import type { ServeRow } from '../../../../mappings/dsl/row.ts'
import { endpointRoutes, endpoints } from '../../../../mappings/v1/endpoints.ts'
import { workerList, workers } from '../../../../mappings/v1/workers.ts'
import { type Dialect, printed } from '../helpers/mapper-helpers.ts'
import type { Style } from '../helpers/style.ts'
import { crewsMapper, mapperFor } from '../mapper.ts'

/** As the proxy does it. */
const AT_ONCE = 4
const ASK_TYPE = ': (path: string) => Promise<T>'
const { path, list, version } = workerList
const [, BELOW = ''] = path.split('{id}')
const ENDPOINTS = endpointRoutes.find(({ answer }) => answer === 'list')?.list

/** The parameter that asks for workers, with the members of an answer that say them. */
const ASKING = flatRows(endpoints.query.plan.rows).find(
  (row): row is ServeRow => row.kind === 'serve' && row.by === 'expandWorkers',
)

/** Prints the function that asks for the workers of endpoints by the program's own call. */
export const printCrews = (dialect: Dialect, style: Style): string => {
  const text = `/** What a call answered, parsed; nothing of what was refused. */
const bodyIn = async (answer: any): Promise<any> => {
  if (typeof answer?.json === ¤function¤) return answer.ok ? answer.json() : undefined§
  return typeof answer?.status === ¤number¤ ? answer.data : answer§
}§

/** The old API said the workers of an endpoint with it; v2 lists them apart, and each endpoint is asked for its own. What is refused first is the answer. */
export const ${crewsMapper.name} = async <T = any>(ask${ASK_TYPE}, where: any = undefined): Promise<T> => {
  const answer: any = await ask(¤¤)§
  if (where && !/^true$/i.test(String(where.get?.(¤${ASKING?.old}¤) ?? where.${ASKING?.old}))) return answer§
  const v2 = await bodyIn(answer)§
  const isList = Array.isArray(v2?.${ENDPOINTS})§
  const items = isList ? v2.${ENDPOINTS} : v2?.id ? [v2] : []§
  let refused: any = undefined§
  let next = 0§
  const work = async () => {
    while (next < items.length) {
      const item = items[next++]§
      const below = isList ? \`/\${encodeURIComponent(item.id)}\` : ¤¤§
      try {
        const said: any = item.id ? await ask(\`\${below}${BELOW}\`) : { ${list}: [] }§
        const crew = await bodyIn(said)§
        if (Array.isArray(crew?.${list})) item.crew = crew§
        else refused ??= { said }§
      } catch (error) {
        next = items.length§
        throw error§
      }
      if (refused) next = items.length§
    }
  }§
  await Promise.all(items.slice(0, ${AT_ONCE}).map(work))§
  if (refused) return refused.said§
  if (typeof answer?.json !== ¤function¤ || !answer.ok) return answer§
  const whole: any = new Response(JSON.stringify(v2), { status: answer.status, headers: { ¤content-type¤: ¤application/json¤ } })§
  return whole§
}§`
  const said = printed(dialect === 'ts' ? text : text.replace(ASK_TYPE, ''), dialect, style)
  return dialect === 'cjs' ? said.replace(/^export const/m, 'const') : said
}

/** The lines by which an endpoint in the old words gets its workers. */
export const crewLines = ({ indent, semicolon, quote }: Style): string[] => {
  const [members, number] = ASKING?.with ?? []
  const worker = mapperFor(workers, 'read').name
  const own = flatRows(workers.read.plan.rows).find(
    (row) => row.kind === 'serve' && row.by === 'expandWorkers',
  )
  const said = own && 'old' in own ? `{ ...${worker}(worker), ${own.old}: v2.id }` : `${worker}(worker)`
  return [
    `${indent}if (v2.crew) {`,
    `${indent}${indent}old.${members} = v2.crew.${list}.map((worker) => (${said}))${semicolon}`,
    `${indent}${indent}put(old, ${quote}${number}${quote}, v2.crew.${version} ?? undefined)${semicolon}`,
    `${indent}}`,
  ]
}
