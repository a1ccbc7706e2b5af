import { relative } from 'node:path'
import type { ts } from 'ts-morph'
import { type RouteBehaviourName, unserved } from '../../mappings/dsl/behaviour.ts'
import type { Finding } from '../../mappings/dsl/finding.ts'
import { restCalls } from '../../mappings/graphql/calls.ts'
import { lackOf } from '../../mappings/graphql/operation.ts'
import { hostProfiles, retirements, v2Base } from '../../mappings/hosts.ts'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import { frameOf, type Scope } from '../sites/program/frames/frames.ts'
import { functionAround, isNothing } from '../sites/program/syntax/nodes.ts'
import { overrideAt, type Text } from '../sites/texts/text.ts'
import type { Trace } from '../sites/values/trace.ts'
import { overrideFor } from './override-for.ts'
import type { Plan } from './plan.ts'
import { type Reason, reasons } from './reason.ts'
import { typesBehind } from './types-behind.ts'

type Place = Pick<Note, 'file' | 'line' | 'column'>

/** Where a node stands, as notes say it. */
export const positionOf = (node: ts.Node, root: string): Place => {
  const file = node.getSourceFile()
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart())
  return { file: relative(root, file.fileName), line: line + 1, column: character + 1 }
}

/** A call that stays as it was. */
export const leftNote = ({ site, route, operation }: Plan, left: Reason, root: string): Note => ({
  ...positionOf(site.top, root),
  rule: left.rule,
  class: left.rule === 'codemod.kept' ? 'kept' : 'left',
  ...(route ? { v1: `${route.old.method} ${route.old.path}` } : {}),
  ...(operation ? { v1: operation } : {}),
  ...(route && !route.gone ? { v2: `${route.v2.method} ${route.v2.path}` } : {}),
  fix: left.fix,
  confidence: 'high',
  why: `${left.why}${farFrom(site.top, left, root)}`,
})

/** Where what holds a call stands in other files: nobody is to look for it. */
const farFrom = (top: ts.Node, { at = [], isApart }: Reason, root: string): string => {
  const far = at.filter((node) => isApart || node.getSourceFile() !== top.getSourceFile())
  const places = far.map((node) => positionOf(node, root)).map(({ file, line }) => `${file}:${line}`)
  return places.length === 0 ? '' : ` (see ${[...new Set(places)].join(', ')})`
}

/** A call that stays on GraphQL for good. */
export const keptNote = ({ site, operation = '', keptFix }: Plan, kept: string, root: string): Note => ({
  ...positionOf(site.top, root),
  rule: `graphql.${operation.split(', ')[0]}`,
  class: 'kept',
  v1: operation,
  fix: keptFix ?? `find another way before GraphQL retires (${retirements.graphql.is.said})`,
  confidence: 'high',
  why: lackOf(kept),
})

/** A call that moved: one line for it, and one for everything that was dropped, defaulted or overridable. */
export const rewrittenNotes = (trace: Trace, plan: Plan, root: string): Note[] => {
  const { site, findings, stays = [] } = plan
  const place = positionOf(site.top, root)
  const said = findings.map(
    (one): Note => ({
      ...place,
      rule: one.rule,
      class: 'rewritten',
      fix: one.fix ?? toDo(one),
      confidence: 'high',
      why: `${one.at}: ${one.why}`,
    }),
  )
  return [
    movedNote(plan, place),
    ...said,
    ...stays.map(({ name, why }) => keptNote({ ...plan, operation: name }, why, root)),
    ...unservedBy(plan, place),
    ...overrides(trace, site, root, place),
    ...(site.sink.paths ? [typesBehind(site.sink.paths, positionOf(site.sink.paths, root))] : []),
  ]
}

const movedNote = ({ route, operation }: Plan, place: Place): Note => {
  const said = route
    ? { v1: `${route.old.method} ${route.old.path}`, v2: `${route.v2.method} ${route.v2.path}` }
    : {}
  return {
    ...place,
    rule: route?.id ?? `graphql.${operation?.split(', ')[0]}`,
    class: 'rewritten',
    ...said,
    ...(operation ? { v1: operation, v2: callsFor(operation) } : {}),
    fix: 'review the change',
    confidence: 'high',
    why: operation ? 'the GraphQL API is being retired' : 'REST v1 is retired',
  }
}

/** The calls of REST v2 that do the work of some GraphQL fields. */
const callsFor = (fields: string): string => [...new Set(fields.split(', ').map(callFor))].join(', ')

const callFor = (field: string): string => {
  const call = restCalls[field]
  const both = call ? [call, ...(call.whenId ? [call.whenId] : [])] : []
  return both.map(({ method, path }) => `${method} ${path.split('?')[0]}`).join(' or ') || 'REST v2'
}

/** What to do about a field that moved and does not mean all that it did; its reason may say so already. */
const toDo = ({ code, at, why }: Finding): string => {
  if (code === 'DEFAULTED') return 'leave what v1 gave, or say another value'
  return why.includes('; ') ? 'see whether that matters here' : `see whether the program relies on ${at}`
}

