import { Kind, parse, visit } from 'graphql'
import { concat, emptyText, type Gap, type Part, type Piece, shapeOf, type Text } from '../sites/text.ts'

/** Whether an expression can be said at the call. */
export type CanSay = (gap: Gap) => boolean

/** What was made to fit into a document: the name of such a text is not the value. */
export const isEscaping = ({ node }: Gap): boolean =>
  /\\\\|JSON\.stringify|escape|sanitize|quote/i.test(node.getText())

/**
 * The documents in which what stands for a value is a gap under its own expression: the author's name for a constant
 * outlives the document, and an environment's default is no value that nobody could replace. Alternatives of a value
 * alone are then one document.
 */
export const withParts = (documents: readonly Text[], canSay: CanSay): Text[] => {
  const found = new Map<string, Text>()
  for (const one of documents.map((text) => valuesAsParts(text, canSay))) {
    const key = keyOf(one)
    const other = found.get(key)
    found.set(key, other ? either(other, one) : one)
  }
  return [...found.values()]
}

const keyOf = ({ pieces }: Text): string =>
  pieces
    .map((piece) => (piece.kind === 'written' ? piece.text : `\0${piece.node.pos}:${piece.node.end}\0`))
    .join('')

/** A constant with two values is none. */
const either = (one: Text, two: Text): Text => ({
  env: [...new Set([...one.env, ...two.env])],
  pieces: one.pieces.map((piece, index) => {
    const other = two.pieces[index]
    if (piece.kind === 'written' || other?.kind !== 'gap' || piece.constant === other.constant) return piece
    const { constant: _, ...rest } = piece
    return rest
  }),
})

const valuesAsParts = (text: Text, canSay: CanSay): Text => {
  for (const depth of [-1, 0]) {
    const groups = groupsOf(text, depth)
    const values = valuePositions(groups)
    if (values) return joined(text, groups, (group) => isValue(group, values.get(group), canSay))
  }
  return text
}

/** Pieces that came in by one part, or a piece on its own. */
interface Group {
  readonly part: Part | undefined
  readonly pieces: readonly Piece[]
}

const groupsOf = ({ pieces, silent = [] }: Text, depth: number): Group[] => {
  const groups: { part: Part | undefined; pieces: Piece[] }[] = []
  const addSilent = (index: number): void => {
    for (const { part, at } of silent) if (at === index) groups.push({ part, pieces: [] })
  }
  pieces.forEach((piece, index) => {
    addSilent(index)
    const part = piece.by?.at(depth)
    const last = groups.at(-1)
    if (part && last?.part === part) last.pieces.push(piece)
    else groups.push({ part, pieces: [piece] })
  })
  addSilent(pieces.length)
  return groups
}

/** The groups that are values of the document, or stand in one; undefined where it does not parse with them as gaps. */
const valuePositions = (groups: readonly Group[]): Map<Group, 'quoted' | 'bare'> | undefined => {
  const source = groups
    .map((group, index) =>
      isWritten(group) ? shapeOf({ pieces: group.pieces, env: [] }) : `__gap${index}__`,
    )
    .join('')
  const found = new Map<Group, 'quoted' | 'bare'>()
  const add = (text: string, position: 'quoted' | 'bare'): void => {
    for (const [, index] of text.matchAll(/__gap(\d+)__/g)) {
      const group = groups[Number(index)]
      if (group) found.set(group, position)
    }
  }
  try {
    visit(parse(source, { noLocation: true }), {
      [Kind.STRING]: ({ value }) => add(value, 'quoted'),
      [Kind.ENUM]: ({ value }) => add(value, 'bare'),
    })
    return found
  } catch {
    return undefined
  }
}

const isWritten = ({ part, pieces }: Group): boolean =>
  !part && pieces.every(({ kind }) => kind === 'written')

/** Whether a group is a value and nothing else: no quotes or brackets come in with it. */
const isValue = (
  { part, pieces }: Group,
  position: 'quoted' | 'bare' | undefined,
  canSay: CanSay,
): boolean => {
  if (!part || !position || !canSay(gapOf(part))) return false
  if (pieces.some((piece) => piece.kind === 'gap' && isEscaping(piece))) return false
  const plain = position === 'quoted' ? /^[^"\\]*$/ : /^[\w.+-]+$/
  if (position === 'bare' && pieces.length !== 1) return false
  return pieces.every((piece) => piece.kind === 'gap' || plain.test(piece.text))
}

const gapOf = ({ node, scope }: Part): Gap => ({ kind: 'gap', node, scope })

const joined = (text: Text, groups: readonly Group[], isValueOf: (group: Group) => boolean): Text => {
  const said: Part[] = []
  const read: Part[] = []
  let pieces: Text = emptyText
  for (const group of groups) {
    const isSaid = isValueOf(group)
    if (group.part) (isSaid ? said : read).push(group.part)
    pieces = concat(pieces, { pieces: isSaid ? [named(group)] : group.pieces, env: [] })
  }
  const free = new Set(said.flatMap(({ env }) => env))
  const bound = new Set(read.flatMap(({ env }) => env))
  return { pieces: pieces.pieces, env: text.env.filter((name) => !free.has(name) || bound.has(name)) }
}

const named = ({ part, pieces }: Group): Gap => {
  const isConstant = pieces.every(({ kind }) => kind === 'written') && part?.env.length === 0
  return {
    ...gapOf(part as Part),
    ...(isConstant ? { constant: shapeOf({ pieces, env: [] }) } : {}),
  }
}
