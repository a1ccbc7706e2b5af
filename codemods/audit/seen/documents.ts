import { type Literal, offsetIn } from '../text/literals.ts'
import type { CompiledVocabulary, OperationFact } from '../words/vocabulary.ts'
import { fold } from '../words/word-gate.ts'

/** A field that an operation selects, or a key of its arguments. */
export interface DocumentField {
  readonly start: number
  readonly name: string
  /** The field it is selected in; none directly below the operation. */
  readonly parent: string | undefined
  readonly argument: boolean
}

/** One operation a GraphQL document asks for. */
export interface OperationSite {
  readonly operation: OperationFact
  readonly start: number
  readonly end: number
  /** The document holds words that only this vendor's schema has, or several operations of it. */
  readonly sure: boolean
  readonly literal: Literal
  readonly fields: readonly DocumentField[]
}

/** Escapes become blanks of the same length, so that `{\n  podStop` in a JSON string reads like the real thing. */
const plain = (content: string): string => content.replace(/\\+["'nrt]/g, (sign) => ' '.repeat(sign.length))

const TOKEN = /#[^\n]*|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|\$\{|[{}()[\]]|[$@!:=|&]|\.\.\.|[A-Za-z_]\w*|,/g

interface Field {
  readonly name: string
  readonly depth: number
  readonly parent: string | undefined
  readonly index: number
  /** A key of an argument, not a selected field. */
  readonly argument: boolean
}

/** A name or a brace outside of the holes, and what it stands in. */
interface Token {
  readonly text: string
  readonly index: number
  /** Whether it stands in the brackets of arguments. */
  readonly argument: boolean
  /** `name:` is a key or an alias. */
  readonly named: boolean
}

/** What a document says outside of its holes: `${…}` may hold any code. */
const tokensOf = function* (text: string): Generator<Token> {
  let round = 0
  let hole = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '${' && hole === 0) hole = 1
    else if (hole > 0) hole += token === '{' || token === '${' ? 1 : token === '}' ? -1 : 0
    else if (token === '(' || token === '[') round++
    else if (token === ')' || token === ']') round = Math.max(0, round - 1)
    else
      yield {
        text: token,
        index,
        argument: round > 0,
        named: /^\s*:/.test(text.slice(index + token.length)),
      }
  }
}

const isName = ({ text }: Token): boolean => /^[A-Za-z_]/.test(text)

/**
 * The selected fields of a GraphQL document with their depth, by brackets alone: documents in programs have holes
 * (`${…}`, `%s`) and half-sentences that a parser refuses.
 */
const fieldsIn = (content: string): readonly Field[] => {
  const fields: Field[] = []
  const parents: (string | undefined)[] = []
  let last: string | undefined
  const add = ({ text: name, index, argument }: Token, parent: string | undefined): void =>
    void fields.push({ name, depth: parents.length, parent, index, argument })
  for (const token of tokensOf(plain(content))) {
    if (token.argument) {
      if (last !== undefined && isName(token) && token.named) add(token, last)
    } else if (token.text === '{') parents.push(last)
    else if (token.text === '}') parents.pop()
    else if (isName(token) && !token.named) {
      last = token.text
      if (parents.length > 0) add(token, parents.at(-1))
    }
  }
  return fields
}

const LOOKS_LIKE = /\b(?:query|mutation)\b[^{}]*\{|^\s*\{\s*[A-Za-z_]|"query\\*"\s*:|\{\{?\s*\w+\s*[({]/

/** `{pod}` of `address.replace('{pod}', id)`: what says neither what it asks for nor what of it is no document. */
const PLACEHOLDER = /^\s*\{\s*\w+\s*\}\s*$/

/** Only roots and the children of `myself` are operations; the same names deeper down are fields. */
const fact = (field: Field, vocabulary: CompiledVocabulary): OperationFact | undefined => {
  if (field.parent === 'myself') return vocabulary.childrenByName.get(field.name)
  const isRoot = field.parent === undefined || field.depth === 1 || wraps(field.parent)
  return isRoot ? vocabulary.operationsByName.get(field.name) : undefined
}

const isTelling = (name: string): boolean => (name.match(/[A-Z]/g) ?? []).length >= 1

const QUERY_KEY = /(\\*)["']?query\1["']?\s*:\s*(\\*)(["'])(?!\3)/g

/** A JSON body holds its document in a string of its own, which is read by itself. */
const payloads = (literal: Literal): readonly Literal[] => {
  const inner = [...literal.content.matchAll(QUERY_KEY)].flatMap((match): Literal[] => {
    const from = match.index + match[0].length
    const quote = `${match[2]}${match[3]}`
    let to = literal.content.indexOf(quote, from)
    while (to > 0 && literal.content[to - 1] === '\\') to = literal.content.indexOf(quote, to + 1)
    const content = literal.content.slice(from, to < 0 ? undefined : to)
    const start = offsetIn(literal, from)
    return [{ content, parts: [{ from: 0, at: start }], start, end: start + content.length }]
  })
  return inner.length > 0 ? inner : [literal]
}

/** Documents of the legacy schema in the literals. */
export const operationSites = (
  literals: readonly Literal[],
  vocabulary: CompiledVocabulary,
): readonly OperationSite[] =>
  literals.flatMap(payloads).flatMap((literal) => {
    if (!LOOKS_LIKE.test(literal.content) || PLACEHOLDER.test(literal.content)) return []
    const fields = fieldsIn(literal.content)
    const found = fields.flatMap((field) => {
      if (field.argument) return []
      const operation = fact(field, vocabulary)
      return operation ? [{ field, operation }] : []
    })
    const names = new Set(found.map(({ field }) => field.name))
    const sure =
      [...names].some(isTelling) ||
      names.size > 1 ||
      fields.some(({ name }) => vocabulary.weightOf(fold(name)) >= 2)
    return found.map(({ field, operation }): OperationSite => {
      const start = offsetIn(literal, field.index)
      return {
        operation,
        start,
        end: start + field.name.length,
        sure,
        literal,
        fields: partsOf(fields, field, literal),
      }
    })
  })

/** The fields and arguments between an operation and the next one of its depth. */
const partsOf = (fields: readonly Field[], root: Field, literal: Literal): readonly DocumentField[] => {
  const from = fields.indexOf(root) + 1
  const end = fields.findIndex(({ depth, argument }, at) => at >= from && !argument && depth <= root.depth)
  return fields.slice(from, end < 0 ? undefined : end).map(({ name, parent, index, argument }) => ({
    start: offsetIn(literal, index),
    name,
    parent: parent === root.name ? undefined : parent,
    argument,
  }))
}

/** Names that may stand before a document's first brace: the operation's own name, a JSON key, a shell word. */
const wraps = (parent: string): boolean =>
  /^(query|mutation|subscription|[A-Z]\w*|data|json|body|d)$/.test(parent)
