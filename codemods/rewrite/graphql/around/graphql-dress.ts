import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { toldBy } from '../../../sites/answers/failure/told-failure.ts'
import { type Held, memberOfHeld } from '../../../sites/answers/held/held.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import { isTypeScript } from '../../../sites/program/syntax/is-typescript.ts'
import { someNode, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { readsOnlyData } from '../../edit/key-field.ts'
import type { Wrap } from '../../mapper/around/mapper-wrap.ts'
import { throwsErrors } from './graphql-thrown.ts'
import { asUndici } from './undici-read.ts'

/** What makes of `data` the object that it is a member of. */
export const AS_MEMBER = '.then((data) => ({ data }))'

/**
 * The same where the program threw what was refused, and may look at more of the answer than its data.
 * @param type what the program says of the answer
 */
export const asThrown = (held: 'payload' | 'axios', { top }: Site, type: string): string => {
  const answer = held === 'axios' ? '{ status: 200, data: { data } }' : '{ data }'
  const isTyped = isTypeScript(top)
  return `.then((data)${isTyped ? `: ${type && held === 'payload' ? type : 'any'}` : ''} => (${answer}))`
}

/** Whether nobody takes what the call gives: `await ask(…)` as a statement of its own. */
export const isUntaken = ({ top }: Site): boolean => {
  let at: ts.Node = top
  while (compiler.isAwaitExpression(at.parent) || compiler.isParenthesizedExpression(at.parent))
    at = at.parent
  return compiler.isExpressionStatement(at.parent) || compiler.isVoidExpression(at.parent)
}

/** The types that the program gave its own helper for `data`. */
export const typeArguments = ({ top, sink }: Site): string => {
  const given = top.typeArguments ?? []
  const isOfData = sink.graphql ? given.length > 0 : top !== sink.call && given.length === 1
  const isTyped = isOfData && isTypeScript(top)
  return isTyped ? `<${given[0]?.getText()}>` : ''
}

/** What is made of `data`: nothing, the object it is a member of, or what a wrap's function makes of it. */
export type Dress = Wrap | 'data' | 'raw' | 'payload' | 'axios' | 'undici'

/** The function that dresses it up, where one is needed. */
export const wrapOf = (dress: Exclude<Dress, 'data' | 'payload' | 'axios'>): Wrap => {
  if (dress === 'raw') return 'request'
  return dress === 'undici' ? 'response' : dress
}

/** What is made of what that gives. */
export const behindWrap = (trace: Trace, { top }: Site, dress: Dress): string => {
  if (dress === 'raw') return AS_MEMBER
  return (dress === 'undici' ? asUndici(trace, top) : undefined) ?? ''
}

/** What the call's value has to look like afterwards. */
export const dressFor = (trace: Trace, held: Held, site: Site): Dress | undefined => {
  if (held.kind === 'data') return site.sink.graphql && readsErrors(site) ? 'request' : 'data'
  const isRaw = site.sink.answer === 'raw' && site.top === site.sink.call
  if (isRaw) return readsOnlyData(trace, site.top) ? 'raw' : undefined
  if (held.kind === 'response' && site.sink.library === 'fetch') return 'response'
  if (site.sink.answer === 'undici' && held.kind === 'record')
    return isOfUndici(held) && asUndici(trace, site.top) !== undefined ? 'undici' : undefined
  if (held.kind !== 'payload' && held.kind !== 'axios') return undefined
  const thrown = throwsErrors(trace, site)
  if (thrown !== 'never') return thrown === 'always' ? held.kind : undefined
  if (held.kind === 'axios') return 'reply'
  return throwsAtStatus(trace, site) ? 'checked' : 'answer'
}

/** Whether a call gives what undici gave, and no object of the program's own. */
const isOfUndici = (held: Held & { readonly kind: 'record' }): boolean =>
  !held.made && memberOfHeld(held, 'body').kind === 'response'

/** Clients that throw by themselves where an answer's status says that it failed. */
const THROWING = /^(axios|ky|got|ofetch|superagent)$/

/** Whether the client, or a function on the way, throws at a status: `if (!res.ok) throw …`. */
const throwsAtStatus = (trace: Trace, { sink, scope }: Site): boolean => {
  if (THROWING.test(sink.library)) return true
  let isChecked = false
  for (const frame of framesFrom(scope))
    walk(frame.callee, (node) => {
      if (compiler.isIfStatement(node) && /\b(throw|reject)\b/.test(node.thenStatement.getText()))
        isChecked ||= toldBy(trace, node.expression).holds
      return !isChecked
    })
  return isChecked
}

/** Whether what graphql-request throws is looked into: `error.response.errors`. */
export const readsErrors = ({ top }: Site): boolean =>
  someNode(top.getSourceFile(), (node) => {
    const isCatch =
      compiler.isCatchClause(node) ||
      (compiler.isCallExpression(node) && /\.catch$/.test(node.expression.getText()))
    return isCatch && someNode(node, (one) => compiler.isIdentifier(one) && one.text === 'response')
  })

/** Whether the class of what graphql-request throws is asked for. */
export const tellsErrorsApart = ({ sink, top }: Site): boolean =>
  sink.graphql !== undefined && /\binstanceof\s+ClientError\b/.test(top.getSourceFile().text)
