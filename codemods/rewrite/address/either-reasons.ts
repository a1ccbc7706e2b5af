import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { compiler } from '../../project/compiler.ts'
import { bare, dressed, isNothing } from '../../sites/program/syntax/nodes.ts'
import type { Located } from '../../sites/texts/locate.ts'
import { type Reason, reason } from '../reason-text.ts'

const V1_BASE = `${hostProfiles.runpod.is.v1}/v1`
const OWN_ADDRESS = 'make the calls of REST v1 with an address of their own'

/** Why a call stays that may go to one address or to another. */
export const eitherReasons = {
  alternatives: (by?: string) =>
    reason(
      'codemod.alternatives',
      by
        ? `${by} runs what makes the request: the calls that come to it, which say the operation, could not be followed through that`
        : 'the call may go to more than one operation',
      by
        ? `move these calls by hand, together with their base, or let ${by} run each of them where its path is said; then run upshift again`
        : 'split the call by operation, then run upshift again',
    ),
  oneStays: ({ method, path }: Route['old'], { why, fix }: Reason) =>
    reason(
      'codemod.alternatives',
      `the call may go to more than one operation, and one of them has to stay, ${method} ${path}: ${why}`,
      fix,
    ),
  otherHost: (open?: Open) =>
    reason(
      'codemod.alternatives',
      open
        ? `the call may go to REST v1, or to what ${open.said} says when the program runs`
        : 'the call may go to REST v1 or to another address',
      open && !open.hasDefault
        ? `where that is REST v1, say so beside it (… ?? '${V1_BASE}'), else ${OWN_ADDRESS}; then run upshift again`
        : `${OWN_ADDRESS}, then run upshift again`,
    ),
  eitherVersion: () =>
    reason(
      'codemod.alternatives',
      'the program decides at run time whether it speaks REST v1 or v2',
      'let the program decide for v2 always, and take what is left of v1 out',
    ),
  sharedVariable: (name: string, place: string) =>
    reason(
      'codemod.shared-base',
      `${name} says where the call at ${place} goes, too, which has to stay on REST v1`,
      `settle that call first, or let it ask for a variable of its own; then run upshift again`,
    ),
  severalHosts: () =>
    reason(
      'codemod.alternatives',
      'what it calls sends the same path to another host as well',
      'give each host a call of its own, then run upshift again',
    ),
  versionAsked: () =>
    reason(
      'codemod.alternatives',
      'a function on the way asks each path whether it says v1, and not all of the calls that it is asked for move',
      'settle the others first, or have that function ask nothing of the version, then run upshift again',
    ),
  otherFunction: (name?: string) =>
    reason(
      'codemod.alternatives',
      `${name ?? 'another function of the program'} may be called here as well, and would be asked in v2's words`,
      'call each of the two in a place of its own, then run upshift again',
    ),
  linksElsewhere: () =>
    reason(
      'codemod.alternatives',
      'what it calls makes a link to another host of the same path as well',
      'give the link a path of its own, then run upshift again',
    ),
}

/** What says at run time where else a call may go. */
interface Open {
  /** As it stands in the code. */
  readonly said: string
  /** Whether an address stands in for it. */
  readonly hasDefault: boolean
}

/** The same of the addresses that are not REST v1's; undefined where none of them is said by a short name. */
export const openIn = (others: readonly Located[]): Open | undefined => {
  const [node] = others.flatMap(({ hidden }) => (hidden ? bare(hidden.node) : []))
  const said = node && !isName(node) ? node.getText().replace(/\s+/g, ' ') : ''
  return node && said !== '' && said.length <= MOST_SAID
    ? { said, hasDefault: compiler.isBinaryExpression(dressed(node).parent) }
    : undefined
}

/** A name alone tells nobody where to look; what it stands for may be REST v1's address, too. */
const isName = (node: ts.Expression): boolean => isNothing(node) || compiler.isIdentifier(node)

const MOST_SAID = 60