/** What v1 did on its own server, and nobody does now. */
const unservedBy = ({ route, settled = [] }: Plan, place: Pick<Note, 'file' | 'line' | 'column'>): Note[] => {
  const undone = (route?.does ?? []).filter((name) => !settled.includes(name))
  const besides = route?.besides?.by && settled.includes(route.besides.by) ? undefined : route?.besides
  const does = undone.map((name) => unserved[name as RouteBehaviourName])
  return [...does, besides].flatMap((said): Note[] =>
    route && said ? [{ ...place, ...said, rule: route.id, class: 'rewritten', confidence: 'high' }] : [],
  )
}

/** Deployed values that override a base which moved, and options through which callers elsewhere do. */
const overrides = (trace: Trace, site: Plan['site'], root: string, place: Place): Note[] => [
  ...[...overridesOf(site)].map((name) => {
    const at = isVariable(name) ? undefined : optionAt(site, name)
    return overrideNote(name, at ? positionOf(at, root) : place, overrideFor(site.located, name))
  }),
  ...graphqlOverrides(trace, site, place),
]

/** Where an option is asked for that may say the base of a call. */
const optionAt = ({ located }: Plan['site'], name: string): ts.Node | undefined =>
  located.map(({ text }) => overrideAt(text, name)).find((one) => one !== undefined)

/**
 * A name by which a base address that moved is overridden.
 * @param to what it has to say from now on
 */
export const overrideNote = (
  name: string,
  place: Pick<Note, 'file' | 'line' | 'column'>,
  to: string,
): Note => ({
  ...place,
  rule: 'codemod.environment',
  class: 'follow-up',
  fix: isVariable(name)
    ? `where the program is deployed, set ${name} to ${to}`
    : `where ${name} is given, it must be ${to}`,
  confidence: 'high',
  why: `${name} overrides the base address that moved`,
})

/** What overrides the base of a call that keeps it: the same as overrides that of the calls which moved. */
export const keepingNotes = ({ site, keeps }: Plan, root: string): Note[] =>
  (keeps?.overrides ?? []).map((name) => keptOverrideNote(name, positionOf(site.top, root)))

/** A name that decides where a call goes which stays beside others that moved. */
export const keptOverrideNote = (name: string, place: Pick<Note, 'file' | 'line' | 'column'>): Note => ({
  ...place,
  rule: 'codemod.environment',
  class: 'follow-up',
  fix: `where ${name} names another server, let that serve v1 as well until this call has moved`,
  confidence: 'high',
  why: `${name} decides where this call goes, too, which stays on v1: set to ${v2Base}, it means ${V1_BASE} here`,
})

/** A variable that named GraphQL's address is no longer read by a call that has moved. */
const graphqlOverrides = (trace: Trace, { located, scope: way }: Plan['site'], place: Place): Note[] => {
  const isOurs = located.some(({ family }) => family === 'graphql')
  const names = new Set(
    located.flatMap(({ family, text }) => {
      if (family === 'graphql') return text.env
      return isOurs && family === 'open' ? optionsIn(trace, text, way) : []
    }),
  )
  // The key is a part of the address, too, and moves with the call.
  const addresses = [...names].filter((name) => !/key|token|secret/i.test(name))
  return addresses.map((name) => ({
    ...place,
    rule: 'codemod.environment',
    class: 'follow-up',
    fix: 'where it names a proxy or a test server, say that address in the generated module',
    confidence: 'high',
    why: `${name} no longer decides where this call goes: it goes to ${v2Base}`,
  }))
}

/** The options that are the whole of an address: `config.url` of `config.url ?? DEFAULT`, also by a name of its own. */
const optionsIn = (trace: Trace, { pieces }: Text, way: Scope | undefined): string[] => {
  const [only, ...others] = pieces
  if (only?.kind !== 'gap' || others.length > 0) return []
  const { node, scope } = only
  const around = functionAround(node)
  const isOnWay = around !== undefined && frameOf(way, around) !== undefined
  return trace.sources(node, isOnWay ? way : scope).flatMap((one) => {
    if (compiler.isPropertyAccessExpression(one.node)) return [one.node.name.text]
    return compiler.isIdentifier(one.node) && !isNothing(one.node) ? [one.node.text] : []
  })
}

const V1_BASE = `${hostProfiles.runpod.is.v1}/v1`

/** Whether a name is an environment variable's. */
export const isVariable = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name)

/** Names that override the base of a REST call. GraphQL's address is no longer read once a call has moved. */
const overridesOf = ({ located }: Plan['site']): Set<string> =>
  new Set(located.flatMap(({ family, text }) => (family === 'v1' ? text.env : [])))

/** The environment variables that override a call's base address, with what they have to say once it has moved. */
export const variablesOf = ({ site }: Plan): [name: string, to: string][] =>
  [...overridesOf(site)].filter(isVariable).map((name) => [name, overrideFor(site.located, name)])

/** A call whose analysis came to an unexpected end. */
export const crashNote = (node: ts.Node, error: unknown, root: string): Note => {
  const { rule, why, fix } = reasons.crashed(error)
  return { ...positionOf(node, root), rule, class: 'left', fix, confidence: 'high', why }
}
