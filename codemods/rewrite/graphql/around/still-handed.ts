import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { isNamedTest } from '../../../sites/program/outside/test-file.ts'
import { isInside } from '../../../sites/program/syntax/nodes.ts'
import { isLog } from '../../../sites/program/syntax/said.ts'
import { callsOf } from '../../../sites/site-calls.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { shapeOf } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isPromise } from '../../answer/is-promise.ts'
import { hasMore } from '../../body/tries/tries.ts'
import { positionOf } from '../../notes.ts'
import type { Plan } from '../../plan.ts'
import { documentsOf } from '../document/documents.ts'
import { holderOf } from './graphql-shown.ts'

/**
 * Documents of calls that moved which something else is asked with as well (`client.send(PODS)`), that no call could be
 * followed to: what the calls say accounts for their text, and nothing else would tell.
 */
export const stillHanded = (
  trace: Trace,
  plans: readonly Plan[],
  done: readonly Plan[],
  root: string,
): Note[] => {
  const nodes = done.filter(({ route }) => !route).flatMap(({ site }) => documentsOf(trace, site))
  const names = new Set(nodes.flatMap((one) => one.nodes).flatMap((node) => holderOf(node) ?? []))
  const known = plans.flatMap(({ site }) => [...callsOf(site)])
  return [...names].flatMap((name) =>
    mentionsOf(trace, name)
      .filter((use) => !isNamedTest(use.getSourceFile()))
      .filter((use) => !known.some((call) => isInside(use, call)) && isAskedWith(trace, use))
      .map((use) => noteOf(use, root)),
  )
}

/** Whether a document goes into a call that gives a promise, and that says no address of its own. */
const isAskedWith = (trace: Trace, use: ts.Node): boolean => {
  let at = use
  while (isPart(at.parent)) {
    const { parent } = at
    if (compiler.isCallExpression(parent) && parent.expression !== at && !isText(parent))
      return isAsking(trace, parent)
    at = parent
  }
  return false
}

const isAsking = (trace: Trace, call: ts.CallExpression): boolean =>
  !isLog(call.expression.getText()) &&
  isPromise(trace, call) &&
  // `hash.update(PODS).digest()`
  !hasMore(call) &&
  !call.arguments.some((one) => texts(trace, one, undefined).some((text) => /^https?:/.test(shapeOf(text))))

const isPart = (node: ts.Node): boolean =>
  compiler.isExpression(node) ||
  compiler.isPropertyAssignment(node) ||
  compiler.isShorthandPropertyAssignment(node)

/** `JSON.stringify({ query: PODS })` */
const isText = ({ expression }: ts.CallExpression): boolean => expression.getText() === 'JSON.stringify'

const noteOf = (use: ts.Node, root: string): Note => ({
  ...positionOf(use, root),
  rule: 'codemod.unfollowed',
  class: 'left',
  fix: 'look at how it is used; if a call is made with it, move that call',
  confidence: 'medium',
  why: `this hands on the GraphQL document ${use.getText()}, and no call that uses it could be followed`,
})
