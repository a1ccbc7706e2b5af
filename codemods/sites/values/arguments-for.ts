import type { ts } from 'ts-morph'
import type { Trace } from './trace.ts'

/** What the calls of a function hand over for one of its parameters, wherever it is imported. */
export const argumentsFor = (trace: Trace, parameter: ts.ParameterDeclaration): ts.Expression[] => {
  const index = parameter.parent.parameters.indexOf(parameter)
  return trace.callers(parameter.parent).flatMap((call) => call.arguments?.[index] ?? [])
}
