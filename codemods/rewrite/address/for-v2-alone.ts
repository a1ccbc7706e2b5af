import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Asking, Source, Trace } from '../../sites/program/frames/source.ts'
import { findMember } from '../../sites/program/held/member.ts'
import { declarationOf, madeAs } from '../../sites/program/names/symbol.ts'
import { type Access, accessed, isAccess } from '../../sites/program/syntax/access.ts'
import { isConst, nodesIn } from '../../sites/program/syntax/nodes.ts'
import { mayGetTo } from '../../sites/program/ways/gets-to.ts'
import type { Site } from '../../sites/sites.ts'
import { V2_HOSTS } from '../../sites/texts/locate.ts'
import { texts } from '../../sites/texts/resolve.ts'
import { shapeOf, type Text } from '../../sites/texts/text.ts'

/** Whether a call that may go to either version stands where the program has asked for v2: `if (api.version === 'v2') fetch(api.base)`. */
export const isForV2Alone = (trace: Trace, { top, located }: Site): boolean => {
  const v1 = located.flatMap(({ family, shape, host }) =>
    family === 'v1' && host ? [shape.slice(...host)] : [],
  )
  const said = [top, ...(top.arguments ?? []).map((one) => madeAs(trace, one))]
  return said
    .flatMap((one) => nodesIn(one, isAccess))
    .some((access) => {
      const hosts = hostsBehind(trace, access, top)
      return hosts.some((one) => V2_HOSTS.includes(one)) && !hosts.some((one) => v1.includes(one))
    })
}

/** The hosts that a member says, of those objects alone with which a run gets to a call; none where it gets there with all. */
const hostsBehind = (trace: Trace, access: Access, call: ts.Node): readonly string[] => {
  const { of, name } = accessed(access) ?? {}
  const declared = of && compiler.isIdentifier(of) ? declarationOf(trace, of) : undefined
  const isHeld = declared && compiler.isVariableDeclaration(declared) && isConst(declared)
  if (!of || name === undefined || !isHeld) return []
  const owners = trace.sources(of, undefined)
  const left = owners.filter((owner) => mayGetTo(knowing(trace, declared, owner), call, undefined))
  const said = left.map((owner) => valuesOf(owner, name).flatMap((one) => texts(trace, one, owner.scope)))
  const isKnown = left.length < owners.length && said.every(({ length }) => length > 0)
  return isKnown ? said.flat().flatMap(hostsIn) : []
}

const hostsIn = (text: Text): string[] => /^https?:\/\/([^/]+)/.exec(shapeOf(text))?.slice(1) ?? []

/** What a program asks where a name stands for one object: of its members, what that says. */
const knowing = (trace: Trace, declared: ts.Declaration, owner: Source): Asking => ({
  ...trace,
  sources: (node, scope) => {
    const { of, name } = accessed(node) ?? {}
    const isOwn = of && compiler.isIdentifier(of) && declarationOf(trace, of) === declared
    return isOwn && name !== undefined
      ? valuesOf(owner, name).flatMap((one) => trace.sources(one, owner.scope))
      : trace.sources(node, scope)
  },
})

const valuesOf = ({ node, scope }: Source, name: string): readonly ts.Expression[] =>
  compiler.isObjectLiteralExpression(node)
    ? findMember({ node, scope }, name).flatMap((one) => ('value' in one ? [one.value] : []))
    : []
