import type { ts } from 'ts-morph'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { compiler } from '../../../project/compiler.ts'
import { isParsing, underFailure } from '../../../sites/answers/failure/failure.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import {
  dressed,
  functionAround,
  nameOf,
  nodesIn,
  someNode,
  walk,
} from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isOfAnotherCall } from '../another-call.ts'
import { functionsOf } from '../functions-of.ts'
import { goesOn } from './goes-on.ts'
import { keptBodies } from './kept-bodies.ts'
import { answerTakers, parsingsBehind } from './parsed-bodies.ts'
import { parsedRoots, readProblem } from './problem-reads.ts'
import { memberAround, readByCallers } from './read-by-callers.ts'

/**
 * A refusal's body that is given on as it was parsed, and that nobody in sight reads: `if (!res.ok) return { problem: await
 * res.json() }`, also by a function that the answer is handed to then. What a mapper is put around says v1's words.
 */
export const parsedGiven = (trace: Trace, site: Site, { answer }: Route): ts.Node | undefined => {
  const roots = answer === 'none' ? new Set<ts.Node>() : parsedRoots(trace, site)
  const around = functionAround(site.top)
  const own = [...new Set([...functionsOf(site), ...(around ? [around] : [])])]
  const isMapped = (node: ts.Node): boolean => someNode(node, (one) => roots.has(one))
  const found = [
    ...own.flatMap((place) => givenIn(trace, site, place, (node) => underFailure(trace, node))),
    ...own.flatMap((place) => told(trace, place)).flatMap((place) => givenIn(trace, site, place, () => true)),
  ].find(
    (node) =>
      !parsedIn(trace, node).some(isMapped) &&
      !(answer !== 'none' && isOfAnswers(trace, site, node)) &&
      readByCallers(trace, node),
  )
  if (!found) return undefined
  const { own: ours, others } = readProblem(trace, site)
  return ours.length + others.length > 0 ? undefined : found
}

/** Whether a refusal stands where an answer would in what a helper gives (`{ ok, body }`): what the call makes of that, it makes of both. */
const isOfAnswers = (trace: Trace, site: Site, node: ts.Node): boolean => {
  const member = memberAround(node)
  const name = member && nameOf(member.name)
  return name !== undefined && (keptBodies(trace, site).membersOf(site.top)?.has(name) ?? false)
}

const givenIn = (
  trace: Trace,
  site: Site,
  place: ts.Node,
  isFailed: (node: ts.Node) => boolean,
): ts.Expression[] => {
  const found: ts.Expression[] = []
  walk(place, (node) => {
    if (!compiler.isExpression(node) || isAccess(dressed(node).parent) || !goesOn(trace, node))
      return undefined
    if (parsedIn(trace, node).length === 0 || !isFailed(node)) return undefined
    if (!isOfAnotherCall(trace, node, site, place)) found.push(node)
    return undefined
  })
  return found
}

/** The parsings behind an expression, also where nobody waits for it: `return res.json()`. */
const parsedIn = (trace: Trace, node: ts.Expression): ts.Expression[] =>
  compiler.isCallExpression(node) && isParsing(node) ? [node] : parsingsBehind(trace, node)

/** The functions of the program that are handed an answer which failed: `if (!res.ok) return fail(res)`. */
const told = (trace: Trace, place: ts.Node): ts.Node[] =>
  nodesIn(place, compiler.isCallExpression)
    .filter((call) => underFailure(trace, call) && goesOn(trace, call))
    .flatMap((call) => answerTakers(trace, call))
