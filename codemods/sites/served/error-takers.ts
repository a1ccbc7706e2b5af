import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { accessed } from '../program/syntax/access.ts'
import { bare, functionsAround, nodesIn } from '../program/syntax/nodes.ts'
import { functionsIn } from './registered.ts'
import { isHandler } from './routes-around.ts'

/** What runs where a call failed, and what the error is called there. */
export interface ErrorTaker {
  readonly place: ts.Node
  readonly name: ts.BindingName | undefined
}

/** What a server hands to what its handlers fail with. */
export const errorTakersIn = once((trace: Trace): readonly ErrorTaker[] => [
  ...[...toldIn(trace), ...filtersIn(trace)].map((place) => ({ place, name: place.parameters[0]?.name })),
  ...aroundIn(trace),
])

/** `app.use((err, req, res, next) => …)`, and what an interceptor's `catchError((err) => …)` takes. */
const toldIn = (trace: Trace): readonly ts.SignatureDeclaration[] =>
  givenIn(trace, /^(use|setErrorHandler|onError|catchError)$/).flatMap(({ told, callee }) => {
    if (told === 'use') return callee.parameters.length === 4 ? [callee] : []
    return told !== 'catchError' || isInterceptor(callee) ? [callee] : []
  })

const isInterceptor = (callee: ts.Node): boolean =>
  functionsAround(callee).some(
    (one) => compiler.isMethodDeclaration(one) && one.name.getText() === 'intercept',
  )

/** `app.use(async (ctx, next) => { try { await next() } catch (error) { … } })` */
const aroundIn = (trace: Trace): readonly ErrorTaker[] =>
  givenIn(trace, /^use$/).flatMap(({ callee }) => {
    const next = callee.parameters.length === 2 ? callee.parameters[1]?.name.getText() : undefined
    return next === undefined
      ? []
      : nodesIn(callee, compiler.isTryStatement).flatMap(({ tryBlock, catchClause }) =>
          catchClause && new RegExp(`\\b${next}\\(`).test(tryBlock.getText())
            ? [{ place: catchClause.block, name: catchClause.variableDeclaration?.name }]
            : [],
        )
  })

/** The functions that calls of some names are given. */
const givenIn = (
  trace: Trace,
  names: RegExp,
): readonly { readonly told: string; readonly callee: ts.SignatureDeclaration }[] =>
  trace.files
    .filter(({ text }) => /\b(use|setErrorHandler|onError|catchError)\(/.test(text))
    .flatMap((file) => nodesIn(file, compiler.isCallExpression))
    .flatMap((call) => {
      const told = accessed(call.expression)?.name ?? call.expression.getText()
      if (!names.test(told)) return []
      const given = call.arguments.flatMap((one) => functionsIn(trace, one)).filter(compiler.isFunctionLike)
      return given.map((callee) => ({ told, callee }))
    })

/** `@Catch(AxiosError) class { catch(exception, host) { … } }` */
const filtersIn = ({ files }: Trace): readonly ts.SignatureDeclaration[] =>
  files
    .filter(({ text }) => text.includes(FILTER))
    .flatMap((file) => nodesIn(file, compiler.isMethodDeclaration))
    .filter(
      ({ name, parent }) =>
        name.getText() === 'catch' &&
        compiler.isClassLike(parent) &&
        (compiler.getDecorators(parent) ?? []).some(({ expression }) =>
          `@${expression.getText()}`.startsWith(FILTER),
        ),
    )

const FILTER = '@Catch('

/** What marks those of Nest that take errors, which what fails need not import. */
export const ERROR_TAKERS: readonly string[] = [FILTER, 'NestInterceptor']

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
