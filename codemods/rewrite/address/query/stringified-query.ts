import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** `{ … }` of `qs.stringify({ … })`, which makes of it what URLSearchParams would. */
export const stringifiedQuery = (trace: Trace, node: ts.Expression): ts.Expression | undefined => {
  const [first, ...others] = compiler.isCallExpression(node) ? node.arguments : []
  if (!first || others.length > 0 || !compiler.isCallExpression(node)) return undefined
  const [source] = trace.sources(node.expression, undefined)
  const isKnown = source?.external?.name === 'stringify' && QUERIES.test(source.external.module)
  const said = bare(first)
  const isPlain =
    compiler.isObjectLiteralExpression(said) && said.properties.every((one) => isText(trace, one))
  return isKnown && isPlain ? said : undefined
}

/** A list goes by names of its own there: `id[0]=a`. */
const isText = ({ checker }: Trace, { name }: ts.ObjectLiteralElementLike): boolean => {
  const type = name && checker.getTypeAtLocation(name)
  return (
    type !== undefined && (type.isUnion() ? type.types : [type]).every(({ flags }) => (flags & TEXTS) !== 0)
  )
}

const TEXTS =
  compiler.TypeFlags.Any |
  compiler.TypeFlags.StringLike |
  compiler.TypeFlags.NumberLike |
  compiler.TypeFlags.BooleanLike |
  compiler.TypeFlags.Undefined |
  compiler.TypeFlags.Null

const QUERIES = /^(node:)?querystring$|^(qs|query-string|fast-querystring|picoquery)$/
