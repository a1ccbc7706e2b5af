import type { ts } from 'ts-morph'
import { keyParameter } from '../../../../mappings/hosts.ts'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import { functionAround, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { keyTextOf } from '../key/graphql-key.ts'

/** What a request is made of, as the functions on the way name it: `query`, `KEY`, `this.apiKey`. */
export interface RequestNames {
  readonly isPart: (name: string) => boolean
  readonly isKey: (name: string) => boolean
}

/** Names of what goes into the request of a site: in the calls on the way, and in what is made for these. */
export const requestNames = (trace: Trace, site: Site): RequestNames => {
  const said = new Set<string>()
  const keys = new Set<string>()
  for (const node of madeFor(trace, site)) {
    for (const [, key] of flatText(node).matchAll(KEYS)) keys.add(chainText(key ?? ''))
    walk(node, (one) => void (isChain(one) && said.add(chainText(one.getText()))))
  }
  const key = keyTextOf(trace, site)
  if (key) keys.add(chainText(key))
  for (const one of keys) said.add(one)
  return { isPart: (name) => isAmong(said, name), isKey: (name) => isAmong(keys, name) }
}

/** What stands behind the words that a key is sent with. */
const KEYS = new RegExp(
  `(?:Bearer |${keyParameter.is}=)['"\`]?(?: ?\\+ ?|\\$\\{)(?:encodeURIComponent\\()?([\\w$.?!]+)`,
  'g',
)

/** The calls on the way, what is kept under names for them, and the functions that make that. */
const madeFor = (trace: Trace, { sink, scope }: Site): ts.Node[] => {
  const calls = [sink.call, ...[...framesFrom(scope)].map(({ call }) => call)]
  const found = new Set<ts.Node>(calls.slice(0, -1).concat(scope ? [] : calls))
  for (const node of found) {
    walk(node, (one) => {
      const made = compiler.isIdentifier(one) ? keptFor(trace, one, node) : undefined
      if (made) found.add(made)
      if (!compiler.isCallExpression(one) || calls.includes(one)) return
      for (const target of trace.targets(one, undefined)) found.add(target.node)
    })
    if (found.size > MOST) break
  }
  return [...found]
}

/** More than that no request is made of. */
const MOST = 50

export const keptFor = (trace: Trace, name: ts.Identifier, near: ts.Node): ts.Node | undefined => {
  const declared = declarationOf(trace, name)
  const isOwn =
    declared !== undefined &&
    compiler.isVariableDeclaration(declared) &&
    functionAround(declared) === functionAround(near)
  return isOwn ? declared.initializer : undefined
}

/** A name with all that is read of it: `process.env.KEY`, and not `process.env` within it. */
const isChain = (node: ts.Node): boolean => {
  if (!compiler.isIdentifier(node) && !isAccess(node)) return false
  const { parent } = node
  return !(isAccess(parent) && (parent.expression === node || compiler.isIdentifier(node)))
}

/** A name as it is compared: without what only types or a careful reader say. */
export const chainText = (text: string): string => text.replace(/[?!\s]/g, '')

const isAmong = (said: ReadonlySet<string>, name: string): boolean =>
  [...said].some((one) => one === name || one.startsWith(`${name}.`) || name.startsWith(`${one}.`))
