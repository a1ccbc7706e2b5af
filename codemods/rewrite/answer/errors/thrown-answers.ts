import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { underFailure } from '../../../sites/answers/failure/failure.ts'
import { declarationOf, madeAs } from '../../../sites/program/names/symbol.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import { bare, someNode } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isAnswered } from '../another-call.ts'
import { isOfCaughtBody } from './caught-answers.ts'
import { orNone } from './or-none.ts'

/** Where a library keeps the body of a failed call, parsed. */
const BODY_OF: Readonly<Record<string, string>> = { axios: 'data', got: 'body', superagent: 'body' }

/** `error.response?.data?.message`, `res.data.message` where no status is an error: what the library keeps of a failed call. */
export const isThrownBody = (trace: Trace, node: ts.Node, owner: ts.Expression, site: Site): boolean => {
  if (isOfCaughtBody(trace, node, takenAs(trace, owner), site)) return true
  const member = BODY_OF[site.sink.library]
  if (member === undefined) return false
  const isKept = keptAs(member).test(takenAs(trace, owner))
  return (
    (isKept && !isAnswered(trace, owner)) ||
    (underFailure(trace, node) &&
      (new RegExp(`\\.${member}[!?]*$`).test(flatText(owner)) || isBodyTaken(trace, owner, site)))
  )
}

/** Whether an expression is the whole body that the library keeps of a failed call: `error.response?.data`, also by a name. */
export const isThrownWhole = (trace: Trace, node: ts.Expression, site: Site): boolean => {
  if (isOfCaughtBody(trace, node, takenAs(trace, node), site)) return true
  const member = BODY_OF[site.sink.library]
  return member !== undefined && keptAs(member).test(takenAs(trace, node)) && !isAnswered(trace, node)
}

const keptAs = (member: string): RegExp => new RegExp(`\\bresponse[!?]*\\.${member}[!?]*$`)

/** `error.response`, by the member that keeps the body in it. */
export const membersOfThrown = (
  trace: Trace,
  given: ts.Expression,
  { sink }: Site,
): ReadonlySet<string> | undefined => {
  const member = BODY_OF[sink.library]
  return member !== undefined && /\.response[!?]*$/.test(takenAs(trace, given))
    ? new Set([member])
    : undefined
}

/** `({ response: { data: { message } } }) => …`, `const { response: { data: { message } } } = error` */
export const isTakenOfThrown = (element: ts.BindingElement, site: Site): boolean => {
  const member = BODY_OF[site.sink.library]
  const from = element.parent.parent
  return member !== undefined && compiler.isBindingElement(from) && keptAs(member).test(takenFrom(from))
}

/** What a name stands for: `error.response?.data` of `const body = error.response?.data`, and of what patterns take out of it. */
const takenAs = (trace: Trace, given: ts.Expression, level = 0): string => {
  const name = orNone(given)
  const declared = compiler.isIdentifier(name) ? declarationOf(trace, name) : undefined
  if (declared && compiler.isBindingElement(declared)) return takenFrom(declared)
  const made = orNone(madeAs(trace, name))
  const isAnotherName = made !== name && compiler.isIdentifier(made) && level < MOST_NAMES
  return isAnotherName ? takenAs(trace, made, level + 1) : flatText(made)
}

/** Names that one after the other may stand for the same: `const data = error.response?.data; const body = data as Body`. */
const MOST_NAMES = 4

/** `.response.data` of `({ response: { data } = {} }) => …` */
const takenFrom = (element: ts.BindingElement): string => {
  const from = element.parent.parent
  const member = (element.propertyName ?? element.name).getText()
  if (compiler.isBindingElement(from)) return `${takenFrom(from)}.${member}`
  const value = compiler.isVariableDeclaration(from) ? from.initializer : undefined
  return `${value ? flatText(orNone(value)) : ''}.${member}`
}

/** `const { status, data } = await client.delete(…)`: the body that a library gives where no status is an error. */
const isBodyTaken = (trace: Trace, owner: ts.Expression, site: Site): boolean => {
  const member = BODY_OF[site.sink.library]
  return member !== undefined && isTakenOf(trace, owner, member, site)
}

/** Whether a name is bound to a member of what a call gives. */
export const isTakenOf = (
  { checker }: Trace,
  given: ts.Expression,
  member: string,
  { top }: Site,
): boolean => {
  const name = bare(given)
  const element = compiler.isIdentifier(name)
    ? checker.getSymbolAtLocation(name)?.valueDeclaration
    : undefined
  if (!element || !compiler.isBindingElement(element)) return false
  const declaration = element.parent.parent
  return (
    (element.propertyName ?? element.name).getText() === member &&
    compiler.isVariableDeclaration(declaration) &&
    declaration.initializer !== undefined &&
    holdsOne(declaration.initializer, new Set([top]))
  )
}

/** Whether a node is, or holds, one of those wanted. */
export const holdsOne = (node: ts.Node, wanted: ReadonlySet<ts.Node>): boolean =>
  someNode(node, (one) => wanted.has(one))
