import { ts } from 'ts-morph'
import { answerOf } from '../sites/answer.ts'
import { type Flow, flowOf } from '../sites/flow.ts'
import { dressed, functionAround } from '../sites/scope.ts'
import type { Site } from '../sites/sites.ts'
import type { Trace } from '../sites/trace.ts'
import { type Edit, insertAfter, insertBefore, replace } from './edit.ts'

/** The edits that put a mapper around every parsed body of a site, or undefined where one gets away unparsed. */
export const wrapAnswer = (trace: Trace, site: Site, mapper: string): readonly Edit[] | undefined => {
  const flow = answerFlow(trace, site)
  if (!flow) return undefined
  const bound = flow.bound.map((element) => unwrapBound(element, mapper))
  if (bound.some((edits) => edits === undefined)) return undefined
  return [
    ...flow.roots.filter(isUsed).flatMap((root) => wrapRoot(root, mapper)),
    ...bound.flatMap((edits) => edits ?? []),
  ]
}

/** Where a site's answer is parsed; undefined where it gets out of sight. */
export const answerFlow = (trace: Trace, site: Site): Flow | undefined => {
  trace.from(site.top)
  const held = answerOf(trace, site)
  if (held.kind === 'unknown')
    return isUsed(site.top) ? undefined : { roots: [], bound: [], escapes: [], statuses: [] }
  const flow = flowOf(trace, site.top, held)
  return flow.escapes.length > 0 ? undefined : flow
}

/** Whether anything is done with an expression's value. */
export const isUsed = (node: ts.Expression): boolean => {
  let at: ts.Expression = dressed(node)
  while (ts.isAwaitExpression(at.parent)) at = dressed(at.parent)
  return !ts.isExpressionStatement(at.parent) && !ts.isVoidExpression(at.parent)
}

/** `await X` -> `mapper(await X)`; a promise that is passed on -> `X.then(mapper)`. */
const wrapRoot = (root: ts.Expression, mapper: string): Edit[] => {
  const outer = dressedOnce(root)
  if (ts.isAwaitExpression(outer.parent)) return around(outer.parent, mapper)
  if (isPromise(root)) return [insertAfter(root, `.then(${mapper})`)]
  return around(root, mapper)
}

/** Only parentheses may stand between a promise and its `await`. */
const dressedOnce = (node: ts.Expression): ts.Expression => {
  let at = node
  while (ts.isParenthesizedExpression(at.parent)) at = at.parent
  return at
}

/** A call whose value is a promise: all of them are, but for a parsed text and a member of an answer. */
const isPromise = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) && node.expression.getText() !== 'JSON.parse'

/** Parentheses that are there already serve as the call's own. */
const around = (node: ts.Expression, mapper: string): Edit[] => {
  const isWrapped = ts.isParenthesizedExpression(node.parent)
  if (isWrapped) return [insertBefore(node.parent, mapper)]
  return [insertBefore(node, `${mapper}(`), insertAfter(node, ')')]
}

/** `const { data } = await …` -> `const data = mapper((await …).data)`, where nothing else is taken out. */
const unwrapBound = (element: ts.BindingElement, mapper: string): Edit[] | undefined => {
  const pattern = element.parent
  const declaration = pattern.parent
  const name = element.propertyName ?? element.name
  if (!ts.isObjectBindingPattern(pattern) || pattern.elements.length !== 1) return undefined
  if (element.initializer || !ts.isIdentifier(name)) return undefined
  const target = element.name.getText()
  if (ts.isIdentifier(element.name) && ts.isVariableDeclaration(declaration) && declaration.initializer) {
    const value = declaration.initializer
    return [
      replace(pattern, target),
      insertBefore(value, `${mapper}((`),
      insertAfter(value, `).${name.text})`),
    ]
  }
  const callee = functionAround(element)
  if (!ts.isParameter(declaration) || !callee || !ts.isArrowFunction(callee) || ts.isBlock(callee.body))
    return undefined
  if (!ts.isIdentifier(callee.body) || callee.body.text !== target) return undefined
  return around(callee.body, mapper)
}
