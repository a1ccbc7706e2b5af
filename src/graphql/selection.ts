import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { compileArguments } from './arguments.ts'
import { compileComplete } from './complete.ts'
import type { SelectedField, Selection } from './selected.ts'

/** What a document holds besides the operation, and how this request's `@skip` and `@include` came out. */
export interface CompileContext {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Decides a directive's condition; constant for one compiled variant. */
  readonly included: (directives: readonly DirectiveNode[] | undefined) => boolean
}

/** One response key: the nodes that were merged into it, in document order. */
export interface GatheredField {
  readonly key: string
  readonly name: string
  readonly nodes: readonly FieldNode[]
}

/**
 * Collects the fields of selection sets by response key, fragments followed, conditions applied.
 * Every object type of the schema is concrete, so a fragment's type condition either is this type or was refused.
 */
export const gather = (sets: readonly SelectionSetNode[], context: CompileContext): GatheredField[] => {
  const byKey = new Map<string, FieldNode[]>()
  const visited = new Set<string>()
  const walk = (set: SelectionSetNode) => {
    for (const selection of set.selections) {
      if (!context.included(selection.directives)) continue
      if (selection.kind === Kind.FIELD) add(selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet)
      else follow(selection.name.value)
    }
  }
  const add = (node: FieldNode) => {
    const key = (node.alias ?? node.name).value
    const nodes = byKey.get(key)
    if (nodes) nodes.push(node)
    else byKey.set(key, [node])
  }
  const follow = (name: string) => {
    const fragment = context.fragments.get(name)
    if (!fragment || visited.has(name)) return
    visited.add(name)
    walk(fragment.selectionSet)
  }
  sets.forEach(walk)
  return Array.from(byKey, ([key, nodes]) => ({ key, name: nodes[0]?.name.value ?? '', nodes }))
}

/** The selection sets of merged nodes. */
export const setsOf = (nodes: readonly FieldNode[]): SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []))

const NOTHING: Selection = { type: undefined, fields: [], of: () => [], bare: false }

/** Compiles selection sets of `type`; a field the type does not have is left out (validation has spoken). */
export const compileSelection = (
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  context: CompileContext,
): Selection => {
  const fields = gather(sets, context).flatMap((gathered) => compileField(type, gathered, context) ?? [])
  const bare = fields.some(({ key }) => key === '__proto__')
  return { type, fields, bare, of: (name) => fields.filter((field) => field.name === name) }
}

const compileField = (
  parent: GraphQLObjectType,
  { key, name, nodes }: GatheredField,
  context: CompileContext,
): SelectedField | undefined => {
  const [first] = nodes
  const field = parent.getFields()[name]
  if (name === '__typename') return typename(key, parent)
  if (!first || !field) return undefined
  const inner = getNamedType(field.type)
  const selection =
    isCompositeType(inner) && isObjectType(inner) ? compileSelection(inner, setsOf(nodes), context) : NOTHING
  return {
    key,
    name,
    selection,
    required: isNonNullType(field.type),
    arguments: compileArguments(field, first),
    complete: compileComplete(field.type, selection, `${parent.name}.${name}`),
  }
}

const typename = (key: string, parent: GraphQLObjectType): SelectedField => ({
  key,
  name: '__typename',
  required: true,
  selection: NOTHING,
  arguments: () => ({}),
  complete: () => parent.name,
})
