import type { ts } from 'ts-morph'
import { callsOf } from '../../sites/site-calls.ts'
import { documentTexts } from '../../sites/site-texts.ts'
import type { Text } from '../../sites/texts/text.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { Plan } from '../plan.ts'

/** Parts of files, by file name, as offsets. */
export type Ranges = ReadonlyMap<string, readonly (readonly [from: number, to: number])[]>

/**
 * Where the calls of some plans stand, with the literals their addresses and documents are made of.
 * @param told what has been told of otherwise, though no call stands there
 */
export const rangesOf = (trace: Trace, plans: readonly Plan[], told: readonly ts.Node[]): Ranges => {
  const found = new Map<string, (readonly [number, number])[]>()
  const add = (name: string, from: number, to: number): void => {
    const known = found.get(name)
    if (known) known.push([from, to])
    else found.set(name, [[from, to]])
  }
  const addNode = (node: ts.Node): void => add(node.getSourceFile().fileName, node.getStart(), node.getEnd())
  const addText = ({ pieces }: Text): void => {
    for (const piece of pieces)
      if (piece.kind === 'written' && piece.start >= 0)
        add(piece.file.fileName, piece.start, piece.start + piece.text.length)
  }
  for (const node of told) addNode(node)
  for (const { site, base, edits, operation, reads = [] } of plans) {
    for (const node of [...callsOf(site), ...reads]) addNode(node)
    for (const { text } of site.located) addText(text)
    for (const { file, start, end } of [...base, ...edits]) add(file.fileName, start, end)
    if (operation) for (const text of documentTexts(trace, site)) addText(text)
  }
  return found
}
