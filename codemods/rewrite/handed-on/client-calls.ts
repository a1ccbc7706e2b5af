import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import { compiler } from '../../project/compiler.ts'
import { methodChoice } from '../../sites/clients/method-choice.ts'
import { isCall } from '../../sites/program/calls/calls.ts'
import { onlyLooks } from '../../sites/program/frames/only-looks.ts'
import type { Call, Trace } from '../../sites/program/frames/source.ts'
import { identifiersNamed } from '../../sites/program/names/names-used.ts'
import { symbolBehind } from '../../sites/program/names/symbol.ts'
import { headOf } from '../../sites/program/outside/opaque.ts'
import { accessed, accessOn, isAccess } from '../../sites/program/syntax/access.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { bare, dressed, nameOf } from '../../sites/program/syntax/nodes.ts'
import { isResource } from '../../sites/texts/route.ts'
import { isRequest } from '../../sites/texts/verbs.ts'
import type { Plan } from '../plan.ts'
import { type Reason, reasons } from '../reason.ts'
import { reason, short } from '../reason-text.ts'
import { isFunctionGiven } from './lost-calls.ts'
import { methodKept, methodsTaken, type Taken, takenWith } from './methods-taken.ts'

/** A call that stays, or what takes a method of a client along, and why. */
interface Lost {
  readonly call: Call
  readonly why: Reason
}

const strange = (call: Call, isMethod: boolean): Reason =>
  reason(
    'codemod.unfollowed',
    isMethod
      ? `${short(flatText(call.expression))} is a method that was taken out of a client which other calls are made with, and what is called by it is not followed`
      : `${short(flatText(call.expression))} is called with a path of v1 and sent by a client that other calls are made with, and upshift does not know what it does`,
    'make this call by a method of the client itself (get, post, …) or with fetch, then run upshift again',
  )

/** How often a client may be handed on, and what was made with it again. */
const MOST_HANDS = 3

/**
 * Calls that are sent by a client of other calls, in a way that nobody here knows: `client.paginate('pods')`,
 * `client[method]('/pods')`, and `$api.useQuery('get', '/pods')` of `$api = createQuery(client)`.
 * @param known the calls that were understood
 * @param asked the clients that were asked about: each is once
 */
export const clientCalls = (
  trace: Trace,
  routes: readonly Route[],
  { site: { sink } }: Plan,
  files: readonly ts.SourceFile[],
  known: ReadonlySet<ts.Node>,
  asked: Set<ts.Node>,
): Lost[] => {
  const client = sink.base ? clientOf(trace, sink.request ?? sink.call) : undefined
  const declared = client && symbolBehind(trace, client)?.valueDeclaration
  if (!client || !declared || asked.has(declared)) return []
  const methods = takenWith(declared)
  for (const one of [declared, ...methods.map(({ parent }) => parent)]) asked.add(one)
  return methods.length > 0 ? methods.flatMap((one) => callsWith(one, 0)) : callsWith(client, 0)

  function callsWith(name: Taken['names'][number], hands: number, isMethod = false): Lost[] {
    const found = [...usesOf(trace, files, name), ...(isMethod ? usesInTable(name) : [])]
    return found.flatMap((one) => {
      const use = hands === 0 ? clientAt(one) : one
      const takes = methods.length > 0 ? methodKept : methodsTaken
      const taken = hands === 0 ? takes(use) : undefined
      const handed = taken?.handed.filter(({ to }) => !known.has(to) && !onlyLooks(to)) ?? []
      const called = taken?.names.flatMap((one) => callsWith(one, hands + 1, true)) ?? []
      const out = handed.map(({ method, to }) => ({ call: to, why: reasons.handedOn(flatText(method)) }))
      return [...out, ...called, ...lostBy(use, hands, isMethod)]
    })
  }

  /** `verbs[kind]` of `const verbs = { create: client.post }` */
  function usesInTable({ parent }: ts.Node): readonly ts.Expression[] {
    const table = compiler.isObjectLiteralExpression(parent.parent)
      ? dressed(parent.parent).parent
      : undefined
    const name = table && compiler.isVariableDeclaration(table) ? table.name : undefined
    return name && compiler.isIdentifier(name)
      ? usesOf(trace, files, name).filter((use) => accessOn(use)?.kind === BY_KEY)
      : []
  }

  function lostBy(use: ts.Expression, hands: number, isMethod: boolean): Lost[] {
    const own = callOn(use)
    if (own) return isLost(own, use, hands, isMethod) ? [{ call: own, why: strange(own, isMethod) }] : []
    const given = isMethod ? undefined : callWith(use)
    if (given && isLent(given) && !known.has(given))
      return [{ call: given, why: reasons.handedOn(flatText(use)) }]
    if (given && isLost(given, use, hands + 1, false)) return [{ call: given, why: strange(given, false) }]
    const made = hands < MOST_HANDS ? madeWith(use) : undefined
    return made ? callsWith(made, hands + 1) : []
  }

  function isLost(call: ts.CallExpression, use: ts.Expression, hands: number, isMethod: boolean): boolean {
    if (known.has(call) || (hands === 0 && isPlain(call, use))) return false
    return (
      (isMethod ? maySayPath(call) : saysPath(routes, call, hands === 0)) &&
      !call.arguments.some((one) => isFunctionGiven(trace, one)) &&
      trace.targets(call, undefined).length === 0
    )
  }
}

