import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import type { Operation } from '../../mappings/graphql/operation.ts'
import { graphqlChildren, graphqlMutations, graphqlQueries } from '../../mappings/graphql/operations.ts'
import type { Variables } from './arguments.ts'
import type { Flaw, ReadDocument, Span } from './document.ts'
import type { SelectedField, Selection } from './selected.ts'
import { type CompileContext, compileSelection, type GatheredField, gather, setsOf } from './selection.ts'
import { walkNodes } from './walk-nodes.ts'

/** One root field, or one child of `myself`, and who answers it. */
export interface Piece {
  readonly key: string
  readonly name: string
  readonly nodes: readonly FieldNode[]
  readonly source: 'v2' | 'upstream' | 'mixed' | 'local'
  /** Absent where our schema does not know the field: then only the upstream can. */
  readonly operation: Operation | undefined
  /** Compiled for our schema; absent for what it does not know. */
  readonly field: SelectedField | undefined
  /** What is wrong with it by our schema. */
  readonly flaws: readonly Flaw[]
  /** Variables it mentions. */
  readonly variables: ReadonlySet<string>
  /** The children of `myself`, each a piece of its own. */
  readonly children: readonly Piece[]
}

/** A document's operation, cut into pieces for one outcome of its `@skip` and `@include`. */
export interface Plan {
  readonly kind: 'query' | 'mutation'
  readonly pieces: readonly Piece[]
  /** Flaws that belong to no single piece. */
  readonly flaws: readonly Flaw[]
}

/** Says where an operation is answered, given what is switched on. */
export type SourceOf = (operation: Operation) => 'v2' | 'upstream' | 'mixed'

/** Cuts an operation into pieces. */
export const makePlan = (
  schema: GraphQLSchema,
  document: ReadDocument,
  operation: OperationDefinitionNode,
  included: CompileContext['included'],
  sourceOf: SourceOf,
): Plan => {
  const kind = operation.operation === 'mutation' ? 'mutation' : 'query'
  const context: CompileContext = { fragments: document.fragments, included }
  const type = kind === 'mutation' ? schema.getMutationType() : schema.getQueryType()
  const table: Readonly<Record<string, Operation>> = kind === 'mutation' ? graphqlMutations : graphqlQueries
  const selection = type ? compileSelection(type, [operation.selectionSet], context) : undefined
  const cut: Cut = { document, operation, context, sourceOf }
  const pieces = gather([operation.selectionSet], context).map((gathered) =>
    makePiece(gathered, table, selection, cut),
  )
  return { kind, pieces, flaws: strayFlaws(document, operation, pieces) }
}

interface Cut {
  readonly document: ReadDocument
  readonly operation: OperationDefinitionNode
  readonly context: CompileContext
  readonly sourceOf: SourceOf
}

const makePiece = (
  gathered: GatheredField,
  table: Readonly<Record<string, Operation>>,
  selection: Selection | undefined,
  cut: Cut,
): Piece => {
  const { key, name, nodes } = gathered
  const reach = reachOf(nodes, cut)
  const operation = Object.hasOwn(table, name) ? table[name] : undefined
  const field = selection?.fields.find((candidate) => candidate.key === key)
  const mixed = operation?.source === 'mixed' && field ? field : undefined
  const children = mixed ? childrenOf(mixed, nodes, cut) : []
  const own = cut.document.flaws.filter((flaw) => flaw.spans.some((span) => reach.holds(span)))
  const flaws = own.filter((flaw) => !children.some((child) => child.flaws.includes(flaw)))
  return {
    key,
    name,
    nodes,
    operation,
    field,
    flaws,
    children: flaws.length > 0 ? [] : children,
    variables: reach.variables,
    source: sourceFor(name, operation, flaws, cut.sourceOf),
  }
}

const sourceFor = (
  name: string,
  operation: Operation | undefined,
  flaws: readonly Flaw[],
  sourceOf: SourceOf,
): Piece['source'] => {
  if (name === '__typename') return 'local'
  return !operation || flaws.length > 0 ? 'upstream' : sourceOf(operation)
}

