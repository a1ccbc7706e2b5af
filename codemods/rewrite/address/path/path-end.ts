import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isText } from '../../../sites/program/frames/is-text.ts'
import { declarationOf, isName } from '../../../sites/program/names/symbol.ts'
import { nodeAt } from '../../../sites/program/syntax/node-at.ts'
import {
  bare,
  dressed,
  functionAround,
  isInside,
  isOperation,
  nodesIn,
} from '../../../sites/program/syntax/nodes.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import type { Piece, Written } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isSteady } from '../../dead/pure.ts'
import { type Edit, insertAfter, insertAt, replace } from '../../edit/edit.ts'
import { isSetMeanwhile } from '../../edit/meanwhile.ts'
import { isSaidFor } from '../made/joined.ts'

/**
 * The edits that let a call say more behind the path of its address, by a name.
 * @param call what is made again for each thing that is said there
 * @returns undefined where the path does not end in the call, or may be another one the next time
 */
export const morePath = (
  trace: Trace,
  call: ts.Expression,
  located: Located,
  name: string,
): readonly Edit[] | undefined => {
  const { pieces } = located.text
  const { piece, at } = lastPiece(pieces, located.query)
  if (!piece || located.shape[located.query - 1] === '/') return undefined
  const node = piece.kind === 'gap' ? piece.node : nodeAt(piece.file, piece.start)
  if (!node || !isInCall(node, call)) return node && throughName(trace, call, located, node, name)
  if (!gapsIn(located).every((gap) => isSameAgain(trace, gap, call))) return undefined
  return piece.kind === 'gap' ? behindGap(piece.node, name) : behindText(trace, piece, node, at, name)
}

/** The piece that a path ends in, with how much of it is the path's. */
const lastPiece = (
  pieces: readonly Piece[],
  end: number,
): { readonly piece?: Piece; readonly at: number } => {
  let from = 0
  for (const piece of pieces) {
    const length = piece.kind === 'written' ? piece.text.length : 1
    if (from < end && end <= from + length) return { piece, at: end - from }
    from += length
  }
  return { at: 0 }
}

/** Whether an expression is evaluated with each call. */
const isInCall = (node: ts.Node, call: ts.Node): boolean =>
  isInside(node, call) && functionAround(node) === functionAround(call)

/** What the program puts into a path. */
const gapsIn = ({ text, path, query }: Located): ts.Expression[] => {
  let at = 0
  return text.pieces.flatMap((piece) => {
    const from = at
    at += piece.kind === 'written' ? piece.text.length : 1
    return piece.kind === 'gap' && from >= path && from < query ? [piece.node] : []
  })
}

/** Whether a part of a path says the same for each call. */
const isSameAgain = (trace: Trace, node: ts.Expression, call: ts.Node): boolean =>
  isSteady(node) && !isSetMeanwhile(trace, node, call)

/** `${id}` -> `${id}${path}`; `'/endpoints/' + id` -> `'/endpoints/' + id + path`. */
const behindGap = (node: ts.Expression, name: string): readonly Edit[] | undefined => {
  const outer = outermost(node)
  if (compiler.isTemplateSpan(outer.parent))
    return [insertAt(outer.getSourceFile(), outer.parent.literal.getStart() + 1, `\${${name}}`)]
  const isLast = isOperation(outer.parent, '+') && outer.parent.right === outer
  return isLast ? [insertAfter(outer, ` + ${name}`)] : undefined
}

/** `encodeURIComponent(id)` around what is put in. */
const outermost = (node: ts.Expression): ts.Expression => {
  const outer = dressed(node)
  const call = outer.parent
  const isGiven =
    compiler.isCallExpression(call) && call.arguments.length === 1 && call.arguments[0] === outer
  return isGiven && isSteady(call) ? outermost(call) : outer
}

