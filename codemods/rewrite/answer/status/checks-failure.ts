import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isParse } from '../../../sites/answers/failure/failure.ts'
import { isOfAnother, originOf } from '../../../sites/answers/failure/origin.ts'
import { toldBy } from '../../../sites/answers/failure/told-failure.ts'
import { endsHere, neverReturns } from '../../../sites/program/syntax/leaves.ts'
import { functionAround, isInside, isOperation, someNode } from '../../../sites/program/syntax/nodes.ts'
import { placed } from '../../../sites/sink.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { functionsOf } from '../functions-of.ts'

/** Whether what reads an answer never meets the body of a call that failed: the client throws, or somebody on the way looks. */
export const checksFailure = (trace: Trace, site: Site): boolean =>
  throws(trace, site) ||
  [...functionsOf(site), ...besideScript(site)].some((place) => looksIn({ trace, site, place, depth: 0 }))

/** Whether the client throws what failed, as nobody tells it otherwise (`validateStatus: () => true`). */
const throws = (trace: Trace, { sink, scope }: Site): boolean =>
  (sink.library === 'axios' || sink.throws === true) &&
  (sink.judges ?? []).every((place) => placed(trace, place, scope).length === 0)

/** What a script does that makes its call in no function, without what it declares for others to run. */
const besideScript = ({ sink }: Site): readonly ts.Node[] =>
  functionAround(sink.call)
    ? []
    : sink.call
        .getSourceFile()
        .statements.filter((one) => !compiler.isFunctionDeclaration(one) && !compiler.isClassDeclaration(one))

/** Where a look at an answer is sought. */
interface Look {
  readonly trace: Trace
  readonly site: Site
  readonly place: ts.Node
  /** How many helpers deep: what those ask counts that is asked of what they are given. */
  readonly depth: number
}

const MOST_DEPTH = 3

const looksIn = (look: Look): boolean => someNode(look.place, (node) => isLook(look, node))

const isLook = (look: Look, node: ts.Node): boolean => {
  if (compiler.isIfStatement(node)) return isGuard(look, node)
  if (compiler.isConditionalExpression(node)) return isChoice(look, node)
  if (compiler.isSwitchStatement(node)) return /\.status(Code)?\b/.test(node.expression.getText())
  if (isOperation(node, '&&')) return isParse(node.right) && tells(look, node.left) === 'good'
  if (isOperation(node, '||'))
    return compiler.isExpressionStatement(node.parent) && tells(look, node.left) === 'good'
  return compiler.isCallExpression(node) && (isAssertion(look, node) || isHelper(look, node))
}

/** `if (!res.ok) throw …`, `if (res.ok) return res.json()`, `if (res.ok) { … }` around what parses the body. */
const isGuard = (look: Look, { expression, thenStatement, elseStatement }: ts.IfStatement): boolean => {
  const told = tells(look, expression)
  if (told === 'failed')
    return isEnd(look, thenStatement) || (elseStatement !== undefined && isParse(elseStatement))
  return told === 'good' && (endsHere(thenStatement) || isParse(thenStatement) || isEnd(look, elseStatement))
}

/** `res.ok ? await res.json() : null` */
const isChoice = (look: Look, { condition, whenTrue, whenFalse }: ts.ConditionalExpression): boolean => {
  const told = tells(look, condition)
  if (told === undefined) return false
  const chosen = told === 'good' ? whenTrue : whenFalse
  return isParse(chosen) || compiler.isIdentifier(chosen)
}

/** `assert(res.ok)`, `expect(res.status).toBe(200)`, `raiseForStatus(res)` */
const isAssertion = (look: Look, call: ts.CallExpression): boolean => {
  const name = call.expression.getText()
  if (/(^|\.)raise\w*$/.test(name)) return true
  if (!/^(assert|expect|invariant|ok)\b/.test(name)) return false
  return (
    call.arguments.some((one) => tells(look, one) === 'good') || /\.(ok|status(Code)?)\b/.test(call.getText())
  )
}

/** Whether nothing runs behind a branch: it leaves, rejects, or calls what always throws. */
const isEnd = ({ trace }: Look, branch: ts.Statement | undefined): boolean => {
  if (!branch || endsHere(branch)) return branch !== undefined
  const last = compiler.isBlock(branch) ? branch.statements.at(-1) : branch
  if (!last || !compiler.isExpressionStatement(last)) return false
  const call = compiler.isAwaitExpression(last.expression) ? last.expression.expression : last.expression
  if (!compiler.isCallExpression(call)) return false
  return (
    /(^|\.)(reject|fail)$/.test(call.expression.getText()) ||
    trace.targets(call, undefined).some(({ node }) => neverReturns(node))
  )
}

/** `await ensureOk(res)`, `.then(ensureOk)`: a function of the program's own that looks at what it is given. */
const isHelper = (look: Look, call: ts.CallExpression): boolean => {
  const { trace, site, depth } = look
  if (depth >= MOST_DEPTH) return false
  const isGiven = call.arguments.some((one) => !isOfAnother(trace, site.sink.call, [one]))
  const called = isGiven ? trace.targets(call, undefined) : []
  const handed = call.arguments
    .filter((one) => compiler.isIdentifier(one))
    .flatMap((one) => trace.sources(one, undefined))
  return [...called, ...handed].some(
    ({ node }) =>
      compiler.isFunctionLike(node) &&
      !isInside(call, node) &&
      looksIn({ ...look, place: node, depth: depth + 1 }),
  )
}

/** Which answers get past a condition: those that went well alone, or those that failed and perhaps others. */
const tells = (look: Look, condition: ts.Expression): 'good' | 'failed' | undefined => {
  const { always, never, reads } = toldBy(look.trace, condition)
  if ((!always && !never) || !isAsked(look, reads)) return undefined
  return always ? 'failed' : 'good'
}

/** Whether what a condition reads may be of the call's answer; in a helper, of what that is given. */
const isAsked = ({ trace, site, depth, place }: Look, reads: readonly ts.Expression[]): boolean => {
  if (depth > 0)
    return reads.some((one) => {
      const origin = originOf(trace, one)
      return origin !== undefined && compiler.isParameter(origin) && isInside(origin, place)
    })
  const own = [site.sink.call, site.top].filter((one) => isInside(one, place))
  return own.length === 0 || own.some((one) => !isOfAnother(trace, one, reads))
}
