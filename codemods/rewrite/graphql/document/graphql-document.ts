import {
  type ArgumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  visit,
} from 'graphql'
import type { Text } from '../../../sites/texts/text.ts'
import type { DocumentText } from './document-reader.ts'

/** One root field of a document, or one child of `myself`. */
export interface Asked {
  /** `podStop`, `myself.pods`. */
  readonly name: string
  /** The key it is answered under. */
  readonly key: string
  readonly arguments: readonly ArgumentNode[]
  /** The field as it stands in the document. */
  readonly node: FieldNode
  /** What is selected below; undefined where a gap or a directive hides some of it. */
  readonly selected: readonly Selected[] | undefined
}

/** A field selected somewhere below a root field. Fragments are spread out. */
export interface Selected {
  readonly name: string
  readonly key: string
  readonly arguments: readonly ArgumentNode[]
  readonly inner: readonly Selected[]
}

/** A GraphQL document as source text says it, its unknown parts as gaps. */
export interface ReadText {
  readonly kind: 'query' | 'mutation' | 'subscription'
  /** The operation's own name, where it has one. */
  readonly name: string | undefined
  readonly asked: readonly Asked[]
  readonly slots: DocumentText['slots']
  readonly conditions: DocumentText['conditions']
  /** What variables are where nobody gives them a value (`$count: Int = 1`). */
  readonly defaults: ReadonlyMap<string, ValueNode>
  readonly operation: OperationDefinitionNode
  readonly fragments: Fragments
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

export const GAP = /^__gap(\d+)__$/

/** A text that is put together in steps, as a document with names for its unknown parts. */
export const asDocument = ({ pieces }: Text): DocumentText => {
  const slots: DocumentText['slots'][number][] = []
  const words = pieces.map((piece) => {
    if (piece.kind === 'written') return piece.text
    slots.push({ kind: 'value', at: { node: piece.node, scope: piece.scope } })
    return `__gap${slots.length - 1}__`
  })
  return { source: words.join(''), slots, conditions: [], nodes: [] }
}

/** Parses a document; undefined where it is no GraphQL. */
export const readDocument = ({ source, slots, conditions }: DocumentText): ReadText | undefined => {
  const document = tryParse(source)
  const operations = document?.definitions.filter(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  )
  const [operation] = operations ?? []
  if (!document || !operation || operations?.length !== 1) return undefined
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  )
  const roots = fieldsOf(operation.selectionSet, fragments)
  return {
    kind: operation.operation,
    name: operation.name?.value,
    asked: roots ? roots.flatMap((field) => rootField(field, fragments)) : [HIDDEN],
    slots,
    conditions,
    operation,
    fragments,
    defaults: new Map(
      (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
        defaultValue ? [[variable.name.value, defaultValue] as const] : [],
      ),
    ),
  }
}

/** Whether a document holds more than one operation. */
export const holdsSeveral = ({ source }: DocumentText): boolean =>
  (tryParse(source)?.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length ?? 0) > 1

/** What of a document is asked for on a condition of GraphQL's own. */
export const onConditions = ({ operation, fragments }: ReadText): readonly string[] => {
  const names: string[] = []
  const enter = (node: SelectionNode): void => {
    if (!node.directives?.length) return
    names.push(node.kind === Kind.INLINE_FRAGMENT ? '…' : node.name.value)
  }
  for (const one of [operation, ...fragments.values()])
    visit(one, { Field: enter, InlineFragment: enter, FragmentSpread: enter })
  return names
}

/** The name that `myself` is asked for under, where that is another. */
export const myselfAs = ({ operation }: ReadText): string | undefined =>
  operation.selectionSet.selections
    .flatMap((one) => (one.kind === Kind.FIELD && one.name.value === 'myself' ? [one.alias?.value] : []))
    .find((name) => name !== undefined)

const NAMELESS: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '*' } }
const HIDDEN: Asked = { name: '*', key: '*', node: NAMELESS, arguments: [], selected: undefined }

const tryParse = (source: string): ReturnType<typeof parse> | undefined => {
  try {
    return parse(source, { noLocation: true })
  } catch {
    return undefined
  }
}

const MOST_DEPTH = 12

/** The fields of a selection, those of its fragments among them; undefined where some are not to be seen. */
const fieldsOf = (
  set: SelectionSetNode | undefined,
  fragments: Fragments,
  depth = 0,
): FieldNode[] | undefined => {
  if (depth > MOST_DEPTH) return undefined
  const found: FieldNode[] = []
  for (const one of set?.selections ?? []) {
    const fields = fieldsIn(one, fragments, depth)
    if (!fields) return undefined
    found.push(...fields)
  }
  return found
}

