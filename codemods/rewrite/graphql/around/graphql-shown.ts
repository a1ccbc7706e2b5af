import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { walk } from '../../../sites/program/syntax/nodes.ts'
import { isLog } from '../../../sites/program/syntax/said.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** What is logged of a document that is no longer sent: it stays, and whoever reads the log takes it for what was sent. */
export const stillShown = (trace: Trace, nodes: readonly ts.Node[]): Finding[] => {
  const names = new Set(nodes.flatMap((node) => holderOf(node) ?? []))
  return [...names]
    .filter((name) => referencesOf(trace, name).some(isLogged))
    .map(({ text }) => ({
      code: 'TOLERATED',
      rule: 'codemod.graphql-shown',
      at: text,
      why: 'what is logged of it is the GraphQL document still, which is not sent any more',
      fix: 'log what the call is given instead',
    }))
}

/** The variable whose value a text is a part of. */
export const holderOf = (node: ts.Node): ts.Identifier | undefined => {
  let at = node
  while (!compiler.isVariableDeclaration(at)) {
    if (!at.parent || compiler.isFunctionLike(at) || compiler.isCallExpression(at)) return undefined
    at = at.parent
  }
  return compiler.isIdentifier(at.name) ? at.name : undefined
}

/** `console.log(body)`, `logger.debug(JSON.stringify(body))`, also within a template. */
const isLogged = (use: ts.Node): boolean => {
  let at = use
  while (compiler.isExpression(at.parent) || compiler.isTemplateSpan(at.parent)) {
    const { parent } = at
    const isGiven = compiler.isCallExpression(parent) && parent.expression !== at
    if (isGiven && parent.expression.getText() !== 'JSON.stringify') return isLog(parent.expression.getText())
    at = parent
  }
  return false
}

/**
 * What a function printed around a call that it makes: to the console, or by a logger of the program's own; and by itself
 * what it printed of what it threw then, which whoever catches that is told as well.
 * @param call the call, within the function
 */
export const printedAround = (callee: ts.Node, call: ts.Node): string[] => {
  const isCheck = (node: ts.Node): boolean => compiler.isIfStatement(node) && node.getEnd() <= call.getStart()
  const found = logsIn(callee, (node) => isCheck(node) || throws(node))
  const thrown = logsIn(callee, isCheck).filter((name) => !found.includes(name))
  return [
    ...(found.length > 0 ? [`what it printed (${found.join(', ')})`] : []),
    ...(thrown.length > 0 ? [`${PRINTED_FIRST} (${thrown.join(', ')})`] : []),
  ]
}

const PRINTED_FIRST = 'what it printed before it threw'

/** Whether something lost is only what was printed of an error that is thrown all the same. */
export const isPrintedFirst = (lost: string): boolean => lost.startsWith(PRINTED_FIRST)

/** What logs something in a function, but for the parts that do not count. */
const logsIn = (callee: ts.Node, isPassedOver: (node: ts.Node) => boolean): string[] => {
  const found = new Set<string>()
  walk(callee, (node) => {
    if (isPassedOver(node)) return false
    const name = compiler.isCallExpression(node) ? node.expression.getText() : ''
    if (isLog(name)) found.add(name)
    return undefined
  })
  return [...found]
}

/** `{ console.error(error); throw error }`, within a function. */
const throws = (node: ts.Node): boolean => {
  const last =
    compiler.isBlock(node) && !compiler.isFunctionLike(node.parent) ? node.statements.at(-1) : undefined
  return last !== undefined && compiler.isThrowStatement(last)
}
