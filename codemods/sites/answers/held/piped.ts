import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Tracing } from '../../program/frames/source.ts'
import { bare, dressed, returnsOf } from '../../program/syntax/nodes.ts'

/** A function that an observable's answer is handed to on its way: `map((answer) => …)`. */
export interface Step {
  readonly callback: ts.Expression
  /** What it gives takes the answer's place. */
  readonly gives: boolean
}

/** Operators of rxjs that hand the answer to a function, and whether what that gives goes on. */
const HANDS: Readonly<Record<string, boolean>> = { map: true, tap: false }

/** Those that give on what they are given, as long as nothing fails. */
const PASSES = /^(timeout|retry|finalize|delay|take|first|shareReplay|takeUntil)$/

/** Those of them that look at what failed. */
const FAILED = /^(catchError|retry)$/

const RXJS = /^rxjs(\/operators)?$/

type Sources = Pick<Tracing, 'sources'>

/** What `answer.pipe(…)` does with an answer; undefined where that cannot be said. */
export const stepsOf = (trace: Sources, pipe: ts.CallExpression): readonly Step[] | undefined => {
  const steps = pipe.arguments.map((one): readonly Step[] | undefined => {
    const name = rxjsName(trace, one) ?? ''
    const [callback] = (bare(one) as ts.CallExpression).arguments ?? []
    if (Object.hasOwn(HANDS, name)) return callback && [{ callback, gives: HANDS[name] === true }]
    const isPassing = name === 'catchError' ? callback && onlyThrows(trace, callback) : PASSES.test(name)
    return isPassing ? [] : undefined
  })
  return steps.every((one) => one !== undefined) ? steps.flat() : undefined
}

/** Whether what `catchError` is handed gives nothing in an answer's place. */
const onlyThrows = (trace: Sources, callback: ts.Expression): boolean => {
  const found = trace.sources(callback, undefined)
  const throws = ({ node }: { readonly node: ts.Node }): boolean =>
    compiler.isFunctionLike(node) &&
    returnsOf(node as ts.SignatureDeclaration).every((one) => rxjsName(trace, one) === 'throwError')
  return found.length > 0 && found.every(throws)
}

/** The operator that a call makes. */
const rxjsName = (trace: Sources, given: ts.Expression): string | undefined => {
  const call = bare(given)
  if (!compiler.isCallExpression(call)) return undefined
  const from = trace.sources(call.expression, undefined)[0]?.external
  return from && RXJS.test(from.module) ? from.name : undefined
}

/**
 * `firstValueFrom(answer.pipe(…))`, where nothing on the way looks at what failed.
 * @param isSame whether it must give the answer itself: `map` makes something else of it, `switchMap` may
 */
export const settlementOf = (
  trace: Sources,
  answer: ts.Expression,
  isSame = false,
): ts.CallExpression | undefined => {
  const outer = dressed(answer)
  const { parent } = outer
  if (compiler.isCallExpression(parent) && parent.arguments[0] === outer)
    return /^(firstValueFrom|lastValueFrom)$/.test(rxjsName(trace, parent) ?? '') ? parent : undefined
  const pipe = parent.parent
  const isPipe =
    compiler.isPropertyAccessExpression(parent) &&
    parent.name.text === 'pipe' &&
    compiler.isCallExpression(pipe)
  const names = isPipe ? pipe.arguments.map((one) => rxjsName(trace, one)) : [undefined]
  const isPlain = (name: string | undefined): boolean =>
    name !== undefined && !FAILED.test(name) && !(isSame && name !== 'tap' && !PASSES.test(name))
  return names.every(isPlain) ? settlementOf(trace, pipe as ts.CallExpression, isSame) : undefined
}
