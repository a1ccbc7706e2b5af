import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { nodeAt } from '../../sites/program/syntax/node-at.ts'
import { isInside, isOperation } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import type { Located } from '../../sites/texts/locate.ts'
import type { Written } from '../../sites/texts/text.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { takesAnyText } from '../address/path/path-end.ts'
import { visibleAt } from '../edit/visible.ts'

/** What says the path of a call, and what says another one in its place. */
export interface PathSaid {
  readonly node: ts.Expression
  readonly text: string
}

/** Another path, by a name, as a call says its own: `path` of `get('/pods')`, `${BASE}${path}` of `get(`${BASE}/pods`)`. */
export const pathSaid = (
  trace: Trace,
  { located, top }: Site,
  place: ts.Node,
  name: string,
): PathSaid | undefined => {
  const [own] = located
  const begun = own && beginningOf(own)
  const literal = begun && nodeAt(begun.file, begun.start)
  if (!literal || !isInside(literal, top)) return undefined
  const before = begun.start - literal.getStart() - 1
  const isSlashed = literal.getText().charAt(1) === '/'
  if (before !== 0 && !(before === 1 && isSlashed)) return undefined
  const said = isSlashed ? name : `${name}.slice(1)`
  const whole = compiler.isTemplateMiddleOrTemplateTail(literal)
    ? behindBase(trace, literal, place, said)
    : { node: wholeOf(literal), text: said }
  return whole && !isOperation(whole.node.parent, '+') && takesAnyText(trace, whole.node) ? whole : undefined
}

/** Where the path of an address begins in the source, behind the slash that a client puts before it. */
const beginningOf = ({ text, path, shape }: Located): Written | undefined => {
  let from = 0
  for (const piece of text.pieces) {
    const length = piece.kind === 'written' ? piece.text.length : 1
    const at = Math.max(0, path - from)
    from += length
    if (path >= from || (piece.kind === 'written' && at === length - 1 && shape[path] === '/')) continue
    return piece.kind === 'written' && piece.start >= 0 ? { ...piece, start: piece.start + at } : undefined
  }
  return undefined
}

/** The text that begins with a literal: with what is put in, or put behind it. */
const wholeOf = (literal: ts.Node): ts.Expression => {
  let at = literal
  while (compiler.isTemplateHead(at) || (isOperation(at.parent, '+') && at.parent.left === at)) at = at.parent
  return at as ts.Expression
}

/** `${BASE}/pods`, where the base is known at the place as well. */
const behindBase = (
  trace: Trace,
  literal: ts.TemplateMiddle | ts.TemplateTail,
  place: ts.Node,
  said: string,
): PathSaid | undefined => {
  const span = literal.parent
  const template = span.parent
  const isFirst = compiler.isTemplateExpression(template) && template.templateSpans[0] === span
  if (!isFirst || template.head.text !== '' || !visibleAt(trace, span.expression, place)) return undefined
  return { node: template, text: `\`\${${span.expression.getText()}}\${${said}}\`` }
}
