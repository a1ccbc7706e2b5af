import { type ArgumentNode, Kind, type ObjectFieldNode, type ValueNode } from 'graphql'
import type { z } from 'zod'
import { GAP } from '../document/graphql-document.ts'
import { fieldType, itemType } from './graphql-types.ts'

/** How names and gaps of a document are said in the program around it. */
export interface Words {
  /** The expression for a variable; undefined where it cannot be said. */
  readonly variable: (name: string) => string | undefined
  /** The expression for what stands in a gap by itself; undefined where it means nothing at the call. */
  readonly gap: (index: number, type: z.ZodType | undefined) => string | undefined
  /** The same inside a GraphQL string, freed of what only made it fit in there. @param isAny whether it may be a number as well */
  readonly gapInString: (index: number, isAny?: boolean) => string | undefined
  /** The same where the gap's text is GraphQL for some items of a list. */
  readonly gapInList: (index: number, type: z.ZodType | undefined) => string | undefined
  /** What a gap says, where it is the name of a constant. */
  readonly constant: (index: number) => string | undefined
  /** What has to hold for the fields between `__if0__` and `__end0__`. */
  readonly condition: (index: number) => string | undefined
  readonly quote: (text: string) => string
  /** What could not be said so far. */
  readonly unsaid: readonly string[]
  /** The variables of the call, where one of them could not be told. */
  readonly unseen: string[]
  /** Variables that the document insists on, and the call does not give. */
  readonly missing: string[]
}

/** A GraphQL value as an expression of the program; undefined where some part of it cannot be said. */
export const valueText = (node: ValueNode, words: Words, type?: z.ZodType): string | undefined => {
  switch (node.kind) {
    case Kind.VARIABLE:
      return words.variable(node.name.value)
    case Kind.STRING:
      return stringText(node.value, words)
    case Kind.ENUM: {
      const gap = GAP.exec(node.value)
      return gap ? words.gap(Number(gap[1]), type) : words.quote(node.value)
    }
    case Kind.INT:
    case Kind.FLOAT:
      return node.value
    case Kind.BOOLEAN:
      return String(node.value)
    case Kind.NULL:
      return 'null'
    case Kind.LIST:
      return listText(node.values, words, itemType(type))
    case Kind.OBJECT:
      return objectText(node.fields, words, type)
    default:
      node satisfies never
      return undefined
  }
}

const listText = (
  values: readonly ValueNode[],
  words: Words,
  type: z.ZodType | undefined,
): string | undefined => {
  const items = values.map((one) => {
    const gap = one.kind === Kind.ENUM ? GAP.exec(one.value) : undefined
    const list = gap && words.gapInList(Number(gap[1]), type)
    return list ? `...${list}` : valueText(one, one.kind === Kind.OBJECT ? ofAny(words) : words, type)
  })
  if (!items.every((item) => item !== undefined)) return undefined
  const [only] = items
  return items.length === 1 && only?.startsWith('...') ? only.slice(3) : `[${items.join(', ')}]`
}

/** Items of a list that are objects say anything by their keys, numbers as well. */
export const ofAny = (words: Words): Words => ({
  ...words,
  gapInString: (index) => words.gapInString(index, true),
})

/** A field of an input, or fields that are only given under a condition. */
type Part =
  | { readonly field: ObjectFieldNode }
  | { readonly condition: number; readonly yes: readonly Part[]; readonly no: readonly Part[] }

const MARK = /^__(if|else|end)(\d+)__$/

/** The fields of an input with its conditions as a tree. */
export const partsOf = (fields: readonly ObjectFieldNode[]): readonly Part[] => {
  const top: Part[] = []
  const open: { index: number; yes: Part[]; no: Part[]; into: Part[] }[] = []
  for (const field of fields) {
    const [, word, index] = MARK.exec(field.name.value) ?? []
    const inner = open.at(-1)
    if (word === 'if') {
      const yes: Part[] = []
      open.push({ index: Number(index), yes, no: [], into: yes })
    } else if (word === 'else' && inner) inner.into = inner.no
    else if (word === 'end' && inner) {
      open.pop()
      const { index: condition, yes, no } = inner
      const into = open.at(-1)?.into ?? top
      into.push({ condition, yes, no })
    } else (inner?.into ?? top).push({ field })
  }
  return top
}

const objectText = (
  fields: readonly ObjectFieldNode[],
  words: Words,
  type: z.ZodType | undefined,
): string | undefined => partsText(partsOf(fields), words, (name) => fieldType(type, name))

const partsText = (
  parts: readonly Part[],
  words: Words,
  typeOf: (name: string) => z.ZodType | undefined,
): string | undefined => {
  const members = parts.map((part): string | undefined => {
    if ('field' in part) return memberText(part.field, words, typeOf)
    const condition = words.condition(part.condition)
    const yes = partsText(part.yes, words, typeOf)
    const no = partsText(part.no, words, typeOf)
    const isSaid = condition !== undefined && yes !== undefined && no !== undefined
    return isSaid ? `...(${condition} ? ${yes} : ${no})` : undefined
  })
  if (!members.every((one) => one !== undefined)) return undefined
  // What a variable that nobody gives would say, is not said
  const said = members.filter((one) => !/^\w+: undefined$/.test(one))
  return said.length === 0 ? '{}' : `{ ${said.join(', ')} }`
}

const memberText = (
  { name: { value: name }, value }: ObjectFieldNode,
  words: Words,
  typeOf: (name: string) => z.ZodType | undefined,
): string | undefined => {
  const gap = GAP.exec(name)
  const text = gap ? words.gap(Number(gap[1]), undefined) : valueText(value, words, typeOf(name))
  if (text === undefined || gap) return undefined
  return text === name ? text : `${name}: ${text}`
}

/** The arguments of a field as one object. */
export const argumentsText = (
  given: readonly ArgumentNode[],
  words: Words,
  types: Readonly<Record<string, z.ZodType>> = {},
): string | undefined =>
  partsText(partsOf(given as unknown as readonly ObjectFieldNode[]), words, (name) => types[name])

const stringText = (value: string, words: Words): string | undefined => {
  const parts = value.split(/__gap(\d+)__/)
  if (parts.length === 1) return words.quote(value)
  if (parts.length === 3 && parts[0] === '' && parts[2] === '') return words.gapInString(Number(parts[1]))
  const said = parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/[`\\]|\$\{/g, '\\$&')
    const gap = words.gapInString(Number(part))
    return gap === undefined ? undefined : `\${${gap.replace(/^String\((.*)\)$/s, '$1')}}`
  })
  return said.every((part) => part !== undefined) ? `\`${said.join('')}\`` : undefined
}
