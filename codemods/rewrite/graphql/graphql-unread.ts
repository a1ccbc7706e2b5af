import type { Finding } from '../../../mappings/dsl/finding.ts'
import { restCalls } from '../../../mappings/graphql/calls.ts'
import { operationOf } from './graphql-call.ts'
import type { Asked, ReadText } from './graphql-document.ts'
import { unsaid } from './graphql-loss.ts'
import { graphqlResource } from './graphql-resources.ts'
import type { InTheWay } from './selection-unread.ts'

/** Whether a field has a call of REST v2 that does its work. */
export const moves = ({ name }: Pick<Asked, 'name'>): boolean =>
  operationOf(name)?.source !== 'upstream' && restCalls[name] !== undefined

/** What of a document keeps it on GraphQL: fields that stay, that v2 does not say, or that may or may not be asked for. */
export const inTheWay = ({ asked }: ReadText): InTheWay => {
  const refused = new Map(asked.map((one) => [one.name, refusedOf(one)]))
  return ([root = '', child = '', ...others], { name, directives = [], arguments: given = [] }) => {
    if (directives.length > 0) return true
    const isOwn = root === 'myself'
    const field = isOwn ? `${root}.${child}` : root
    const inner = (isOwn ? others : [child, ...others]).filter((one) => one !== '').join('.')
    if (isOwn && child === '') return false
    if (inner === '') return !moves({ name: field })
    const twins = asked.find((one) => one.name === field)?.selected?.filter((one) => one.name === name.value)
    if (given.length > 0 && (twins?.length ?? 0) > 1) return true
    return refused.get(field)?.some((at) => at === inner || at.startsWith(`${inner}.`)) ?? false
  }
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

/** What is said of a field that is not asked for any more. */
export const unreadFinding = (path: string): Finding => ({
  code: 'DROPPED',
  rule: 'codemod.graphql-unread',
  at: path,
  why: 'nothing reads it, and it is not asked for any more',
})
