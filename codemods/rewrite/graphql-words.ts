import { type ArgumentNode, Kind, type ObjectValueNode, type ValueNode } from 'graphql'
import { GAP } from './graphql-document.ts'

/** How names and gaps of a document are said in the program around it. */
export interface Words {
  /** The expression for a variable; undefined where it cannot be said. */
  readonly variable: (name: string) => string | undefined
  /** The expression in a gap; undefined where it means nothing at the call. */
  readonly gap: (index: number) => string | undefined
  /** The same inside a GraphQL string, freed of what only made it fit in there. */
  readonly gapInString: (index: number) => string | undefined
  /** The same where the gap's text is GraphQL for some items of a list. */
  readonly gapInList: (index: number) => string | undefined
  /** Whether a gap's expression is text and nothing else. */
  readonly isText: (index: number) => boolean
  /** What a gap says, where it is the name of a constant. */
  readonly constant: (index: number) => string | undefined
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
    case Kind.LIST:
      return listText(node.values, words)
    case Kind.OBJECT:
      return objectText(node, words)
    default:
      node satisfies never
      return undefined
  }
}

const listText = (values: readonly ValueNode[], words: Words): string | undefined => {
  const items = values.map((one) => {
    const gap = one.kind === Kind.ENUM ? GAP.exec(one.value) : undefined
    if (!gap) return valueText(one, words)
    const list = words.gapInList(Number(gap[1]))
    return list && `...${list}`
  })
  if (!items.every((item) => item !== undefined)) return undefined
  const [only] = items
  return items.length === 1 && only?.startsWith('...') ? only.slice(3) : `[${items.join(', ')}]`
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
export const argumentsText = (given: readonly ArgumentNode[], words: Words): string | undefined =>
  objectText({ fields: given as unknown as ObjectValueNode['fields'] }, words)

const stringText = (value: string, words: Words): string | undefined => {
  const parts = value.split(/__gap(\d+)__/)
  if (parts.length === 1) return words.quote(value)
  if (parts.length === 3 && parts[0] === '' && parts[2] === '')
    return asString(words.gapInString(Number(parts[1])), words.isText(Number(parts[1])))
  const said = parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/[`\\]|\$\{/g, '\\$&')
    const gap = words.gapInString(Number(part))
    return gap === undefined ? undefined : `\${${gap}}`
  })
  return said.every((part) => part !== undefined) ? `\`${said.join('')}\`` : undefined
}

/** An interpolated value arrives as text, whatever it is. */
const asString = (expression: string | undefined, isText: boolean): string | undefined =>
  expression === undefined || isText || /^[\w$.]+$/.test(expression) || /^`/.test(expression)
    ? expression
    : `String(${expression})`
