import {
  type ArgumentNode,
  type FieldNode,
  Kind,
  type ObjectValueNode,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type ValueNode,
} from 'graphql'
import type { Gap, Text } from '../sites/text.ts'

/** One root field of a document, or one child of `myself`. */
export interface Asked {
  /** `podStop`, `myself.pods`. */
  readonly name: string
  /** The key it is answered under. */
  readonly key: string
  readonly arguments: readonly ArgumentNode[]
  /** Names of the fields selected directly below; `*` where a gap hides some. */
  readonly fields: readonly string[]
}

/** A GraphQL document as source text says it, its unknown parts as gaps. */
export interface ReadText {
  readonly kind: 'query' | 'mutation' | 'subscription'
  readonly asked: readonly Asked[]
  readonly gaps: readonly Gap[]
}

const GAP = /^__gap(\d+)__$/

/** Parses a document with placeholders for its gaps; undefined where it is no GraphQL. */
export const readDocument = (text: Text): ReadText | undefined => {
  const gaps: Gap[] = []
  const source = text.pieces
    .map((piece) => {
      if (piece.kind === 'written') return piece.text
      gaps.push(piece)
      return `__gap${gaps.length - 1}__`
    })
    .join('')
  const document = tryParse(source)
  const operations = document?.definitions.filter(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  )
  const [operation] = operations ?? []
  if (!operation || operations?.length !== 1) return undefined
  return { kind: operation.operation, asked: operation.selectionSet.selections.flatMap(rootField), gaps }
}

const tryParse = (source: string): ReturnType<typeof parse> | undefined => {
  try {
    return parse(source, { noLocation: true })
  } catch {
    return undefined
  }
}

const rootField = (node: SelectionNode): Asked[] => {
  if (node.kind !== Kind.FIELD) return [{ name: '*', key: '*', arguments: [], fields: [] }]
  if (node.name.value !== 'myself') return [askedOf(node, node.name.value)]
  return (node.selectionSet?.selections ?? []).flatMap((child) =>
    child.kind === Kind.FIELD
      ? [askedOf(child, `myself.${child.name.value}`)]
      : [{ name: 'myself.*', key: '*', arguments: [], fields: [] }],
  )
}

const askedOf = (node: FieldNode, name: string): Asked => ({
  name: GAP.test(node.name.value) ? name.replace(node.name.value, '*') : name,
  key: node.alias?.value ?? node.name.value,
  arguments: node.arguments ?? [],
  fields: (node.selectionSet?.selections ?? []).map((one) =>
    one.kind === Kind.FIELD && !GAP.test(one.name.value) ? one.name.value : '*',
  ),
})

/** How names and gaps of a document are said in the program around it. */
export interface Words {
  /** The expression for a variable; undefined where it cannot be said. */
  readonly variable: (name: string) => string | undefined
  /** The expression in a gap; undefined where it means nothing at the call. */
  readonly gap: (index: number) => string | undefined
  readonly quote: (text: string) => string
}

/** A GraphQL value as an expression of the program; undefined where some part of it cannot be said. */
export const valueText = (node: ValueNode, words: Words): string | undefined => {
  switch (node.kind) {
    case Kind.VARIABLE:
      return words.variable(node.name.value)
    case Kind.STRING:
      return stringText(node.value, words)
    case Kind.ENUM: {
      const gap = GAP.exec(node.value)
      return gap ? words.gap(Number(gap[1])) : words.quote(node.value)
    }
    case Kind.INT:
    case Kind.FLOAT:
      return node.value
    case Kind.BOOLEAN:
      return String(node.value)
    case Kind.NULL:
      return 'null'
    case Kind.LIST: {
      const items = node.values.map((one) => valueText(one, words))
      return items.every((item) => item !== undefined) ? `[${items.join(', ')}]` : undefined
    }
    case Kind.OBJECT:
      return objectText(node, words)
    default:
      node satisfies never
      return undefined
  }
}

const objectText = (node: Pick<ObjectValueNode, 'fields'>, words: Words): string | undefined => {
  const members = node.fields.map(({ name, value }) => {
    const text = valueText(value, words)
    if (text === undefined || GAP.test(name.value)) return undefined
    return text === name.value ? text : `${name.value}: ${text}`
  })
  if (!members.every((one) => one !== undefined)) return undefined
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** The arguments of a field as one object. */
export const argumentsText = (asked: Asked, words: Words): string | undefined =>
  objectText({ fields: asked.arguments as unknown as ObjectValueNode['fields'] }, words)

const stringText = (value: string, words: Words): string | undefined => {
  const parts = value.split(/__gap(\d+)__/)
  if (parts.length === 1) return words.quote(value)
  if (parts.length === 3 && parts[0] === '' && parts[2] === '') return asString(words.gap(Number(parts[1])))
  const said = parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/[`\\]|\$\{/g, '\\$&')
    const gap = words.gap(Number(part))
    return gap === undefined ? undefined : `\${${gap}}`
  })
  return said.every((part) => part !== undefined) ? `\`${said.join('')}\`` : undefined
}

/** An interpolated value arrives as text, whatever it is. */
const asString = (expression: string | undefined): string | undefined =>
  expression === undefined || /^[\w$.]+$/.test(expression) || /^`/.test(expression)
    ? expression
    : `String(${expression})`
