import { compiler } from '../project/compiler.ts'
import { framesFrom } from './program/frames/frames.ts'
import type { Trace } from './program/frames/source.ts'
import { bare } from './program/syntax/nodes.ts'
import type { Site } from './sites.ts'

/**
 * Whether a call is made through an object that nobody makes in sight (`constructor(private http: Http)`): what its class
 * says is then that of any other object of the class.
 */
export const isThroughUnknown = (trace: Trace, { scope }: Site): boolean => {
  for (const frame of framesFrom(scope)) {
    const callee = bare(frame.call.expression)
    const object = compiler.isPropertyAccessExpression(callee) ? bare(callee.expression) : undefined
    const isOwn =
      object?.kind === compiler.SyntaxKind.ThisKeyword || object?.kind === compiler.SyntaxKind.SuperKeyword
    if (!object || isOwn) continue
    const sources = trace.sources(object, frame.outer)
    if (sources.length > 0 && sources.every(({ parameter, env }) => parameter ?? env)) return true
  }
  return false
}
