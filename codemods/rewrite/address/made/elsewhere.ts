import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { isTestFile } from '../../../beside/files/test-files.ts'
import { compiler } from '../../../project/compiler.ts'
import { nameOfCallee } from '../../../sites/program/calls/handed-on.ts'
import { isChosenBy } from '../../../sites/program/frames/chosen-by.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { functionsAround } from '../../../sites/program/syntax/nodes.ts'
import { mayGetTo } from '../../../sites/program/ways/gets-to.ts'
import type { Site } from '../../../sites/sites.ts'
import { type Reason, reasons } from '../../reason.ts'

/**
 * Tells of a call of the old API why its path goes somewhere else as well: it cannot be moved for the one. What a test
 * has in the place of the client is no other host: it is the test's to change.
 */
export const elsewhere = (
  trace: Trace,
  sites: readonly Site[],
  root: string,
): ((site: Site) => Reason | undefined) => {
  const isTests = (node: ts.Node): boolean => isTestFile(node.getSourceFile(), root)
  const others = sites.filter(({ located }) => located.some(({ family }) => family !== 'v1'))
  const tops = new Set<ts.Node>(others.map(({ top }) => top))
  const asked = others.flatMap((one) =>
    parametersOf(one).map((parameter) => ({ parameter, at: one.sink.call })),
  )
  const parameters = groupBy(asked, ({ parameter }) => parameter)
  const asking = new Set<ts.Node>(
    others.flatMap(({ scope, sink }) => [
      ...functionsAround(sink.call),
      ...framesOf(scope).map(({ callee }) => callee),
    ]),
  )
  const callees = new Map<ts.Node, Set<ts.Node>>()
  for (const { top, scope, located } of sites)
    if (located.some(({ family }) => family === 'v1'))
      for (const { callee } of framesOf(scope)) callees.set(top, (callees.get(top) ?? new Set()).add(callee))
  /** A function that may be called as well, and does not lead to the old API. */
  const otherAt = (top: ts.Node, { call, outer }: Scope): ts.Node | undefined =>
    trace
      // Of `this[verb](path)`, what runs where the verb is known
      .targets(call, outer && isChosenBy(trace, call, outer) ? outer : undefined)
      .find(({ node }) => !callees.get(top)?.has(node) && (isTests(top) || !isTests(node)))?.node
  return ({ top, scope }) => {
    const frames = framesOf(scope)
    const goesOn = (one: ts.ParameterDeclaration): boolean =>
      parameters.get(one)?.some(({ at }) => mayGetTo(trace, at, scope)) ?? false
    if (tops.has(top) || frames.some(({ callee }) => callee.parameters.some(goesOn)))
      return reasons.severalHosts()
    const other = frames.flatMap((frame) => otherAt(top, frame) ?? [])[0]
    if (!other) return undefined
    return asking.has(other) ? reasons.severalHosts() : reasons.otherFunction(nameOf(other))
  }
}

/** What a function is called, by its class where it is one's: `DryRun.request`. */
const nameOf = (node: ts.Node): string | undefined => {
  const name = compiler.isFunctionLike(node) ? nameOfCallee(node as ts.SignatureDeclaration)?.text : undefined
  const owner = compiler.isClassLike(node.parent) ? node.parent.name?.text : undefined
  return owner && name ? `${owner}.${name}` : name
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
