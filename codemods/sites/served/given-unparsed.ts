import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { bare, dressed, functionAround } from '../program/syntax/nodes.ts'
import { givenOn } from './given-on.ts'
import { isHandler, routesAround, type Served } from './routes-around.ts'

/**
 * The routes that answer with an answer as it came: `return fetch(…)`, `new Response(upstream.body)`,
 * `Readable.fromWeb(upstream.body).pipe(res)`.
 * @param left where it gets out of sight before anybody parsed it
 */
export const givenUnparsed = (trace: Trace, left: ts.Node): readonly Served[] => {
  const callee = compiler.isReturnStatement(left) ? functionAround(left) : left
  if (callee && compiler.isFunctionLike(callee))
    return isHandler(trace, callee) ? routesAround(trace, callee) : []
  return compiler.isExpression(left) ? ofStream(trace, left) : []
}

/** Also by the name that the stream is kept as. */
const ofStream = (trace: Trace, stream: ts.Expression): readonly Served[] => {
  const given = givenOn(trace, stream)
  if (given) return given.within.length === 0 ? given.routes : []
  const made = streamMade(stream)
  const { parent } = dressed(made)
  if (!compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name)) return []
  return mentionsOf(trace, parent.name).flatMap((use) => givenOn(trace, use)?.routes ?? [])
}

/** `Readable.fromWeb(upstream.body as any)` */
const streamMade = (stream: ts.Expression): ts.Expression => {
  const { parent } = dressed(stream)
  const isMade = compiler.isCallExpression(parent) && /(^|\.)fromWeb$/.test(bare(parent.expression).getText())
  return isMade ? parent : stream
}
