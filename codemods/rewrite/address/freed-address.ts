import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { nodeAt } from '../../sites/program/syntax/node-at.ts'
import { bare, isInside } from '../../sites/program/syntax/nodes.ts'
import type { Located } from '../../sites/texts/locate.ts'
import { type Span, spanOf } from '../../sites/texts/text.ts'
import type { Edit } from '../edit/edit.ts'

/** The `v1Address(…)` by which an earlier run kept a call on v1. */
export const keptCall = ({ text }: Pick<Located, 'text'>): ts.CallExpression | undefined => {
  const [first] = text.pieces
  return first?.kind === 'written' ? first.call : undefined
}

/** The edits by which a call that was kept on v1, and can move by now, says its path as the others do. */
export const freed = (located: Located, call: ts.CallExpression): readonly Edit[] | undefined => {
  const said = versionIn(located)
  const [base, path] = call.arguments
  const token = said && nodeAt(said.file, said.start)
  if (!said || !base || !path || !token) return undefined
  if (!isInside(token, path)) return [{ ...said, text: '' }]
  return /\.defaults\.baseURL$/.test(flatText(base))
    ? [before(call, path.getStart(), ''), { ...said, text: '' }, after(call, path)]
    : unwrapped(call, base, bare(path), said)
}

/** The version as the path says it, with the slash that goes with it. */
const versionIn = ({ text, version }: Located): Span | undefined => {
  const [from, to] = version ?? [0, 0]
  return spanOf(text, from - 1, to) ?? spanOf(text, from, to + 1)
}

const before = (call: ts.CallExpression, end: number, text: string): Edit => ({
  file: call.getSourceFile(),
  start: call.getStart(),
  end,
  text,
})

const after = (call: ts.CallExpression, path: ts.Node): Edit => ({
  file: call.getSourceFile(),
  start: path.getEnd(),
  end: call.getEnd(),
  text: '',
})

/** `v1Address(BASE, '/v1/pods')` -> `${BASE}/pods`; a sum stays one. */
const unwrapped = (
  call: ts.CallExpression,
  base: ts.Expression,
  path: ts.Expression,
  said: Span,
): Edit[] | undefined => {
  if (compiler.isTemplateLiteral(path))
    return [before(call, said.end, `\`\${${base.getText()}}`), after(call, path)]
  const quote = path.getText().charAt(0)
  if (compiler.isBinaryExpression(path))
    return [before(call, said.end, `${base.getText()} + ${quote}`), after(call, path)]
  if (!compiler.isStringLiteral(path) || /[`$\\]/.test(path.text)) return undefined
  const end = { ...after(call, path), start: path.getEnd() - 1, text: '`' }
  return [before(call, said.end, `\`\${${base.getText()}}`), end]
}
