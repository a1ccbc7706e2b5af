import type { Route } from '../../mappings/dsl/route.ts'
import { hostProfiles } from '../../mappings/hosts.ts'
import { oldWordsOf } from '../beside/left/old-words.ts'
import type { Hosts } from '../sites/texts/locate.ts'
import { type MemberLost, membersLost } from './answer/lost/lost-reads.ts'
import { variablesOf } from './notes.ts'
import type { Plan } from './plan.ts'

/** What the files beside the code must follow. */
export interface Moved {
  /** Hosts and addresses that calls of the program went to, without their scheme. */
  readonly addresses: readonly string[]
  /** Environment variables that override a base address which moved, with what they have to say from now on. */
  readonly variables: ReadonlyMap<string, string>
  /** The same of calls that stay, and of none that moved. */
  readonly staying: ReadonlyMap<string, string>
  /** Whether calls of GraphQL moved, and none of REST: those go where settings say, if there are any. */
  readonly isOfGraphqlAlone: boolean
  /** Names that only the old bodies and answers of the calls have. */
  readonly names: ReadonlySet<string>
  /** The operations that its calls were, of REST v1. */
  readonly routes: readonly Route[]
  /** What v2 does not say of answers that go out of sight. */
  readonly lost: readonly MemberLost[]
  /** Files that have such answers first: where their calls are made, or where the program asks for them by a route of its own. */
  readonly answering: ReadonlySet<string>
}

const GRAPHQL = hostProfiles.runpod.is.graphql.replace(/^https?:\/\//, '')

/** What a run has moved, for those who look beside the code. */
export const movedBy = (
  done: readonly Plan[],
  left: readonly Plan[],
  { hosts: { v1 }, routes }: { readonly hosts: Hosts; readonly routes: readonly Route[] },
): Moved => {
  const variables = new Map(done.flatMap(variablesOf))
  const isOfGraphql = done.some(({ operation }) => operation)
  return {
    addresses: [...v1, ...(isOfGraphql ? [GRAPHQL] : [])],
    variables,
    staying: new Map(left.flatMap(variablesOf).filter(([name]) => !variables.has(name))),
    isOfGraphqlAlone: isOfGraphql && done.every(({ operation }) => operation),
    names: namesIn(done),
    routes: [...new Set(done.flatMap(({ route }) => route ?? []))],
    lost: membersLost(done, routes),
    answering: new Set(done.flatMap(answeringIn)),
  }
}

const answeringIn = ({ site, answer }: Plan): readonly string[] =>
  answer?.goesOut ? [site.top, ...(answer.asked ?? [])].map((one) => one.getSourceFile().fileName) : []

const namesIn = (done: readonly Plan[]): Set<string> => {
  const { sent, answers } = oldWordsOf(done.flatMap(({ route }) => route ?? []))
  return new Set([...sent, ...answers, ...done.flatMap(({ operation }) => operation?.split(', ') ?? [])])
}
