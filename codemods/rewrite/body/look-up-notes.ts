import type { Finding } from '../../../mappings/dsl/finding.ts'
import { compiler } from '../../project/compiler.ts'
import { nameOf } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { MapperUse } from '../plan.ts'

/** Options of a client that decide how it reaches the service. */
const WAY = /proxy|agent|dispatcher|timeout|socketpath|^(signal|ca|cert|lookup)$/i

/** What a call's own look-ups do without: the generated module asks with fetch, whatever the program's client is told. */
export const lookUpFindings = (trace: Trace, site: Site, uses: readonly MapperUse[]): Finding[] => {
  const asking = uses.flatMap(({ mapper }) =>
    /^(lookup|tries|whole)$/.test(mapper.use) ? [mapper.name] : [],
  )
  const ways = asking.length > 0 ? waysOf(trace, site) : []
  if (ways.length === 0) return []
  const why = `${asking.join(', ')} asks v2 with fetch, which is told none of this`
  const fix = `where that matters, tell the fetch of ${asking.join(', ')} in the generated module, too`
  return [{ code: 'TOLERATED', rule: 'codemod.around', at: ways.join(', '), why, fix }]
}

const waysOf = (trace: Trace, { sink, scope }: Site): string[] => {
  const made = sink.base?.kind === 'member' ? [sink.base.object] : []
  const names = [...(sink.options ? [sink.options] : []), ...made]
    .flatMap((one) => trace.sources(one, scope))
    .flatMap(({ node }) => (compiler.isObjectLiteralExpression(node) ? [...node.properties] : []))
    .flatMap((one) => (one.name ? (nameOf(one.name) ?? []) : []))
  return [...new Set(names.filter((name) => WAY.test(name)))]
}