/** Behind the end of what is written: within a template, or in one that is made of the literal. */
const behindText = (
  trace: Trace,
  piece: Written,
  node: ts.Node,
  at: number,
  name: string,
): readonly Edit[] | undefined => {
  if (!piece.exact) return undefined
  const more = insertAt(piece.file, piece.start + at, `\${${name}}`)
  if (!compiler.isStringLiteral(node)) return isTemplatePart(node) ? [more] : undefined
  if (/[`$\\]/.test(node.getText()) || !takesAnyText(trace, node)) return undefined
  const [from, to] = [node.getStart(), node.getEnd()]
  return [
    { file: piece.file, start: from, end: from + 1, text: '`' },
    more,
    { file: piece.file, start: to - 1, end: to, text: '`' },
  ]
}

const isTemplatePart = (node: ts.Node): boolean =>
  compiler.isTemplateHead(node) ||
  compiler.isTemplateMiddle(node) ||
  compiler.isTemplateTail(node) ||
  compiler.isNoSubstitutionTemplateLiteral(node)

/** Whether what takes a literal takes any other text. */
export const takesAnyText = ({ checker }: Trace, node: ts.Expression): boolean => {
  const wanted = checker.getContextualType(node)
  if (!wanted) return true
  const types = wanted.isUnion() ? wanted.types : [wanted]
  const { Any, Unknown, String: Text } = compiler.TypeFlags
  return types.some(({ flags }) => (flags & (Any | Unknown | Text)) !== 0)
}

/** Where the path ends in what a name says: in the whole address (`fetch(url)`), or in its last part (`${BASE}/endpoints/${ID}`). */
const throughName = (
  trace: Trace,
  call: ts.Expression,
  located: Located,
  node: ts.Node,
  name: string,
): readonly Edit[] | undefined => {
  const [use, ...others] = namesSaying(trace, call, node)
  if (!use || others.length > 0 || !isInCall(use, call)) return undefined
  if (compiler.isCallExpression(use.parent) && !isPart(use))
    return isWholeSaid(trace, call, located, node) && isText(trace, use)
      ? [replace(bare(use), `\`\${${use.text}}\${${name}}\``)]
      : undefined
  return isPart(use) && isRestInCall(located, call) && isSameAgain(trace, use, call)
    ? behindGap(use, name)
    : undefined
}

/** The names in a call that stand for what another place says: `const id = find(request)`. */
const namesSaying = (trace: Trace, call: ts.Expression, said: ts.Node): readonly ts.Identifier[] =>
  nodesIn(call, compiler.isIdentifier).filter((one) => {
    const declared = isName(one) ? declarationOf(trace, one) : undefined
    if (!declared || !compiler.isVariableDeclaration(declared)) return false
    if (isInside(said, declared)) return true
    const made = declared.initializer && bare(declared.initializer)
    return (
      made !== undefined &&
      compiler.isCallExpression(made) &&
      trace.targets(made, undefined).some(({ node }) => isInside(said, node))
    )
  })

/** `const url = `…``; `fetch(url)` -> `fetch(`${url}${path}`)`, where the path is all that the address ends in. */
const isWholeSaid = (
  trace: Trace,
  call: ts.Expression,
  { query, shape, text }: Located,
  node: ts.Node,
): boolean =>
  /^(\?[^\0#]*)?$/.test(shape.slice(query)) && text.pieces.length > 0 && isSaidFor(trace, node, call)

/** Whether a name is a part of a text: a gap of a template, or the last operand of a sum. */
const isPart = (use: ts.Expression): boolean => {
  const { parent } = outermost(use)
  return compiler.isTemplateSpan(parent) || isOperation(parent, '+')
}

/** Whether all that an address says behind its path is said in the call itself. */
const isRestInCall = ({ query, text }: Located, call: ts.Expression): boolean => {
  let at = 0
  return text.pieces.every((piece) => {
    const from = at
    at += piece.kind === 'written' ? piece.text.length : 1
    if (at <= query) return true
    const node = piece.kind === 'gap' ? piece.node : nodeAt(piece.file, piece.start)
    return from >= query && node !== undefined && isInCall(node, call)
  })
}
