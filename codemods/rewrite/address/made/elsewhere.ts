import type { ts } from 'ts-morph'
import { isTestFile } from '../../../beside/files/test-files.ts'
import { isChosenBy } from '../../../sites/program/frames/chosen-by.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import type { Site } from '../../../sites/sites.ts'

/**
 * Tells of a call of the old API whether its path goes somewhere else as well: it cannot be moved for the one. What a test
 * has in the place of the client is no other host: it is the test's to change.
 */
export const elsewhere = (trace: Trace, sites: readonly Site[], root: string): ((site: Site) => boolean) => {
  const isTests = (node: ts.Node): boolean => isTestFile(node.getSourceFile(), root)
  const others = sites.filter(({ located }) => located.some(({ family }) => family !== 'v1'))
  const tops = new Set<ts.Node>(others.map(({ top }) => top))
  const parameters = new Set(others.flatMap(parametersOf))
  const callees = new Map<ts.Node, Set<ts.Node>>()
  for (const { top, scope, located } of sites)
    if (located.some(({ family }) => family === 'v1'))
      for (const { callee } of framesOf(scope)) callees.set(top, (callees.get(top) ?? new Set()).add(callee))
  return ({ top, scope }) =>
    tops.has(top) ||
    framesOf(scope).some(
      ({ callee, call, outer }) =>
        callee.parameters.some((one) => parameters.has(one)) ||
        trace
          // Of `this[verb](path)`, what runs where the verb is known
          .targets(call, outer && isChosenBy(trace, call, outer) ? outer : undefined)
          .some(({ node }) => !callees.get(top)?.has(node) && (isTests(top) || !isTests(node))),
    )
}

const framesOf = (scope: Scope | undefined): Scope[] => (scope ? [scope, ...framesOf(scope.outer)] : [])

/** The parameters that an address of somebody else's is made of. */
const parametersOf = ({ located }: Site): ts.ParameterDeclaration[] =>
  located
    .filter(({ family }) => family === 'other' || family === 'jobs')
    .flatMap(({ text, query }) => {
      const found: ts.ParameterDeclaration[] = []
      let at = 0
      for (const piece of text.pieces) {
        if (piece.kind === 'gap' && piece.parameter && at < query) found.push(piece.parameter)
        at += piece.kind === 'written' ? piece.text.length : 1
      }
      return found
    })
