import { type DocumentNode, Kind, parse, TokenKind, type ValueNode, visit } from 'graphql'
import { isSecretName, REDACTED } from './secret-names.ts'

/** A GraphQL document without the texts inlined in it, and what the rest of the exchange must hide because of it. */
export interface RedactedDocument {
  readonly text: string
  /** False for what does not parse: it is withheld. */
  readonly isRead: boolean
  /** What was taken out. */
  readonly values: readonly string[]
  /** Variables whose value is a secret, by where they are used. */
  readonly variables: ReadonlySet<string>
  /** Names the answer gives to secret fields: an alias hides what it stands for. */
  readonly aliases: ReadonlySet<string>
}

const INLINED = new Set<string>([TokenKind.STRING, TokenKind.BLOCK_STRING])
const WITHHELD: RedactedDocument = {
  isRead: false,
  text: '# withheld: it does not parse and may hold a secret',
  values: [],
  variables: new Set(),
  aliases: new Set(),
}

/**
 * Every string literal goes, whatever its name: a document says nothing of what a string is for. Comments go too, and
 * what stands under the name of a secret without its quotes.
 */
const cutLiterals = (
  source: string,
  document: DocumentNode,
  bare: ReadonlySet<number>,
): Pick<RedactedDocument, 'text' | 'values'> => {
  const values: string[] = []
  let text = ''
  let from = 0
  for (let token = document.loc?.startToken ?? null; token; token = token.next) {
    const isComment = token.kind === TokenKind.COMMENT
    if (!isComment && !INLINED.has(token.kind) && !bare.has(token.start)) continue
    values.push(token.value.trim())
    text += source.slice(from, token.start) + (isComment ? '' : JSON.stringify(REDACTED))
    from = token.end
  }
  return { text: text + source.slice(from), values }
}

/** What a value is made of, in the end. */
const leavesOf = (value: ValueNode): readonly ValueNode[] => {
  if (value.kind === Kind.LIST) return value.values.flatMap(leavesOf)
  return value.kind === Kind.OBJECT ? value.fields.flatMap((field) => leavesOf(field.value)) : [value]
}

/** A number or a name, as a secret becomes that was put in without quotes. */
const isBare = ({ kind }: ValueNode): boolean =>
  kind === Kind.ENUM || kind === Kind.INT || kind === Kind.FLOAT

/** Takes out of a document what must not be written down; one that cannot be read is withheld whole. */
export const redactDocument = (source: string): RedactedDocument => {
  const variables = new Set<string>()
  const aliases = new Set<string>()
  const bare = new Set<number>()
  const named = ({ name, value }: { name: { value: string }; value: ValueNode }): undefined => {
    if (!isSecretName(name.value)) return
    for (const leaf of leavesOf(value)) {
      if (leaf.kind === Kind.VARIABLE) variables.add(leaf.name.value)
      else if (isBare(leaf) && leaf.loc) bare.add(leaf.loc.start)
    }
  }
  try {
    const document = parse(source)
    visit(document, {
      Argument: named,
      ObjectField: named,
      Field: ({ alias, name }) => {
        if (alias && isSecretName(name.value)) aliases.add(alias.value)
      },
    })
    return { isRead: true, ...cutLiterals(source, document, bare), variables, aliases }
  } catch {
    return WITHHELD
  }
}
