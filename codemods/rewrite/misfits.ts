import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Complaint } from '../project/parse/complaints.ts'
import type { Sources } from '../project/parse/program.ts'
import { nodeAt } from '../sites/program/syntax/node-at.ts'
import { type Edit, inTurn, keyOf } from './edit/edit.ts'
import type { Plan } from './plan.ts'

/** A file's text before and after. */
interface Changed {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
}

/** A change that the program's types do not take. */
export interface Misfit {
  /** The edits that it is about, by their keys. */
  readonly edits: ReadonlySet<string>
  /** What the compiler says of it. */
  readonly text: string
}

/**
 * What a compiler would refuse of files that it took as they were, by the edits which made it so.
 * @param edits all that were made
 * @param plans whose edits may be done without
 */
export const misfitsOf = (
  sources: Sources,
  changes: readonly Changed[],
  edits: readonly Edit[],
  plans: readonly Plan[],
): Misfit[] => {
  const typed = changes.filter(({ path, before = '' }) => before !== '' && isTyped(path, before))
  if (typed.length === 0) return []
  const ours = plans.flatMap((plan) =>
    plan.left ? (plan.keeps?.edits ?? []) : [...plan.base, ...plan.edits],
  )
  const ofTypes = ours.filter((edit) => typeAround(edit) !== undefined)
  // What a type says may be held against files that never changed
  const asked =
    ofTypes.length > 0 ? sources.files.map(({ fileName }) => fileName) : typed.map(({ path }) => path)
  // Without the module that they import, its mappers would be `any` to those that are asked
  const added = changes.filter(({ before }) => before === undefined)
  const texts = new Map([...typed, ...added].map(({ path, after }) => [path, after]))
  const now = sources.complaints(
    asked.filter((path) => texts.has(path) || TYPED.test(path)),
    texts,
  )
  const old = now.length > 0 ? sources.complaints([...new Set(now.map(({ path }) => path))]) : []
  const mine = new Set(ours.map(keyOf))
  return now.flatMap((complaint) => {
    const place = placeOf(complaint, sources, edits)
    if (!place || isOld(complaint, place, old)) return []
    const near = nearestTo(complaint, place).filter((edit) => mine.has(keyOf(edit)))
    const own = near.length > 0 ? near : namedIn(`${complaint.text} ${place.said}`, ofTypes)
    return own.length > 0 ? [{ edits: new Set(own.map(keyOf)), text: complaint.text }] : []
  })
}

const TYPED = /\.[cm]?tsx?$/

/** JavaScript says by itself that its types are to be checked. */
const isTyped = (path: string, text: string): boolean =>
  TYPED.test(path) || /^\s*\/\/\s*@ts-check\b/.test(text)

/** An edit, and where its text stands once it is made. */
interface Placed {
  readonly edit: Edit
  readonly from: number
  readonly to: number
}

const placed = (edits: readonly Edit[], own: ts.SourceFile): Placed[] => {
  let moved = 0
  return inTurn(edits.filter(({ file }) => file === own)).map((edit) => {
    const from = edit.start + moved
    moved += edit.text.length - (edit.end - edit.start)
    return { edit, from, to: from + edit.text.length }
  })
}

/** What a complaint is about, as it was. */
interface Place {
  readonly edits: readonly Placed[]
  readonly from: number
  readonly to: number
  /** The expressions around it, and the statement where that holds no others. */
  readonly around: readonly ts.Node[]
  /** The text of the statement. */
  readonly said: string
}

const placeOf = (
  { path, start, end }: Complaint,
  { files }: Sources,
  all: readonly Edit[],
): Place | undefined => {
  const file = files.find(({ fileName }) => fileName === path)
  if (!file) return undefined
  const edits = placed(all, file)
  const [from, to] = [before(start, edits), before(end, edits)]
  const nodes = upwards(nodeAt(file, from))
  const isClosed = (node: ts.Node): boolean =>
    compiler.isFunctionLike(node) || (compiler.isStatement(node) && !isPlain(node))
  return {
    edits,
    from,
    to,
    around: nodes.filter((node) => !isClosed(node)),
    said: nodes.at(-1)?.getText() ?? '',
  }
}

/** Where a place of the changed text was before. */
const before = (at: number, edits: readonly Placed[]): number => {
  const last = edits.filter(({ from }) => from <= at).at(-1)
  if (!last) return at
  return at < last.to ? last.edit.start : at - last.to + last.edit.end
}

/** A node and those around it, up to its statement or function. */
const upwards = (node: ts.Node | undefined): ts.Node[] => {
  if (!node) return []
  const isLast = compiler.isStatement(node) || compiler.isFunctionLike(node)
  return isLast ? [node] : [node, ...upwards(node.parent)]
}

const isPlain = (node: ts.Statement): boolean =>
  compiler.isVariableStatement(node) ||
  compiler.isExpressionStatement(node) ||
  compiler.isReturnStatement(node)

/** Whether it was complained of before: there, or in the same words of what an edit says once more beside it. */
const isOld = (
  { path, code, text }: Complaint,
  { from, to, around }: Place,
  old: readonly Complaint[],
): boolean => {
  const whole = around.at(-1)
  return old.some((one) => {
    if (one.path !== path || one.code !== code) return false
    const isBeside = whole && one.text === text && one.start >= whole.getStart() && one.end <= whole.end
    return isBeside || (one.start <= to && one.end >= from)
  })
}

/** A declaration or a call is complained of by its name: the edits at the place, or within the least of what is around that has any. */
const nearestTo = ({ start, end }: Complaint, { edits, around }: Place): readonly Edit[] => {
  const at = edits.filter(({ from, to }) => from <= end && to >= start)
  const within = around.map((node) =>
    edits.filter(({ edit }) => edit.start >= node.getStart() && edit.end <= node.getEnd()),
  )
  return ([at, ...within].find(({ length }) => length > 0) ?? []).map(({ edit }) => edit)
}

/** The part of a type that an edit changes. */
const typeAround = ({ file, start }: Edit): ts.Node | undefined =>
  upwards(nodeAt(file, start)).find((node) => compiler.isTypeNode(node) || compiler.isTypeElement(node))

/** The changes of types whose name a place says, or else whose own words; all of them where it says none. */
const namedIn = (said: string, ofTypes: readonly Edit[]): readonly Edit[] => {
  const words: string[] = said.match(/\w+/g) ?? []
  const named = ofTypes.filter((edit) => words.includes(nameAround(edit) ?? ''))
  if (named.length > 0) return named
  const alike = ofTypes.filter((edit) => said.includes(typeAround(edit)?.getText() ?? '\0'))
  return alike.length > 0 ? alike : ofTypes
}

const nameAround = ({ file, start }: Edit): string | undefined => {
  const owner = upwards(nodeAt(file, start)).at(-1)
  return owner && (compiler.isTypeAliasDeclaration(owner) || compiler.isInterfaceDeclaration(owner))
    ? owner.name.text
    : undefined
}