const childrenOf = (field: SelectedField, nodes: readonly FieldNode[], cut: Cut): Piece[] =>
  gather(setsOf(nodes), cut.context).map((gathered) =>
    makePiece(gathered, graphqlChildren, field.selection, cut),
  )

/** Everything some nodes lead to: their own text, the fragments they spread, the variables they mention. */
const reachOf = (nodes: readonly FieldNode[], { document, operation }: Cut) => {
  const spans: Span[] = []
  const variables = new Set<string>()
  const spread = new Set<string>()
  const look = (node: FieldNode | FragmentDefinitionNode) => {
    const { loc } = node
    if (loc) spans.push({ start: loc.start, end: loc.end })
    walkNodes(node, (inner) => {
      if (inner.kind === Kind.VARIABLE) variables.add(inner.name.value)
      if (inner.kind !== Kind.FRAGMENT_SPREAD) return
      const fragment = document.fragments.get(inner.name.value)
      if (!fragment || spread.has(inner.name.value)) return
      spread.add(inner.name.value)
      look(fragment)
    })
  }
  nodes.forEach(look)
  for (const definition of operation.variableDefinitions ?? []) {
    if (variables.has(definition.variable.name.value) && definition.loc) spans.push(definition.loc)
  }
  const holds = (span: Span) => spans.some(({ start, end }) => start <= span.start && span.end <= end)
  return { variables, holds }
}

/** Flaws inside this operation, or outside every operation, that no piece owns. */
const strayFlaws = (
  document: ReadDocument,
  operation: OperationDefinitionNode,
  pieces: readonly Piece[],
): Flaw[] => {
  const owned = new Set(pieces.flatMap((piece) => [piece, ...piece.children]).flatMap(({ flaws }) => flaws))
  const others = document.operations.filter((other) => other !== operation)
  const elsewhere = ({ spans }: Flaw) =>
    spans.length > 0 &&
    spans.every((span) => others.some(({ loc }) => loc && loc.start <= span.start && span.end <= loc.end))
  return document.flaws.filter((flaw) => !owned.has(flaw) && !elsewhere(flaw))
}

/** The conditions of an operation: the variables that decide about `@skip` and `@include` in what it reaches. */
export const conditionVariables = (document: ReadDocument, operation: OperationDefinitionNode): string[] => {
  const names = new Set<string>()
  const collect = (directive: DirectiveNode) => {
    if (directive.name.value !== 'skip' && directive.name.value !== 'include') return
    const value = directive.arguments?.find(({ name }) => name.value === 'if')?.value
    if (value?.kind === Kind.VARIABLE) names.add(value.name.value)
  }
  const followed = new Set<string>()
  const look = (node: OperationDefinitionNode | FragmentDefinitionNode): void =>
    walkNodes(node, (inner) => {
      if (inner.kind === Kind.DIRECTIVE) collect(inner)
      if (inner.kind !== Kind.FRAGMENT_SPREAD || followed.has(inner.name.value)) return
      followed.add(inner.name.value)
      const fragment = document.fragments.get(inner.name.value)
      if (fragment) look(fragment)
    })
  look(operation)
  return [...names]
}

/** Decides `@skip` and `@include` with the variables at hand, as section 3.13 of the GraphQL specification says. */
export const includedWith =
  (variables: Variables): CompileContext['included'] =>
  (directives = []) =>
    directives.every((directive) => {
      const value = directive.arguments?.find(({ name }) => name.value === 'if')?.value
      const held = value?.kind === Kind.VARIABLE ? variables[value.name.value] : isTrue(value)
      if (directive.name.value === 'skip') return held !== true
      return directive.name.value !== 'include' || held === true
    })

const isTrue = (value: { readonly kind: string; readonly value?: unknown } | undefined): boolean =>
  value?.kind === Kind.BOOLEAN && value.value === true
