import type { Source } from './program/frames/source.ts'
import { isNamedTest } from './program/outside/test-file.ts'
import type { Place, Sink } from './sink.ts'

/**
 * A call that any of several clients may make (`isAdmin ? own : shared`, a parameter whose callers give each another one):
 * with the bases of all of them, and only listed where they do not take what is asked, or give what is answered, alike.
 * What tests hand in says nothing, where the program's own code does.
 */
export const ofOneClient = (
  clients: readonly Source[],
  sinkOf: (client: Source) => Sink | undefined,
): Sink | undefined => {
  const all = clients.flatMap((one) => {
    const sink = sinkOf(one)
    return sink ? [{ sink, isOfTest: isNamedTest(one.node.getSourceFile()) }] : []
  })
  const own = all.filter(({ isOfTest }) => !isOfTest)
  const [first, ...others] = (own.length > 0 ? own : all).map(({ sink }) => sink)
  if (!first || others.length === 0) return first
  if (!others.every((one) => isLike(one, first))) return { ...first, listed: 'makers' }
  const rebased = distinct([first, ...others].flatMap(basesOf)).filter((one) => !isSame(one, first.base))
  return rebased.length > 0 ? { ...first, rebased } : first
}

const basesOf = ({ base, rebased = [] }: Sink): readonly Place[] => (base ? [base, ...rebased] : rebased)

const distinct = (places: readonly Place[]): Place[] =>
  places.filter((one, index) => places.findIndex((other) => isSame(one, other)) === index)

const isSame = (one: Place | undefined, other: Place | undefined): boolean => {
  if (!one || !other || one.made !== other.made) return one === other
  if (one.kind === 'expression') return other.kind === 'expression' && one.node === other.node
  return other.kind === 'member' && one.object === other.object && one.name === other.name
}

/** Whether two clients make the same of one call, but for the base. */
const isLike = (one: Sink, other: Sink): boolean =>
  ALIKE.every((key) => one[key] === other[key]) &&
  isSame(one.url, other.url) &&
  isSame(one.path, other.path) &&
  (one.base === undefined) === (other.base === undefined) &&
  LISTS.every((key) => isSameList(one[key] ?? [], other[key] ?? []))

const ALIKE = [
  'library',
  'answer',
  'serializes',
  'throws',
  'transforms',
  'listed',
  'unseen',
  'openBody',
] as const
const LISTS = ['hooks', 'asking', 'failed', 'passed', 'told'] as const

const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((node) => other.includes(node))
