import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { compiler } from '../../../project/compiler.ts'
import { underFailure } from '../../../sites/answers/failure/failure.ts'
import { isOfError } from '../../../sites/answers/uses/within.ts'
import { nameOfCallee } from '../../../sites/program/calls/handed-on.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import { bare, functionAround, nameOf, returnsOf, someNode } from '../../../sites/program/syntax/nodes.ts'
import { reached } from '../../../sites/program/ways/taken.ts'
import { placed } from '../../../sites/sink.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { functionsOf } from '../../answer/functions-of.ts'
import type { MapperUse } from '../../plan.ts'
import { hiddenRefusals } from '../refusals/hidden-refusals.ts'

/** Options of a client that decide how it reaches the service. */
const WAY = /proxy|agent|dispatcher|timeout|socketpath|^(signal|ca|cert|lookup|retry|cache)$/i

/** `retry: 0`, `retry: { limit: 0 }`: as fetch does without being told. */
const ONCE = /^retry: ?(0|false|\{ ?limit: ?0\b)/

/** What a call's own look-ups do without: the generated module asks with fetch, whatever the program's client is told. */
export const lookUpFindings = (trace: Trace, site: Site, uses: readonly MapperUse[]): Finding[] => {
  const asking = uses.flatMap(({ mapper }) =>
    /^(lookup|sources|tries|whole)$/.test(mapper.use) ? [mapper.name] : [],
  )
  if (asking.length === 0) return []
  const names = asking.join(', ')
  const isByClient = uses.some(({ mapper }) => 'byClient' in mapper && mapper.byClient)
  const own = isByClient ? undefined : ownFetch(trace, site)
  const ways = isByClient ? [] : waysOf(trace, site)
  const fix = `where that matters, tell the fetch of ${names} in the generated module, too`
  const said = (at: string, why: string): Finding => ({
    code: 'TOLERATED',
    rule: 'codemod.around',
    at,
    why: `${names} ${asking.length > 1 ? 'ask' : 'asks'} v2 with ${why}`,
    fix,
  })
  return [
    ...(ways.length > 0 ? [said(ways.join(', '), 'fetch, which is told none of this')] : []),
    ...(own ? [said(own, 'the fetch that is there for everybody, and not with this one')] : []),
    ...(uses.some(({ mapper }) => mapper.use === 'tries') ? hiddenRefusals(trace, site) : []),
    ...unthrown(trace, site, uses),
  ]
}

/** What is asked of v2 before a call throws where it fails, and the program takes an answer that failed by itself. */
const unthrown = (trace: Trace, site: Site, uses: readonly MapperUse[]): Finding[] => {
  const before = uses.flatMap(({ mapper }) => (/^(lookup|whole)$/.test(mapper.use) ? [mapper.name] : []))
  if (before.length === 0 || isCaught(site.top)) return []
  const by = giverOf(trace, site)
  if (by === undefined) return []
  return [
    {
      code: 'TOLERATED',
      rule: 'codemod.around',
      at: by,
      why: `what v2 refuses ${before.join(', ')}, or does not have, is thrown before this is called, which gives back what fails`,
      fix: `catch it where ${by} is called`,
    },
  ]
}

/** What gives back an answer that failed: a function on the way, or the call itself where nothing throws that. */
const giverOf = (trace: Trace, site: Site): string | undefined => {
  const giving = scopesOf(site.scope).find((scope) => givesFailure(trace, scope))
  if (!giving && !isAnswered(trace, site)) return undefined
  const { callee } = giving ?? site.scope ?? {}
  return callee
    ? (nameOfCallee(callee)?.text ?? 'a function on the way')
    : site.sink.call.expression.getText()
}

/** Whether a function gives back what failed, on a way that this call of it may take: `if (method === 'DELETE') return {}`. */
const givesFailure = (trace: Trace, scope: Scope): boolean =>
  reached(
    trace,
    returnsOf(scope.callee).filter((one) => isOfError(trace, one)),
    scope,
  ).values.length > 0

/** Whether the client gives an answer that failed, and the program asks of that without throwing it. */
const isAnswered = (trace: Trace, site: Site): boolean => {
  const { sink, scope } = site
  const isThrown = (node: ts.Node): boolean => compiler.isThrowStatement(node) && underFailure(trace, node)
  const isJudged = (sink.judges ?? []).some((place) => placed(trace, place, scope).length > 0)
  const isGiven = sink.throws !== true && (sink.library !== 'axios' || isJudged)
  const places = [functionAround(sink.call) ?? sink.call.getSourceFile(), ...functionsOf(site)]
  return (
    isGiven &&
    places.some((place) => ASKS.test(flatText(place))) &&
    !places.some((place) => someNode(place, isThrown))
  )
}

/** What a program asks of an answer where it tells by itself that it failed. */
const ASKS = /\b(ok|status(Code)?)\b/

/** Whether what is thrown at a place is caught around it, in the same function. */
const isCaught = (node: ts.Node): boolean => {
  for (let at = node; at.parent && !compiler.isFunctionLike(at); at = at.parent)
    if (compiler.isTryStatement(at.parent) && at.parent.tryBlock === at && at.parent.catchClause) return true
  return false
}

const scopesOf = (scope: Scope | undefined): Scope[] => (scope ? [scope, ...scopesOf(scope.outer)] : [])

/** The name of a fetch that the program is handed, or keeps. */
const ownFetch = ({ checker }: Trace, { sink }: Site): string | undefined => {
  if (sink.library !== 'fetch') return undefined
  const callee = bare(sink.call.expression)
  const name = compiler.isPropertyAccessExpression(callee) ? callee.name : callee
  const declared = checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!declared || declared.getSourceFile().isDeclarationFile || isEverybodys(declared)) return undefined
  return callee.getText()
}

/** `const send = fetch`, `globalThis.fetch`, or what a package gives. */
const isEverybodys = (declared: ts.Declaration): boolean =>
  compiler.isVariableDeclaration(declared) &&
  /^(globalThis\.|window\.)?fetch(\.bind\(\w+\))?$|^require\(/.test(declared.initializer?.getText() ?? '')

const waysOf = (trace: Trace, { sink, scope }: Site): string[] => {
  const made = sink.base?.kind === 'member' ? [sink.base.object] : []
  const names = [...(sink.options ? [sink.options] : []), ...made]
    .flatMap((one) => trace.sources(one, scope))
    .flatMap(({ node }) => (compiler.isObjectLiteralExpression(node) ? [...node.properties] : []))
    .flatMap((one) => (one.name && !ONCE.test(flatText(one)) ? (nameOf(one.name) ?? []) : []))
  return [...new Set(names.filter((name) => WAY.test(name)))]
}
