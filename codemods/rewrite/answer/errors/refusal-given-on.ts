import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { errorMessage, errorWords } from '../../../../mappings/v1/errors.ts'
import { compiler } from '../../../project/compiler.ts'
import { answerOf } from '../../../sites/answers/answer.ts'
import { underSuccess } from '../../../sites/answers/failure/failure.ts'
import { flowOf } from '../../../sites/answers/flow/flow.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { dressed, isInside, isOperation, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isOfAnotherCall } from '../another-call.ts'
import { isOfCaughtAnswer } from './caught-answers.ts'
import { caughtOf, placesOf } from './error-handlers.ts'
import { wordedReads } from './error-helpers.ts'
import { goesOn } from './goes-on.ts'
import { parsingsBehind } from './parsed-bodies.ts'
import { parsedGiven } from './parsed-given.ts'
import { isThrownWhole } from './thrown-answers.ts'
import { thrownParsed } from './thrown-parsed.ts'
import { isUnder } from './under-condition.ts'

/**
 * A body that a program answers its own callers with where v2 refused. What went well is translated on its way; a refusal,
 * which may be no JSON at all, is v2's.
 */
export const refusalGivenOn = (trace: Trace, site: Site, route: Route): Finding[] => {
  const given =
    unparsedGiven(trace, site) ??
    thrownGiven(trace, site) ??
    thrownOn(trace, site, route) ??
    parsedGiven(trace, site, route)
  return given
    ? [
        {
          code: 'TOLERATED',
          rule: 'codemod.error-body',
          at: given.getText(),
          why: `it is given on as it came where v2 refused: it says ${errorWords[errorMessage]} then, and ${errorMessage} no more`,
          fix: `see who reads ${errorMessage} of it`,
        },
      ]
    : []
}

/** `new Response(res.body)`: a Response that was not parsed. */
const unparsedGiven = (trace: Trace, site: Site): ts.Node | undefined => {
  const held = answerOf(trace, site)
  if (held.kind !== 'response' || site.sink.library !== 'fetch') return undefined
  const { escapes, refusals } = flowOf(trace, site.top, held)
  return [...refusals, ...escapes].find((one) => isAnswer(one) && !underSuccess(trace, one))
}

/** `res.json(error.response.data)`: what a library keeps of a failed call, as a whole, and nobody in sight reads it. */
const thrownGiven = (trace: Trace, site: Site): ts.Node | undefined => {
  const read = wordedReads(trace, site).map(({ body }) => body)
  const isRead = (node: ts.Node): boolean => read.some((one) => isInside(one, node) || isInside(node, one))
  for (const place of placesOf(trace, site)) {
    let found: ts.Node | undefined
    walk(place, (node) => {
      if (found || !compiler.isExpression(node) || isAccess(dressed(node).parent)) return undefined
      if (!isRefusal(trace, node, site) || !(isAnswer(node) || goesOn(trace, node))) return undefined
      if (!isRead(node) && !isUnder(node, TEXT) && !isOfAnotherCall(trace, node, site, place)) found = node
      return undefined
    })
    if (found) return found
  }
  return undefined
}

/** `if (typeof body === 'string') …`: a text has no members. */
const TEXT = /\btypeof [\w.?]+ ===? ['"]string['"]/

/** `throw await res.json()`, which nobody in sight catches. */
const thrownOn = (trace: Trace, site: Site, { answer }: Route): ts.Node | undefined =>
  caughtOf(trace, site).some(({ place }) => compiler.isBlock(place) || compiler.isFunctionLike(place))
    ? undefined
    : thrownParsed(trace, site).find(({ isOwn }) => !isOwn || answer === 'none')?.value

/** What a library keeps of a failed call, or what is parsed of an answer that was caught: `await error.response.json()`. */
const isRefusal = (trace: Trace, node: ts.Expression, site: Site): boolean =>
  isThrownWhole(trace, node, site) ||
  parsingsBehind(trace, node).some((one) => isOfCaughtAnswer(trace, one, site))

/** `new Response(res.body)`, `reply.send(await res.text())`, `ctx.body = error.response.data` */
const isAnswer = (given: ts.Node): boolean => {
  for (let at = given; at.parent && !compiler.isStatement(at); at = at.parent) {
    const { parent } = at
    if (compiler.isConditionalExpression(parent) && parent.condition === at) return false
    if (compiler.isNewExpression(parent)) return /(Response|Exception)$/.test(parent.expression.getText())
    const isCall = compiler.isCallExpression(parent) && parent.expression !== at
    if (isCall && parent.expression.getText() !== 'JSON.stringify')
      return /(^|\.)(send|end|json|body|createError)$/.test(parent.expression.getText())
    if (isOperation(parent, '=')) return parent.right === at && /\.body$/.test(parent.left.getText())
  }
  return false
}
