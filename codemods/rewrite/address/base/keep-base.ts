import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { replacedBy } from '../../../sites/program/held/replaced-by.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { symbolAt, symbolBehind } from '../../../sites/program/names/symbol.ts'
import { bare, functionAround, isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { isPathJoin } from '../../../sites/texts/joined-paths.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import { isNewUrl } from '../../../sites/texts/url-changes.ts'
import { doesNothing } from '../../dead/pure.ts'
import type { Edit } from '../../edit/edit.ts'
import type { Keeping, Plan } from '../../plan.ts'
import { takenBy } from '../../replaced/replaced-for.ts'
import { goneWords, usesOf } from '../asked/path-asked.ts'
import { askedOf, wholeWord } from '../asked/path-questions.ts'
import { builtAddress } from '../made/built-address.ts'
import { heldValue } from '../made/inside-url.ts'
import { isBased, isSaidFor, joinedAt, urlOf } from '../made/joined.ts'
import type { Beginning } from '../path/beginning.ts'
import { pathArguments } from '../path/path-argument.ts'
import { hostApart } from './host-apart.ts'
import { inOptions } from './in-options.ts'
import { baseOf, sayBase } from './old-base.ts'
import { addressGiven, stayAtV1 } from './stay-at-v1.ts'

/**
 * What lets a call which stays keep its old address while the base that it shares with others moves: the base is written
 * out in the call itself, or where something may override it, found when the call is made.
 * @returns undefined where that cannot be done without changing what the call does
 */
export const keepBase = (trace: Trace, given: Plan): Keeping | undefined => {
  const [choice] = given.site.choice ?? []
  const plan = choice ? { ...given, site: choice } : given
  trace.from(plan.site.top)
  if (isAskedElsewhere(trace, plan.site)) return undefined
  const edits = writtenOut(trace, plan)
  return edits ? { edits, mappers: [], overrides: [] } : stayAtV1(trace, plan)
}

const writtenOut = (trace: Trace, { site, route }: Plan): readonly Edit[] | undefined => {
  const ours = site.located.filter(({ family }) => family === 'v1')
  if (ours.length === 0 || ours.some(({ version, text }) => !version || text.env.length > 0)) return undefined
  const isAlone = ours.length === site.located.length
  return (
    inPlace(trace, site, ours, route ? goneWords(route) : []) ??
    (isAlone
      ? (builtAddress(trace, site) ??
        inPath(trace, site, ours) ??
        inOptions(site, ours) ??
        hostApart(trace, site, ours))
      : undefined)
  )
}

/**
 * `${ROOT}/pods`, said where the library is called: the name gives way to what it stands for, on every branch.
 * @param gone words of the path that v2 does not say
 */
const inPlace = (
  trace: Trace,
  site: Site,
  ours: readonly Located[],
  gone: readonly string[],
): Edit[] | undefined => {
  const url = addressIn(trace, site)
  if (!url) return undefined
  const names = [...new Set(leftmost(trace, url, gone))].map((name) => ({
    name,
    base: baseOf(trace, name),
  }))
  const kept = names.filter(({ base }) => base && ours.some(({ shape }) => shape.startsWith(base)))
  const isKept = ({ shape }: Located): boolean => kept.some(({ base }) => base && shape.startsWith(base))
  // A name nobody can tell the value of may be what an address of ours begins with.
  if (kept.length === 0 || !ours.every(isKept) || names.some(({ base }) => base === undefined))
    return undefined
  if (kept.some(({ name }) => leavesUnread(trace, name))) return undefined
  return kept.map(({ name, base = '' }) => sayBase(name, base))
}

/** The whole address, where the call says it itself or hands it to a helper. */
const addressIn = (trace: Trace, site: Site): ts.Expression | undefined => {
  const { scope, top, sink } = site
  if (isBased(trace, site)) return undefined
  if (scope === undefined) {
    const url = urlOf(trace, site)
    return url?.scope === undefined ? url?.node : undefined
  }
  if (sink.path || sink.url.kind !== 'expression') return undefined
  const whole = addressGiven(trace, sink.url.node, scope)
  return whole && isSaidFor(trace, whole, top) ? whole : undefined
}

/** Whether a constant of the function has no other reader, and would stay: what makes it may do something, or gives more. */
const leavesUnread = (trace: Trace, name: ts.Expression): boolean => {
  const declared = compiler.isIdentifier(name) ? symbolAt(trace, name)?.valueDeclaration : undefined
  if (!declared || !compiler.isIdentifier(name) || !functionAround(declared)) return false
  const made = compiler.findAncestor(declared, compiler.isVariableDeclaration)?.initializer
  const isTaken = compiler.isBindingElement(declared)
  return made !== undefined && (isTaken || !doesNothing(made)) && referencesOf(trace, name).length === 0
}

/** What an address begins with, through a local variable that no other call is made with; one for each branch. */
const leftmost = (trace: Trace, node: ts.Expression, gone: readonly string[]): ts.Expression[] => {
  const inner = bare(node)
  const through = (one: ts.Expression): ts.Expression[] => leftmost(trace, one, gone)
  if (compiler.isTemplateExpression(inner) && inner.head.text === '')
    return through(inner.templateSpans[0]?.expression ?? inner)
  if (isOperation(inner, '+')) return through(inner.left)
  if (compiler.isConditionalExpression(inner)) return [inner.whenTrue, inner.whenFalse].flatMap(through)
  const begins = beginOfUrl(inner)
  if (begins) return through(begins)
  const held = compiler.isIdentifier(inner) ? heldValue(trace, inner) : undefined
  const value = held ?? saidElsewhere(trace, inner, gone)
  return value ? through(value) : [inner]
}

/**
 * `URLS.endpoints` of `{ endpoints: `${BASE}/endpoints` }`, or a constant of another file: whoever calls by a word that v2 does
 * not say stays as well, and what is left there would be no address of v2.
 */
const saidElsewhere = (
  trace: Trace,
  node: ts.Expression,
  gone: readonly string[],
): ts.Expression | undefined => {
  const name = compiler.isPropertyAccessExpression(node) ? node.name : node
  const declared = compiler.isIdentifier(name) ? symbolBehind(trace, name)?.valueDeclaration : undefined
  const isElsewhere =
    declared !== undefined &&
    (compiler.isPropertyAssignment(declared) ||
      (compiler.isVariableDeclaration(declared) && declared.getSourceFile() !== node.getSourceFile()))
  const value = isElsewhere ? declared.initializer : undefined
  return gone.some((word) => value && wholeWord(word).test(value.getText())) ? value : undefined
}

/** The base of `new URL(BASE)`, of `new URL(path, BASE)` and of `urlJoin(BASE, path)`; a URL object of its text (`url.href`, `url.toString()`, `String(url)`). */
const beginOfUrl = (node: ts.Expression): ts.Expression | undefined => {
  if (isNewUrl(node)) return node.arguments?.[1] ?? node.arguments?.[0]
  if (compiler.isPropertyAccessExpression(node))
    return node.name.text === 'href' ? node.expression : undefined
  if (!compiler.isCallExpression(node)) return undefined
  const { expression: callee, arguments: given } = node
  if (isPathJoin(node)) return given[0]
  if (compiler.isPropertyAccessExpression(callee))
    return callee.name.text === 'toString' ? callee.expression : undefined
  return callee.getText() === 'String' ? given[0] : undefined
}

/** A helper puts the base before the path it is given: it is taught to take a whole address, and given one. */
const inPath = (trace: Trace, site: Site, ours: readonly Located[]): Edit[] | undefined => {
  const joined = joinedAt(trace, site)
  const given = joined ? pathArguments(trace, joined, site) : []
  const [base, ...others] = [...new Set(ours.map((located) => baseBefore(located, given)))]
  if (!joined || base === undefined || others.length > 0) return undefined
  return [...given.flatMap((one) => one.say(base)), ...joined.edits(base)]
}

/**
 * Whether what answers in the client's place, or stands in the place of a function on the way, asks something of what it is
 * given, which would be another path.
 */
const isAskedElsewhere = (trace: Trace, site: Site): boolean =>
  site.sink.listed === 'adapter' ||
  [...framesFrom(site.scope)]
    .flatMap(({ callee }) => replacedBy(trace, callee))
    .flatMap(takenBy)
    .some((name) => usesOf(trace, name).some((use) => askedOf(use).length > 0))

/** What stands before the beginning of a path: the base with its version, or the host alone, whose paths say `/v1`. */
const baseBefore = (located: Located, given: readonly Beginning[]): string | undefined => {
  const start = given.map((one) => one.at(located)).find((at) => at !== undefined)
  if (start === undefined) return undefined
  if (start < (located.version?.[1] ?? 0) && start !== located.host?.[1]) return undefined
  const base = located.shape.slice(0, start)
  return /^https?:[^\0`$\\'"]*$/.test(base) ? base : undefined
}
