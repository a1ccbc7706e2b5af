import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { madeAs } from '../../../sites/program/names/symbol.ts'
import { bare, isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { isBased, urlOf } from '../made/joined.ts'

/**
 * Whether a call is made to the base address and nothing else is said: `fetch(API)`, `` fetch(`${API}/`) ``,
 * `client.get('/')`. A path that happens to be empty where it is looked at (`API + this.path`) may be any.
 */
export const isBaseItself = (trace: Trace, site: Site): boolean => {
  const url = site.open ? undefined : urlOf(trace, site)?.node
  return url !== undefined && partsOf(trace, url).length <= (isBased(trace, site) ? 0 : 1)
}

/** What an address is put together of, but for its slashes. */
const partsOf = (trace: Trace, given: ts.Expression): readonly (string | ts.Expression)[] => {
  const node = bare(given)
  if (compiler.isStringLiteralLike(node)) return /^\/*$/.test(node.text) ? [] : [node.text]
  if (isOperation(node, '+')) return [node.left, node.right].flatMap((one) => partsOf(trace, one))
  if (compiler.isTemplateExpression(node)) {
    const said = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text)
    const inner = node.templateSpans.flatMap(({ expression }) => partsOf(trace, expression))
    return [...said.filter((text) => !/^\/*$/.test(text)), ...inner]
  }
  const made = compiler.isIdentifier(node) ? bare(madeAs(trace, node)) : node
  return compiler.isTemplateExpression(made) || isOperation(made, '+') ? partsOf(trace, made) : [node]
}
