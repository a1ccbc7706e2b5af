import {
  type ASTNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { answerOf } from '../../../sites/answers/answer.ts'
import type { Flow } from '../../../sites/answers/flow/flow-found.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { answerFlow } from '../../answer/answer.ts'
import { hidesInside } from '../../answer/inside.ts'
import type { DocumentText } from '../document/document-reader.ts'
import { type Part, pathsRead, type Reads, type Start } from './selection-reads.ts'

/** A document without what nobody reads of its answer. */
export interface Slimmer<T extends DocumentText> {
  readonly document: T
  /** What is not asked for any more, as paths. */
  readonly dropped: readonly string[]
}

/** Whether a field keeps its call from moving, by its names from the root on. */
export type InTheWay = (names: readonly string[], node: FieldNode) => boolean

/**
 * Takes out of a document what is in the way and nothing in the program reads; undefined where there is no such thing. Fields that
 * stand in fragments are left, for others may share them, and so is what a mutation does.
 */
export const withoutUnread = <T extends DocumentText>(
  trace: Trace,
  site: Site,
  document: T,
  { isInTheWay, isBare }: Pick<Slimming, 'isInTheWay' | 'isBare'>,
): Slimmer<T> | undefined => {
  const { definitions, operation, data } = dataOf(document)
  const read = data && readOf(trace, site, data)?.read
  if (!operation || !read) return undefined
  const isDone = (names: readonly string[]): boolean =>
    operation.operation === 'mutation' && names.length === 1
  const dropped: string[] = []
  const slimming: Slimming = {
    read,
    isInTheWay: (names, node) => !isDone(names) && isInTheWay(names, node),
    isBare,
    dropped,
  }
  const selectionSet = slim(operation.selectionSet, slimming, '', []) ?? operation.selectionSet
  if (dropped.length === 0) return undefined
  const slimmer: ASTNode[] = definitions.map((one) => (one === operation ? { ...one, selectionSet } : one))
  return { document: { ...document, source: slimmer.map((one) => print(one)).join(' ') }, dropped }
}

/** The keys of an answer that the program may read, from `data` on; undefined where the way to it cannot be seen. */
export const keysRead = (trace: Trace, site: Site, document: DocumentText): Reads | undefined => {
  const { data } = dataOf(document)
  return data && readOf(trace, site, data)
}

/** The one operation of a document, and what it asks for as a tree of keys. */
const dataOf = ({ source }: DocumentText) => {
  const definitions = tryParse(source)
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const [operation, ...others] = operations
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  )
  const isOne = operation !== undefined && others.length === 0
  return {
    definitions,
    operation,
    data: isOne ? partOf(operation.selectionSet, fragments, '', 0) : undefined,
  }
}

/** What every type of GraphQL has. */
export const TYPE_NAME = '__typename'

const tryParse = (source: string) => {
  try {
    return parse(source, { noLocation: true }).definitions
  } catch {
    return []
  }
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

const MOST_DEPTH = 12
const keyOf = (node: FieldNode): string => node.alias?.value ?? node.name.value
const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

/** The selection as a tree of keys; undefined where a part of it is put in at run time. */
const partOf = (
  set: SelectionSetNode | undefined,
  fragments: Fragments,
  path: string,
  depth: number,
): Part | undefined => {
  const parts = new Map<string, Part>()
  if (depth > MOST_DEPTH) return undefined
  for (const one of set?.selections ?? []) {
    if (one.kind === Kind.FIELD) {
      if (one.name.value.startsWith('__') && one.name.value !== TYPE_NAME) return undefined
      const at = below(path, keyOf(one))
      const inner = partOf(one.selectionSet, fragments, at, depth + 1)
      if (!inner) return undefined
      parts.set(keyOf(one), {
        path: at,
        parts: new Map([...(parts.get(keyOf(one))?.parts ?? []), ...inner.parts]),
      })
      continue
    }
    const spread = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value) : one
    const inner = spread && partOf(spread.selectionSet, fragments, path, depth + 1)
    if (!inner) return undefined
    for (const [key, part] of inner.parts) parts.set(key, part)
  }
  return { path, parts }
}

/** Where an answer is first held, and the members that lead to what was asked for. */
interface DataHeld extends Pick<Flow, 'roots' | 'bound'> {
  readonly before: readonly string[]
}

/** Where the answer of a call is first held; undefined where the way to it cannot be seen. */
export const dataHeld = (trace: Trace, site: Site): DataHeld | undefined => {
  trace.from(site.top)
  if (answerOf(trace, site).kind === 'data') return { roots: [site.top], bound: [], before: [] }
  if (hidesInside(trace, site)) return undefined
  const flow = answerFlow(trace, site)
  if (!flow || flow === 'handed-on' || flow.escapes.length > 0) return undefined
  return { roots: flow.roots, bound: flow.bound, before: ['data'] }
}

/** What the program reads of the answer; undefined where the way to it cannot be seen. */
const readOf = (trace: Trace, site: Site, data: Part): Reads | undefined => {
  const held = dataHeld(trace, site)
  if (!held) return undefined
  const part = held.before.reduceRight<Part>(
    (inner, name) => ({ path: '', parts: new Map([[name, inner]]) }),
    data,
  )
  const starts: Start[] = [
    ...held.roots.map((node) => ({ node, part })),
    ...held.bound.map(({ name }) => ({ node: name, part })),
  ]
  return pathsRead(trace, starts)
}

interface Slimming {
  readonly read: ReadonlySet<string>
  readonly isInTheWay: InTheWay
  /** Whether a field may go without anything below it. */
  readonly isBare: (names: readonly string[]) => boolean
  readonly dropped: string[]
}

/** Without fields that are in the way and not read. Where nothing of a field would be left, it stays whole. */
const slim = (
  set: SelectionSetNode,
  slimming: Slimming,
  path: string,
  names: readonly string[],
): SelectionSetNode | undefined => {
  const { read, isInTheWay, dropped } = slimming
  const before = dropped.length
  const selections = set.selections.flatMap((one): SelectionNode[] => {
    if (one.kind !== Kind.FIELD) return [one]
    const at = below(path, keyOf(one))
    const own = [...names, one.name.value]
    if (!read.has(at) && isInTheWay(own, one)) {
      dropped.push(at)
      return []
    }
    const { selectionSet, ...alone } = one
    const inner = selectionSet && slim(selectionSet, slimming, at, own)
    return [inner ? { ...alone, selectionSet: inner } : alone]
  })
  if (selections.length > 0) return { ...set, selections }
  if (slimming.isBare(names)) return undefined
  dropped.length = before
  return set
}
