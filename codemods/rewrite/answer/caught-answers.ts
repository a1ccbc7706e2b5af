import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { flatText } from '../../sites/program/flat-text.ts'
import { bare, isInside } from '../../sites/program/scope.ts'
import { callsOf } from '../../sites/site-calls.ts'
import type { Site } from '../../sites/sites.ts'

/** Whether a member is read of the body that ofetch keeps of a failed call: `error.data.message`, of which `owner` is `error.data`. */
export const isOfCaughtBody = (node: ts.Node, owner: string, site: Site): boolean => {
  if (site.sink.library !== 'ofetch') return false
  const [, name] = /^(\w+)[!?]*\.(?:data|response[!?]*\._data)[!?]*$/.exec(owner) ?? []
  return name !== undefined && isCaughtFrom(node, name, site)
}

/** Whether a parsing is that of the answer which ky keeps of a failed call: `await error.response.json()`. */
export const isOfCaughtAnswer = (parsing: ts.Node, site: Site): boolean => {
  const said = /\b(\w+)[!?]*\.response[!?]*(?:\.clone\(\))?\.json(?:<[^>]*>)?\(\)/.exec(flatText(parsing))
  const name = said?.[1]
  return name !== undefined && isCaughtFrom(parsing, name, site)
}

/** Whether a name is that of an error which the call, or a helper's call on its way, was refused with. */
const isCaughtFrom = (node: ts.Node, name: string, site: Site): boolean => {
  const calls = [...callsOf(site)]
  for (let at = node; at.parent; at = at.parent) {
    const tried =
      compiler.isCatchClause(at) && isNamed(at.variableDeclaration?.name, name) && at.parent.tryBlock
    const asked = compiler.isFunctionLike(at) && isNamed(at.parameters[0]?.name, name) && caughtBy(at)
    const from = tried || asked
    if (from) return calls.some((call) => isInside(call, from))
  }
  return false
}

/** What a callback catches the error of: `X.catch((error) => …)`, `X.then(done, (error) => …)`. */
const caughtBy = (callback: ts.Node): ts.Expression | undefined => {
  const call = callback.parent
  if (!compiler.isCallExpression(call) || !compiler.isPropertyAccessExpression(call.expression))
    return undefined
  const { name, expression } = call.expression
  const place = name.text === 'catch' ? 0 : name.text === 'then' ? 1 : -1
  return call.arguments[place] === callback ? expression : undefined
}

const isNamed = (found: ts.BindingName | undefined, name: string): boolean =>
  found !== undefined && compiler.isIdentifier(bare(found as ts.Expression)) && found.getText() === name
