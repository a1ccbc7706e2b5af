import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { nodeAt } from '../../../sites/program/syntax/node-at.ts'
import { applyEdits, type Edit } from '../../edit/edit.ts'

/** The edits, but that a union whose paths become one (`…/start`, `…/stop`) says it once. */
export const withoutTwins = (edits: readonly Edit[]): Edit[] => {
  const unions = new Set(edits.flatMap((edit) => unionAround(nodeAt(edit.file, edit.start)) ?? []))
  const twins = [...unions].flatMap((union) => twinsIn(union, edits))
  const isWithin = (edit: Edit): boolean => twins.some((twin) => holds(twin, edit))
  return [...edits.filter((edit) => !isWithin(edit)), ...twins]
}

const unionAround = (node: ts.Node | undefined): ts.UnionTypeNode | undefined => {
  for (let at = node; at && !compiler.isTypeElement(at); at = at.parent) {
    if (compiler.isUnionTypeNode(at)) return at
    const isText = compiler.isLiteralTypeNode(at) || compiler.isTemplateLiteralTypeNode(at)
    if (at !== node && !isText && !compiler.isTemplateLiteralTypeSpan(at)) return undefined
  }
  return undefined
}

const holds = (outer: Edit, { file, start, end }: Edit): boolean =>
  file === outer.file && start >= outer.start && end <= outer.end

/** What takes the members out that say the same as one before them, each from the end of the one before it. */
const twinsIn = (union: ts.UnionTypeNode, edits: readonly Edit[]): Edit[] => {
  const file = union.getSourceFile()
  const said = new Set<string>()
  return union.types.flatMap((member, index) => {
    const text = textAfter(member, edits)
    const isTwin = said.has(text)
    said.add(text)
    const start = union.types[index - 1]?.getEnd()
    return isTwin && start !== undefined ? [{ file, start, end: member.getEnd(), text: '' }] : []
  })
}

const textAfter = (member: ts.TypeNode, edits: readonly Edit[]): string => {
  const file = member.getSourceFile()
  const [from, to] = [member.getStart(), member.getEnd()]
  const own = edits.filter((edit) => holds({ file, start: from, end: to, text: '' }, edit))
  return applyEdits(
    member.getText(),
    own.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from })),
  )
}