const fieldsIn = (node: SelectionNode, fragments: Fragments, depth: number): FieldNode[] | undefined => {
  if (node.directives && node.directives.length > 0) return undefined
  if (node.kind === Kind.INLINE_FRAGMENT) return fieldsOf(node.selectionSet, fragments, depth + 1)
  if (node.kind === Kind.FRAGMENT_SPREAD) {
    const fragment = fragments.get(node.name.value)
    return fragment ? fieldsOf(fragment.selectionSet, fragments, depth + 1) : undefined
  }
  return GAP.test(node.name.value) ? undefined : [node]
}

const rootField = (node: FieldNode, fragments: Fragments): Asked[] => {
  if (node.name.value !== 'myself') return [askedOf(node, node.name.value, fragments)]
  const children = node.alias ? undefined : fieldsOf(node.selectionSet, fragments)
  return (
    children?.map((child) => askedOf(child, `myself.${child.name.value}`, fragments)) ?? [
      { ...HIDDEN, name: 'myself.*' },
    ]
  )
}

const keyOf = (node: FieldNode): string => node.alias?.value ?? node.name.value

const askedOf = (node: FieldNode, name: string, fragments: Fragments): Asked => ({
  name,
  key: keyOf(node),
  node,
  arguments: node.arguments ?? [],
  selected: selectedIn(node.selectionSet, fragments, 0),
})

const selectedIn = (
  set: SelectionSetNode | undefined,
  fragments: Fragments,
  depth: number,
): Selected[] | undefined => {
  const fields = fieldsOf(set, fragments, depth)
  if (!fields) return undefined
  const found = fields.map((node): Selected | undefined => {
    const inner = selectedIn(node.selectionSet, fragments, depth + 1)
    return inner && { name: node.name.value, key: keyOf(node), arguments: node.arguments ?? [], inner }
  })
  return found.every((one) => one !== undefined) ? found : undefined
}

/** A selection as one line of text: `id runtime { ports { ip } }`; an alias as `key:name`. */
export const selectionText = (selected: readonly Selected[]): string =>
  selected
    .map(({ name, key, inner }) => {
      const word = key === name ? name : `${key}:${name}`
      return inner.length > 0 ? `${word} { ${selectionText(inner)} }` : word
    })
    .join(' ')

/** The paths that a selection ends in: `id`, `runtime.ports.ip`. */
export const pathsIn = (selected: readonly Selected[], at = ''): string[] =>
  selected.flatMap(({ name, inner }) =>
    inner.length > 0 ? pathsIn(inner, `${at}${name}.`) : [`${at}${name}`],
  )

/** A document that asks for some fields of another; undefined where the program puts something into them. */
export const reducedText = (
  { operation, fragments }: ReadText,
  kept: readonly Asked[],
): string | undefined => {
  const children = kept.filter(({ name }) => name.startsWith('myself.')).map(({ node }) => node)
  const roots = kept.filter(({ name }) => !name.startsWith('myself.')).map(({ node }) => node)
  const myself: FieldNode = {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: 'myself' },
    selectionSet: { kind: Kind.SELECTION_SET, selections: children },
  }
  const selections = children.length > 0 ? [...roots, myself] : roots
  const used = usedIn(selections, fragments)
  const definitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    used.variables.has(variable.name.value),
  )
  const { variableDefinitions: _, ...own } = operation
  const reduced: OperationDefinitionNode = {
    ...own,
    ...(definitions.length > 0 ? { variableDefinitions: definitions } : {}),
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  }
  const texts = [reduced, ...used.fragments].map((node) => print(node).replace(/\s+/g, ' '))
  const text = texts.join(' ')
  return text.includes('__gap') || text.includes('"') ? undefined : text
}

/** The variables and fragments that some fields use. */
const usedIn = (
  nodes: readonly FieldNode[],
  fragments: Fragments,
): { readonly variables: ReadonlySet<string>; readonly fragments: ReadonlySet<FragmentDefinitionNode> } => {
  const variables = new Set<string>()
  const found = new Set<FragmentDefinitionNode>()
  const waiting: (FieldNode | FragmentDefinitionNode)[] = [...nodes]
  for (let node = waiting.pop(); node; node = waiting.pop())
    visit(node, {
      Variable: ({ name }) => void variables.add(name.value),
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value)
        if (fragment && !found.has(fragment)) waiting.push(fragment)
        if (fragment) found.add(fragment)
      },
    })
  return { variables, fragments: found }
}
