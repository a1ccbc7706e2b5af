import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { nodeAt } from '../../../sites/program/syntax/node-at.ts'
import { isInside } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import { type Span, spanOf } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'

/**
 * The edits that take away the slash behind a path's last word: v1 took `/pods/` for `/pods`, and v2 has no such path.
 * @returns undefined where the slash does not end a text, or one that says more than this path
 */
export const withoutSlash = (
  { text, shape, path, query }: Located,
  isOwn: (literal: ts.Node) => boolean,
): readonly Edit[] | undefined => {
  if (shape[query - 1] !== '/' || query - path < 2) return []
  const span = spanOf(text, query - 1, query)
  const literal = span && nodeAt(span.file, span.start)
  return span && literal && endsText(span) && isOwn(literal) ? [{ ...span, text: '' }] : undefined
}

const endsText = ({ file, end }: Span): boolean => /['"`?]/.test(file.text[end] ?? '')

/** Whether a text is said for one call: in it, or in a constant that is mentioned nowhere else. */
export const isOfCall = (trace: Trace, { top }: Site, literal: ts.Node): boolean => {
  if (isInside(literal, top)) return true
  let at = literal.parent
  while (compiler.isExpression(at) || compiler.isTemplateSpan(at)) at = at.parent
  return (
    compiler.isVariableDeclaration(at) &&
    compiler.isIdentifier(at.name) &&
    !isExported(trace, at.name) &&
    mentionsOf(trace, at.name).length === 1
  )
}
