import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { join, type Next, orGap, piece } from './pieces.ts'
import { withoutFirstSlash, withoutSlash } from './slashes.ts'
import { shapeOf, type Text } from './text.ts'

/**
 * `urlJoin(BASE, 'pods', id)` of `url-join`, `path.posix.join('/v1', 'pods', id)`: one slash between each two parts. Undefined
 * where a part is more than a piece of a path.
 */
export const joinedPath = (trace: Trace, node: ts.CallExpression, next: Next): Text[] | undefined => {
  const { arguments: given } = node
  if (given.length < 2 || given.some(compiler.isSpreadElement) || !joinsPaths(trace, node)) return undefined
  const parts = given.map((one) => orGap(next(one), one))
  const isPath = parts.every((found, index) => found.every((text) => isPart(shapeOf(text), index)))
  if (!isPath) return undefined
  const slash: Text = { pieces: [{ ...piece(node), text: '/', exact: false }], env: [] }
  return parts.reduce((sofar, part) =>
    join(join(sofar.map(withoutSlash), [slash]), part.map(withoutFirstSlash)),
  )
}

/** Whether a call says by its form that it joins the parts of a path. */
export const isPathJoin = (node: ts.Node): node is ts.CallExpression =>
  compiler.isCallExpression(node) && /(^|\.)(url_?join|posix\.join)$/i.test(node.expression.getText())

const joinsPaths = (trace: Trace, { expression: callee }: ts.CallExpression): boolean => {
  const [root, ...members] = namesOf(callee)
  const from = root && trace.sources(root, undefined)[0]?.external
  if (!from) return false
  if (from.module === 'url-join') return members.length === 0
  const said = [...(from.name === 'default' || from.name === '*' ? [] : [from.name]), ...members].join('.')
  if (/^(node:)?path\/posix$/.test(from.module)) return said === 'join'
  return /^(node:)?path$/.test(from.module) && said === 'posix.join'
}

/** `[path, 'posix', 'join']` of `path.posix.join`. */
const namesOf = (callee: ts.Expression): [ts.Expression, ...string[]] =>
  compiler.isPropertyAccessExpression(callee) ? [...namesOf(callee.expression), callee.name.text] : [callee]

/** What stands behind the first part is neither a query nor nothing, and no part goes up. */
const isPart = (shape: string, index: number): boolean =>
  !/(^|\/)\.\.?(\/|$)/.test(shape) && (index === 0 ? shape !== '' : /^\/*[^/?&#]/.test(shape))
