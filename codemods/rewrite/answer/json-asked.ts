import type { ts } from 'ts-morph'
import type { Finding } from '../../../mappings/dsl/finding.ts'
import { contracts } from '../../../mappings/schemas/operations.ts'
import { compiler } from '../../project/compiler.ts'
import { underSuccess } from '../../sites/answers/failure.ts'
import { bare, walk } from '../../sites/program/scope.ts'
import { declarationOf, madeAs } from '../../sites/program/symbol.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { type Edit, replace } from '../edit/edit.ts'
import { placesOf } from './error-handlers.ts'
import { callBehind, functionsHanded } from './status-handed.ts'

/** What becomes of questions about an answer's content type. */
interface AskedForJson {
  readonly edits: readonly Edit[]
  readonly findings: readonly Finding[]
}

/** The types of the bodies that say why a call was refused, of either API. */
const WAS = contracts.v1.error.mediaType
const IS = contracts.v2.error.mediaType
/** What both have. */
const COMMON = 'json'

/**
 * Where the code around a call asks whether an answer is JSON by a content type that v2's refusals do not have (RFC 9457,
 * section 3): it asks for what both have, or that is said.
 */
export const askedForJson = (trace: Trace, site: Site): AskedForJson => {
  const isOurs = (call: ts.Node): boolean => call === site.top || call === site.sink.call
  const here = placesOf(trace, site)
  const handed = new Set(here.flatMap((place) => functionsHanded(trace, place, isOurs)))
  const places = [...new Set([...here, ...handed])]
  const found = places
    .flatMap((place) => questionsIn({ trace, place, isOurs, isHanded: handed.has(place) }))
    .filter((one) => tellsApart(one) && !underSuccess(trace, one.node))
  return {
    edits: found.flatMap(({ edits }) => edits ?? []),
    findings: found.flatMap(({ node, edits }): Finding[] => (edits ? [] : [missed(node)])),
  }
}

const missed = (node: ts.Node): Finding => ({
  code: 'TOLERATED',
  rule: 'codemod.content-type',
  at: node.getText(),
  why: `v2 sends what it refuses as ${IS}, which is not taken for JSON here`,
})

/** A condition on a content type. */
interface Question {
  readonly node: ts.Node
  readonly holds: (type: string) => boolean
  /** What makes it hold for both types of refusals, and for other JSON. */
  readonly edits?: readonly Edit[] | undefined
}

const tellsApart = ({ holds }: Question): boolean => holds(WAS) && !holds(IS)

/** Where questions are looked for, and whose answers they may be about. */
interface Asker {
  readonly trace: Trace
  readonly place: ts.Node
  readonly isOurs: (call: ts.Node) => boolean
  /** Whether the place is a function that is handed an answer. */
  readonly isHanded: boolean
}

const questionsIn = (asker: Asker): Question[] => {
  const found: Question[] = []
  walk(asker.place, (node) => {
    const one = compiler.isCallExpression(node)
      ? (asked(asker, node) ?? tested(asker, node))
      : compiler.isBinaryExpression(node)
        ? compared(asker, node)
        : undefined
    if (one) found.push(one)
    return undefined
  })
  return found
}

/** `type.includes('application/json')`, `type.startsWith(…)`, `type.match(…)`. */
const asked = (asker: Asker, node: ts.CallExpression): Question | undefined => {
  const { expression: callee, arguments: given } = node
  const [first] = given
  if (!compiler.isPropertyAccessExpression(callee) || !first || !isContentType(asker, callee.expression))
    return undefined
  const word = wordOf(asker, first)
  const name = callee.name.text
  if (word === undefined || !/^(includes|startsWith|match|search|indexOf)$/.test(name)) return undefined
  const isStart = name === 'startsWith'
  const isWritten =
    compiler.isStringLiteralLike(bare(first)) && word === WAS && (isStart || name === 'includes')
  const quote = bare(first).getText()[0]
  return {
    node,
    holds:
      typeof word === 'string'
        ? (type) => (isStart ? type.startsWith(word) : type.includes(word))
        : (type) => word.test(type),
    edits: isWritten
      ? [
          ...(isStart ? [replace(callee.name, 'includes')] : []),
          replace(bare(first), `${quote}${COMMON}${quote}`),
        ]
      : undefined,
  }
}

/** `/application\/json/.test(type)` */
const tested = (asker: Asker, node: ts.CallExpression): Question | undefined => {
  const { expression: callee, arguments: given } = node
  const [first] = given
  if (!compiler.isPropertyAccessExpression(callee) || !/^(test|exec)$/.test(callee.name.text))
    return undefined
  const word = wordOf(asker, callee.expression)
  const isOfType = first && word instanceof RegExp && isContentType(asker, first)
  return isOfType ? { node, holds: (type) => word.test(type) } : undefined
}

/** `type === 'application/json'` */
const compared = (asker: Asker, node: ts.BinaryExpression): Question | undefined => {
  if (!/^[!=]==?$/.test(node.operatorToken.getText())) return undefined
  const sides = [node.left, node.right]
  const of = sides.find((one) => isContentType(asker, one))
  const other = sides.find((one) => one !== of)
  const word = of && other && wordOf(asker, other)
  return typeof word === 'string' ? { node, holds: (type) => type === word } : undefined
}

/** The text or the pattern that is asked for. */
const wordOf = ({ trace }: Asker, given: ts.Expression): string | RegExp | undefined => {
  const node = madeAs(trace, given)
  if (compiler.isStringLiteralLike(node)) return node.text.toLowerCase()
  if (!compiler.isRegularExpressionLiteral(node)) return undefined
  const end = node.text.lastIndexOf('/')
  try {
    return new RegExp(node.text.slice(1, end), node.text.slice(end + 1).replace(/[gy]/g, ''))
  } catch {
    return undefined
  }
}

/** Whether a value is an answer's content type: read of its headers, made lower, cut at what follows it, or kept under a name. */
const isContentType = (asker: Asker, given: ts.Expression): boolean => {
  const node = madeAs(asker.trace, given)
  if (compiler.isBinaryExpression(node)) return isContentType(asker, node.left)
  if (compiler.isElementAccessExpression(node)) {
    const { expression, argumentExpression } = node
    return isName(argumentExpression) ? isAnswered(asker, expression) : isContentType(asker, expression)
  }
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression)) return false
  const { name, expression } = node.expression
  const [first] = node.arguments
  if (name.text === 'get') return first !== undefined && isName(first) && isAnswered(asker, expression)
  return /^(toLowerCase|trim|split|toString|at)$/.test(name.text) && isContentType(asker, expression)
}

/** Whether headers are those of an answer of ours, or of what a function is handed. */
const isAnswered = ({ trace, place, isOurs, isHanded }: Asker, headers: ts.Expression): boolean => {
  const node = bare(headers)
  const owner = compiler.isPropertyAccessExpression(node) ? bare(node.expression) : node
  const call = callBehind(trace, owner)
  if (call) return isOurs(call)
  const declared = isHanded && compiler.isIdentifier(owner) ? declarationOf(trace, owner) : undefined
  return declared !== undefined && declared.parent === place && node !== owner
}

const isName = (given: ts.Expression): boolean => {
  const node = bare(given)
  return compiler.isStringLiteralLike(node) && node.text.toLowerCase() === 'content-type'
}
