import type { ts } from 'ts-morph'
import { isTestFile } from '../../beside/test-files.ts'
import { compiler } from '../../project/compiler.ts'
import { handedOn, nameOfCallee } from '../../sites/program/handed-on.ts'
import type { Trace } from '../../sites/program/source.ts'
import type { Site } from '../../sites/sites.ts'
import type { Plan } from '../plan.ts'
import { reasons } from '../reason.ts'

/**
 * The places where a wrapper leaves what can be seen, as calls that stay: with a base that moved they would send old
 * paths to v2.
 */
export const handOvers = (trace: Trace, plans: readonly Plan[], root: string): Plan[] => {
  const tests = new Map<ts.SourceFile, boolean>()
  const isLookedAt = (file: ts.SourceFile): boolean => {
    const known = tests.get(file) ?? isTestFile(file, root)
    tests.set(file, known)
    return !known
  }
  const places = new Map<ts.SignatureDeclaration, readonly ts.Expression[]>()
  const found = new Map<ts.Node, Plan>()
  for (const plan of plans)
    for (let frame = plan.left ? undefined : plan.site.scope; frame; frame = frame.outer) {
      const { callee } = frame
      const uses = places.get(callee) ?? handedOn(trace, callee, isLookedAt)
      places.set(callee, uses)
      for (const use of uses) if (!found.has(use)) found.set(use, staying(plan, use, callee))
    }
  return [...found.values()]
}

const staying = ({ site, base }: Plan, use: ts.Expression, callee: ts.SignatureDeclaration): Plan => ({
  site: { ...site, top: callAround(use) ?? site.sink.call, located: [] },
  base,
  edits: [],
  mappers: [],
  findings: [],
  left: reasons.handedOn(nameOfCallee(callee)?.text ?? 'the function'),
})

const callAround = (use: ts.Node): Site['top'] | undefined => {
  for (let at: ts.Node | undefined = use; at && !compiler.isSourceFile(at); at = at.parent)
    if (compiler.isCallExpression(at) || compiler.isNewExpression(at)) return at
  return undefined
}
