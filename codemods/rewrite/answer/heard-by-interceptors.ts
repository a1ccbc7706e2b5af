import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import { oldWordsOf } from '../../beside/left/old-words.ts'
import type { Note } from '../../project/note.ts'
import { type Access, accessed, accessOn, isAccess } from '../../sites/program/syntax/access.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { nodesIn } from '../../sites/program/syntax/nodes.ts'
import { isSaid } from '../../sites/program/syntax/said.ts'
import { stay } from '../may-change.ts'
import { positionOf } from '../notes.ts'
import type { Plan } from '../plan.ts'
import { reasons } from '../reason.ts'

/**
 * Calls whose client tells a function of every answer (axios interceptors) that goes by what v2 does not say: by a
 * name of v1's, or as if the list were no envelope. They stay, but where it is only printed.
 */
export const withInterceptors = (plans: readonly Plan[]): readonly Plan[] =>
  plans.map((plan) => {
    const reads = plan.left ? [] : readsFor(plan).filter((one) => !isOnlySaid(one))
    return reads.length > 0 ? stay(plan, reasons.heardBefore([...new Set(reads.map(flatText))])) : plan
  })

/** Where such a function prints what v2 does not say. */
export const interceptorNotes = (done: readonly Plan[], root: string): Note[] =>
  [...new Set(done.flatMap(readsFor))].map((read) => ({
    ...positionOf(read, root),
    rule: 'codemod.around',
    class: 'follow-up',
    fix: "read v2's words here as well",
    confidence: 'medium',
    why: `a function that the client tells of every answer prints ${flatText(read)}, which v2 does not say so`,
  }))

/** Whether what is read is printed, and no more; of what is missing, nothing is read but by `?.`. */
const isOnlySaid = (read: Access): boolean => {
  const next = accessOn(read)
  if (!next) return isSaid(read)
  return next.questionDotToken !== undefined && isOnlySaid(next)
}

const readsFor = ({ route, site: { sink } }: Plan): Access[] =>
  route ? (sink.passed ?? []).flatMap((heard) => readsIn(heard, route)) : []

const readsIn = (heard: ts.Node, route: Route): Access[] => {
  const { answers } = oldWordsOf([route])
  const isGone = (read: Access): boolean => answers.has(accessed(read)?.name ?? '')
  const isOfList = (read: Access): boolean => route.answer === 'list' && isListRead(read)
  return nodesIn(heard, isAccess).filter((read) => isGone(read) || isOfList(read))
}

/** `response.data.length`, `response.data[0]` */
const isListRead = (read: Access): boolean => {
  const of = accessed(read)?.of
  return of !== undefined && accessed(of)?.name === 'data' && LIST.test(accessed(read)?.name ?? '0')
}

const LIST = /^(\d|length|map|flatMap|filter|some|every|forEach|find|reduce|at|slice)$/
