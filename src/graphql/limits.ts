import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql'
import { Kind } from 'graphql'

/** How large a document may be. Real clients stay under a tenth of each. */
export interface DocumentLimits {
  /** Characters of the document's text. */
  readonly characters: number
  /** Lexical tokens; a long inlined string is one. */
  readonly tokens: number
  /** Selection sets inside each other, fragments followed. */
  readonly depth: number
  readonly aliases: number
  /** Fields, fragments expanded wherever they are spread. */
  readonly fields: number
}

export const documentLimits: DocumentLimits = {
  characters: 100_000,
  tokens: 5_000,
  depth: 15,
  aliases: 50,
  fields: 1_000,
}

interface Size {
  readonly depth: number
  readonly aliases: number
  readonly fields: number
}

const NOTHING: Size = { depth: 0, aliases: 0, fields: 0 }
/** Not a number a limit admits: a fragment that spreads itself never ends. */
const ENDLESS: Size = { depth: Number.POSITIVE_INFINITY, aliases: 0, fields: 0 }

/**
 * Says which limit a document exceeds, or undefined. Linear in the document: a fragment is measured once,
 * however often it is spread, so an exponential expansion is counted without being made.
 */
export const exceededLimit = (document: DocumentNode, limits: DocumentLimits): string | undefined => {
  const measure = measurer(document)
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue
    const size = measure(definition.selectionSet)
    if (size.depth === Number.POSITIVE_INFINITY) return 'A fragment of the document spreads itself.'
    for (const name of ['depth', 'aliases', 'fields'] as const) {
      if (size[name] > limits[name]) return `The document exceeds the limit of ${limits[name]} for ${name}.`
    }
  }
  return undefined
}

const measurer = (document: DocumentNode) => {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const measured = new Map<string, Size>()

  const spread = (name: string): Size => {
    const known = measured.get(name)
    if (known) return known
    measured.set(name, ENDLESS) // found again while it is being measured: a circle
    const fragment = fragments.get(name)
    const size = fragment ? inside(fragment.selectionSet) : NOTHING
    measured.set(name, size)
    return size
  }

  const inside = (set: SelectionSetNode): Size => {
    let total = NOTHING
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) total = beside(total, spread(selection.name.value))
      else if (selection.kind === Kind.INLINE_FRAGMENT) total = beside(total, inside(selection.selectionSet))
      else {
        const below = selection.selectionSet ? inside(selection.selectionSet) : NOTHING
        const aliases = below.aliases + (selection.alias ? 1 : 0)
        total = beside(total, { depth: below.depth + 1, aliases, fields: below.fields + 1 })
      }
    }
    return total
  }
  return inside
}

const beside = (left: Size, right: Size): Size => ({
  depth: Math.max(left.depth, right.depth),
  aliases: left.aliases + right.aliases,
  fields: left.fields + right.fields,
})