/** The name of a client that a call is made with: of `client.get(url)`, `client(url)` and `this.client.get(url)`, `client`. */
export const clientOf = (trace: Trace, call: ts.CallExpression): ts.Identifier | undefined => {
  const callee = bare(call.expression)
  const chosen = methodChoice(trace, callee)
  const said = bare(chosen?.client ?? (isAccess(callee) ? callee.expression : callee))
  const client = compiler.isCallExpression(said) && isAccess(callee) ? bare(said.expression) : said
  const name = compiler.isPropertyAccessExpression(client) ? client.name : client
  return compiler.isIdentifier(name) ? name : undefined
}

/** The client where a name says it: what a function gives that makes one (`api()` of `api().get('/pods')`). */
const clientAt = (use: ts.Expression): ts.Expression => {
  const call = dressed(use).parent
  const isMade = compiler.isCallExpression(call) && bare(call.expression) === use && isTaken(dressed(call))
  return isMade ? call : use
}

/** Whether something else is made of what a call gives than to leave it: `api().get`, `const { get } = api()`. */
const isTaken = ({ parent }: ts.Expression): boolean =>
  isAccess(parent) || (compiler.isVariableDeclaration(parent) && compiler.isObjectBindingPattern(parent.name))

/** Every use of a name in all files: of a member, the access. */
export const usesOf = (
  trace: Trace,
  files: readonly ts.SourceFile[],
  name: Taken['names'][number],
): readonly ts.Expression[] => {
  const declared = symbolBehind(trace, name)?.valueDeclaration
  if (!declared || compiler.isParameter(declared)) return []
  const own = 'name' in declared ? nameOf(declared.name as ts.BindingName) : undefined
  return files
    .flatMap((file) =>
      [...new Set([name.text, own ?? name.text])].flatMap((one) => identifiersNamed(file, one)),
    )
    .filter((one) => one.parent !== declared && symbolBehind(trace, one)?.valueDeclaration === declared)
    .map(({ parent }, index, all) => {
      const one = all[index] as ts.Identifier
      return compiler.isPropertyAccessExpression(parent) && parent.name === one ? parent : one
    })
}

/** The call of a value or of one of its members: `client(…)`, `client.stream.get(…)`. */
const callOn = (use: ts.Expression): ts.CallExpression | undefined => {
  const access = accessOn(use)
  if (access) return callOn(access)
  const callee = dressed(use)
  const { parent } = callee
  return compiler.isCallExpression(parent) && parent.expression === callee ? parent : undefined
}

/** `paginate(client, '/pods')` */
const callWith = (use: ts.Expression): ts.CallExpression | undefined => {
  const given = dressed(use)
  const { parent } = given
  const isGiven = compiler.isCallExpression(parent) && parent.expression !== given
  return isGiven && !onlyLooks(parent) ? parent : undefined
}

/** `axios.request.call(client, { url })`: what is called by another's method. */
const isLent = ({ expression }: ts.CallExpression): boolean =>
  /^(call|apply)$/.test(accessed(expression)?.name ?? '')

/** A method of HTTP clients on the client itself: where it was not understood, it is no call of ours. */
const isPlain = (call: ts.CallExpression, use: ts.Expression): boolean => {
  const callee = bare(call.expression)
  if (callee === use) return true
  const isOwn = compiler.isPropertyAccessExpression(callee) && bare(callee.expression) === use
  return isOwn && isRequest(callee.name.text)
}

const saysPath = (routes: readonly Route[], call: ts.CallExpression, isBare: boolean): boolean =>
  call.arguments.flatMap(sidesOf).some((one) => {
    const [, slash, word = ''] = /^(\/?)(\w+)(?:[/?]|$)/.exec(headOf(bare(one))) ?? []
    return (isBare || slash === '/') && isResource(routes, word)
  })

/** Of a method of the client, whatever is no address of its own. */
const maySayPath = ({ arguments: [first] }: ts.CallExpression): boolean =>
  first !== undefined && !/^\w+:/.test(headOf(bare(first)))

const BY_KEY = compiler.SyntaxKind.ElementAccessExpression

const sidesOf = (given: ts.Expression): ts.Expression[] => {
  const node = bare(given)
  return compiler.isConditionalExpression(node) ? [node.whenTrue, node.whenFalse].flatMap(sidesOf) : [node]
}

/** The name of what something is made of with a value: `api` of `const api = createQuery(client)` and `new Api({ client })`. */
const madeWith = (use: ts.Expression): ts.Identifier | undefined => {
  const value = dressed(use)
  const { parent } = value
  const isMember = compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent)
  const given = isMember ? dressed(parent.parent) : value
  const call = given.parent
  if (!isCall(call) || call.expression === given) return undefined
  const kept = dressed(call).parent
  const isKept = compiler.isVariableDeclaration(kept) || compiler.isPropertyDeclaration(kept)
  return isKept && compiler.isIdentifier(kept.name) ? kept.name : undefined
}
