import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Trace } from './program/frames/source.ts'
import { declarationOf } from './program/names/symbol.ts'
import { bare, nameOf } from './program/syntax/nodes.ts'
import { documentTexts, payloadSources } from './site-texts.ts'
import type { Site } from './sites.ts'
import type { Text } from './texts/text.ts'

/**
 * Whether a call only hands on the request that the program itself is sent (`fetch(BASE + path, { method: req.method })`
 * of a catch-all route): those who send it say what is asked for, and read what comes back.
 */
export const passesOn = (trace: Trace, { located }: Site): boolean =>
  located.some(({ text }) =>
    gapsOf(text)
      .slice(0, 1)
      .some((node) => isOfRequest(trace, node)),
  )

/** The same of a GraphQL document. */
export const passesDocumentOn = (trace: Trace, site: Site): boolean =>
  [
    ...documentTexts(trace, site).flatMap((text) => (text.pieces.length === 1 ? gapsOf(text) : [])),
    ...payloadSources(trace, site).flatMap(({ node }) => (compiler.isExpression(node) ? node : [])),
  ].some((node) => isOfRequest(trace, node))

const gapsOf = ({ pieces }: Text): ts.Expression[] =>
  pieces.flatMap((one) => (one.kind === 'gap' ? one.node : []))

/** What servers call the parts of a request: `req.body`, `await request.json()`. */
const PARTS = /^(body|json\(\)|text\(\)|originalUrl|nextUrl)$/

/** Parts of which something is taken (`(await params).path`, `new URL(request.url).pathname`); helpers' options say them whole. */
const TAKEN = /^(params|query|url)$/

const MOST_STEPS = 8

/** Whether a value is a part of a request, by whatever name that goes, which nobody in these files makes. */
const isOfRequest = (trace: Trace, node: ts.Expression): boolean => {
  const names: (string | undefined)[] = []
  const parameter = cameBy(trace, node, names)
  const callee = parameter?.parent
  const isPart = names.some((one = '', index) => PARTS.test(one) || (index > 0 && TAKEN.test(one)))
  return isPart && callee !== undefined && trace.callers(callee).length === 0
}

/** The parameter that a value is taken out of, with the members on the way. */
const cameBy = (
  trace: Trace,
  given: ts.Expression,
  names: (string | undefined)[],
  steps = 0,
): ts.ParameterDeclaration | undefined => {
  const node = bare(given)
  if (steps > MOST_STEPS) return undefined
  const next = (inner: ts.Expression | undefined): ts.ParameterDeclaration | undefined =>
    inner && cameBy(trace, inner, names, steps + 1)
  if (compiler.isNewExpression(node)) return next(node.arguments?.[0])
  if (compiler.isAwaitExpression(node) || compiler.isElementAccessExpression(node))
    return next(node.expression)
  if (compiler.isCallExpression(node) && compiler.isPropertyAccessExpression(node.expression)) {
    names.push(`${node.expression.name.text}()`)
    return next(node.expression.expression)
  }
  if (compiler.isPropertyAccessExpression(node)) {
    names.push(node.name.text)
    return next(node.expression)
  }
  let at: ts.Node | undefined = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  while (at && (compiler.isBindingElement(at) || compiler.isObjectBindingPattern(at))) {
    if (compiler.isBindingElement(at)) names.push(nameOf(at.propertyName ?? at.name))
    at = at.parent
  }
  if (at && compiler.isParameter(at)) return at
  return at && compiler.isVariableDeclaration(at) ? next(at.initializer) : undefined
}
