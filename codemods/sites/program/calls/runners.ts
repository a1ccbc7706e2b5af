import type { ts } from 'ts-morph'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Call, Source, Tracing } from '../frames/source.ts'
import { functionGiven } from '../names/given-function.ts'
import { bare, isFunctionValue, nameOf } from '../syntax/nodes.ts'

/** Libraries that run a callback until it is done, and give back what it gives, by what is called of them. */
const RUNNERS: Readonly<Record<string, RegExp>> = {
  'p-retry': /^(default|pRetry)$/,
  'async-retry': /^default$/,
  'exponential-backoff': /^backOff$/,
  'ts-retry-promise': /^retry$/,
}

/** Of these, what hands on the arguments behind the callback: `limit(call, 'DELETE', path)`. */
const HANDS_ON = /^(p-limit|bottleneck)$/

/** Libraries that make something which does so: a function, or an object with a method for it. */
const MAKERS: Readonly<Record<string, RegExp | undefined>> = {
  'p-limit': undefined,
  'p-queue': /^add$/,
  bottleneck: /^schedule$/,
}

/** The callback that a library's call runs, written there or by its name, and whose value the call gives. */
export const runByLibrary = (
  trace: Pick<Tracing, 'sources' | 'checker'>,
  call: ts.CallExpression,
): ts.Expression | undefined => {
  const given = call.arguments.find((one) => functionGiven(trace, one))
  if (!given) return undefined
  const isRun = trace.sources(call.expression, undefined).some(isRunner) || isMadeRunner(trace, call)
  return isRun && !looksAt(call, given) ? given : undefined
}

/** `retry(load, { until: (pod) => … })` of ts-retry-promise, which asks what comes. */
const looksAt = ({ arguments: all }: ts.CallExpression, given: ts.Expression): boolean =>
  all.some((one) => {
    const node = bare(one)
    const said = compiler.isObjectLiteralExpression(node) ? node.properties : []
    return one !== given && said.some(({ name }) => nameOf(name as ts.PropertyName | undefined) === 'until')
  })

const isRunner = ({ external }: Source): boolean =>
  external !== undefined &&
  Object.hasOwn(RUNNERS, external.module) &&
  RUNNERS[external.module]?.test(external.name) === true

/** Whether any file makes such a thing: every call of the program is asked. */
const schedules = once((files: readonly ts.SourceFile[]): boolean =>
  files.some(({ text }) => /['"](p-limit|bottleneck)['"]/.test(text)),
)

/**
 * The function of the project that a library's call runs with the arguments behind it, by its name: `limit(call, 'DELETE', path)`,
 * `wrapped.withOptions({ priority: 1 }, 'DELETE', path)`.
 */
export const runWithArguments = (
  trace: Pick<Tracing, 'sources' | 'files'>,
  call: Call,
): ts.Expression | undefined => {
  if (!schedules(trace.files)) return undefined
  const callee = bare(call.expression)
  if (compiler.isPropertyAccessExpression(callee) && callee.name.text === 'withOptions')
    return callee.expression
  const [first, second] = call.arguments ?? []
  const run = first && compiler.isObjectLiteralExpression(bare(first)) ? second : first
  const isNamed = run && compiler.isCallExpression(call) && !isFunctionValue(bare(run))
  return isNamed && isMadeRunner(trace, call, HANDS_ON) ? run : undefined
}

const isMadeRunner = (
  trace: Pick<Tracing, 'sources'>,
  { expression }: ts.CallExpression,
  ofModule = /./,
): boolean => {
  const callee = bare(expression)
  const [owner, method] = compiler.isPropertyAccessExpression(callee)
    ? [callee.expression, callee.name.text]
    : [callee, undefined]
  return trace.sources(owner, undefined).some(({ node, scope }) => {
    if (!compiler.isCallExpression(node) && !compiler.isNewExpression(node)) return false
    const module = trace.sources(node.expression, undefined)[0]?.external?.module
    if (module === undefined || scope || !Object.hasOwn(MAKERS, module) || !ofModule.test(module))
      return false
    const wanted = MAKERS[module]
    return method === undefined ? wanted === undefined : wanted?.test(method) === true
  })
}
