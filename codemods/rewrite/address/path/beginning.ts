import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { shapeOf } from '../../../sites/texts/text.ts'
import { type Edit, insertAfter, insertAt, insertBefore } from '../../edit/edit.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'

/** Where a path begins, as a call says it. */
export interface Beginning {
  readonly node: ts.Node
  /** Where it stands within an address. */
  readonly at: (located: Located) => number | undefined
  /** Says a text before it. */
  readonly say: (text: string) => readonly Edit[]
}

/** A path that begins in a literal. */
export const literalBeginning = (node: ts.Node): Beginning => ({
  node,
  at: (located) => offsetOf(located, node),
  say: (text) => [insertAt(node.getSourceFile(), node.getStart() + 1, text)],
})

/** A path that begins with what is said elsewhere, also for other calls: `PODS`, `${PODS}/${id}`, `pathOf(id)`. */
export const saidBeginning = (trace: Trace, { node, scope }: At): Beginning => {
  const values = texts(trace, node, scope).map(shapeOf)
  return {
    node,
    at: (located) => placeOf(located, values),
    say: (text) => saidBefore(node, text),
  }
}

/** Right behind the version, or behind the slash that a helper puts there. */
const placeOf = ({ shape, version }: Located, values: readonly string[]): number | undefined => {
  const end = version?.[1]
  if (end === undefined) return undefined
  const isSaid = (at: number): boolean =>
    values.some((value) => /^[^\0]/.test(value) && shape.startsWith(value, at))
  return [end, end + 1].find((at) => /^\/?$/.test(shape.slice(end, at)) && isSaid(at))
}

const saidBefore = (node: ts.Node, text: string): Edit[] => {
  if (compiler.isTemplateExpression(node)) return [insertAt(node.getSourceFile(), node.getStart() + 1, text)]
  if (isOperation(node, '+'))
    return [insertBefore(node, `${valueText(text, styleOf(node.getSourceFile()))} + `)]
  const name = compiler.isShorthandPropertyAssignment(node.parent) ? `${node.getText()}: ` : ''
  return [insertBefore(node, `${name}\`${text}\${`), insertAfter(node, '}`')]
}

/** Where the text of a literal stands within the address, also where a helper takes off its slash and says one itself. */
const offsetOf = ({ text, shape }: Located, token: ts.Node): number | undefined => {
  const start = token.getStart() + 1
  let at = 0
  for (const piece of text.pieces) {
    if (piece.kind === 'written' && piece.file === token.getSourceFile()) {
      if (piece.start === start) return piece.exact ? at : undefined
      const isCut = piece.start === start + 1 && token.getSourceFile().text[start] === '/'
      if (isCut && piece.exact && shape[at - 1] === '/') return at - 1
    }
    at += piece.kind === 'written' ? piece.text.length : 1
  }
  return undefined
}
