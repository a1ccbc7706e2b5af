import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { kept } from '../../../../mappings/dsl/once.ts'
import { restCalls } from '../../../../mappings/graphql/calls.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { answersNothing } from '../../mapper/graphql/mapper-call.ts'
import type { DocumentText } from '../document/document-reader.ts'
import type { Asked, ReadText, Selected } from '../document/graphql-document.ts'
import { operationOf } from '../graphql-call.ts'
import { graphqlResource } from '../graphql-resources.ts'
import { type Missed, unsaid } from './graphql-unsaid.ts'
import { decidesAt, type FieldRead, readsAnywhere } from './reads-anywhere.ts'
import { type InTheWay, keysRead, TYPE_NAME } from './selection-unread.ts'

/** Whether a field has a call of REST v2 that does its work. */
export const moves = ({ name }: Pick<Asked, 'name'>): boolean =>
  operationOf(name)?.source !== 'upstream' && restCalls[name] !== undefined

/** What of a document keeps it on GraphQL: fields that stay, that v2 does not say, or that may or may not be asked for. */
export const inTheWay = ({ asked }: ReadText): InTheWay => {
  const refused = new Map(asked.map((one) => [one.name, refusedOf(one)]))
  return ([root = '', child = '', ...others], { name, directives = [], arguments: given = [] }) => {
    if (directives.length > 0 || name.value === TYPE_NAME) return true
    const isOwn = root === 'myself'
    const field = isOwn ? `${root}.${child}` : root
    const inner = (isOwn ? others : [child, ...others]).filter((one) => one !== '').join('.')
    if (isOwn && child === '') return false
    if (inner === '') return !moves({ name: field })
    if (isBare([field])) return true
    const twins = asked.find((one) => one.name === field)?.selected?.filter((one) => one.name === name.value)
    if (given.length > 0 && (twins?.length ?? 0) > 1) return true
    return refused.get(field)?.some((at) => at === inner || at.startsWith(`${inner}.`)) ?? false
  }
}

/** Whether a field, by its names from the root on, is answered with nothing: there are no fields to ask it for. */
export const isBare = (names: readonly string[]): boolean => {
  const call = restCalls[names.join('.')]
  return call !== undefined && answersNothing(call)
}

const refusedOf = (asked: Asked): string[] => {
  const call = restCalls[asked.name]
  const id = call?.reads ?? call?.resource
  const resource = id === undefined ? undefined : graphqlResource(id)
  if (!call || !resource || call.answer === 'none') return []
  return unsaid(asked, call, resource)
    .filter(({ code }) => code === 'REFUSED')
    .map(({ at }) => at)
}

/** Without notes of what v2 does not say, where nothing reads it. */
export const withoutUnheard = (
  trace: Trace,
  site: Site,
  document: DocumentText,
  asked: Asked,
  findings: readonly Finding[],
): readonly Finding[] => {
  const isOfAnswer = ({ code, rule }: Finding): boolean => code === 'DROPPED' && rule.includes('.read.')
  const read = findings.some(isOfAnswer) ? keysRead(trace, site, document)?.read : undefined
  if (!read) return findings
  return findings.filter((one) => !isOfAnswer(one) || pathsOf(asked, one.at).some((path) => read.has(path)))
}

/** Tells what the program does with a field that v2 does not say. */
export const missedIn = (trace: Trace, site: Site, document: DocumentText): Missed => {
  let reads: ReturnType<typeof keysRead>
  const own = site.top.getSourceFile()
  const known = () => {
    reads ??= keysRead(trace, site, document)
    return reads
  }
  const far = new Map<Asked, readonly FieldRead[]>()
  const farReads = (asked: Asked, at: string): readonly ts.Node[] =>
    kept(far, asked, () => readsAnywhere(trace, site, asked)).flatMap((one) =>
      one.at === at ? [one.node] : [],
    )
  return {
    isSpare: (asked, at) => {
      const paths = pathsOf(asked, at)
      return paths.some((path) => known()?.read.has(path)) && !paths.some((path) => known()?.needed.has(path))
    },
    deciding: (asked, at) => [
      ...new Set([
        ...pathsOf(asked, at).flatMap((path) => known()?.deciding.get(path) ?? []),
        ...farReads(asked, at).filter((node) => decidesAt(trace, node)),
      ]),
    ],
    elsewhere: (asked, at) => farReads(asked, at).filter((node) => node.getSourceFile() !== own),
  }
}

/** The paths of the answer that a field is found at. */
const pathsOf = (asked: Asked, at: string): string[] => {
  const root = asked.name.startsWith('myself.') ? `myself.${asked.key}` : asked.key
  return keysOf(asked.selected ?? [], at).map((key) => `${root}.${key}`)
}

/** The keys that a path of names is answered under. */
const keysOf = (selected: readonly Selected[], path: string): string[] => {
  const [first, ...rest] = path.split('.')
  return selected
    .filter(({ name }) => name === first)
    .flatMap(({ key, inner }) =>
      rest.length === 0 ? [key] : keysOf(inner, rest.join('.')).map((below) => `${key}.${below}`),
    )
}

const NEVER =
  'nothing reads it; the GraphQL API answers with nothing there, and refused a document that asked for more: moved, the call comes through'

/** What is said of a field that is not asked for any more. */
export const unreadFinding = (path: string): Finding => ({
  code: 'DROPPED',
  rule: 'codemod.graphql-unread',
  at: path,
  why: isBare(path.split('.').slice(0, 1)) ? NEVER : 'nothing reads it, and it is not asked for any more',
  fix: 'run the type check and the tests',
})
