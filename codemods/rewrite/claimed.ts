import type { ts } from 'ts-morph'
import type { Edit } from './edit/edit.ts'
import type { Plan } from './plan.ts'

type Ranges = ReadonlyMap<string, readonly (readonly [from: number, to: number])[]>

/** Where the addresses of all understood calls stand, moved or not. */
export const claimedRanges = (plans: readonly Plan[]): Ranges => {
  const found = new Map<string, (readonly [number, number])[]>()
  for (const { site } of plans)
    for (const { text } of site.located)
      for (const piece of text.pieces) {
        if (piece.kind !== 'written' || piece.start < 0) continue
        const { fileName } = piece.file
        found.set(fileName, [...(found.get(fileName) ?? []), [piece.start, piece.start + piece.text.length]])
      }
  return found
}

/** Whether a literal says a part of such an address. */
export const isClaimed = (node: ts.Node, claimed: Ranges): boolean =>
  (claimed.get(node.getSourceFile().fileName) ?? []).some(
    ([from, to]) => from >= node.getStart() && to <= node.getEnd() && from < to,
  )

/** Whether an edit stands in the text of such an address, or at its beginning. */
export const isWithin = ({ file, start }: Edit, claimed: Ranges): boolean =>
  (claimed.get(file.fileName) ?? []).some(([from, to]) => from <= start && start < to)
