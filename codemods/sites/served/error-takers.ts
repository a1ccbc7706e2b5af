import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { accessed } from '../program/syntax/access.ts'
import { bare, functionsAround, nodesIn } from '../program/syntax/nodes.ts'
import { functionsIn } from './registered.ts'
import { isHandler } from './routes-around.ts'

/** Functions that a server is told to call with what its handlers fail with: `app.use((err, req, res, next) => …)`. */
export const errorHandlersIn = once((trace: Trace): readonly ts.SignatureDeclaration[] =>
  trace.files
    .filter(({ text }) => /\.(use|setErrorHandler|onError)\(/.test(text))
    .flatMap((file) => nodesIn(file, compiler.isCallExpression))
    .flatMap((call) => {
      const told = accessed(call.expression)?.name ?? ''
      if (!/^(use|setErrorHandler|onError)$/.test(told)) return []
      return call.arguments
        .flatMap((one) => functionsIn(trace, one))
        .filter(compiler.isFunctionLike)
        .filter(({ parameters }) => told !== 'use' || parameters.length === 4)
    }),
)

/** `next(error)`: whether a call gives what it is handed to the handlers of errors, as `next` of a handler around does. */
export const isGivenNext = (trace: Trace, { expression }: ts.CallExpression): boolean => {
  const name = bare(expression)
  const declared = compiler.isIdentifier(name)
    ? trace.checker.getSymbolAtLocation(name)?.valueDeclaration
    : undefined
  return (
    declared !== undefined &&
    compiler.isParameter(declared) &&
    declared.parent.parameters.indexOf(declared) === 2 &&
    functionsAround(expression).includes(declared.parent) &&
    isHandler(trace, declared.parent)
  )
}
