import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { capacityRefusal } from '../../../../mappings/hosts.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { bare, dressed, isFunctionValue, nodesIn, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import { constantOf } from '../../../sites/schemas/schemas.ts'
import { positionOf } from '../../notes.ts'
import { reasons } from '../../reason.ts'
import { type Calls, comesOnlyOf } from '../lost/comes-only-of.ts'
import { askedWhole } from './asked-whole.ts'
import { caughtBy } from './caught-answers.ts'
import { isMemberRead, nameRead } from './member-read.ts'
import { comparedAt } from './words-compared.ts'
import { wordsOf } from './words-sought.ts'

const SEARCHES = /^(includes|indexOf|startsWith|endsWith|match|search)$/
/** What holds the words of an error, by its name. */
const ERROR_NAME = /(message|msg|error|err|detail|details|reason|text|body|stderr)$/i
/** Words of the service's errors. */
const ERROR_WORDS =
  /instances?\b|capacity|supply|quota|insufficient|credits?\b|availab|resources?\b|out of stock|balance|not found|already|free gpus?|no gpus?\b|rate.?limit|too many|\bschema\b|"(message|error)"/i
/** Words of what an API says of a body or a key that it does not take. */
const REFUSAL_WORDS =
  /\b(invalid|required|missing|validation|must (be|have)|unauthori[sz]ed|forbidden|permissions?|not allowed|in use|exists|locked|exceed(s|ed)?)\b/i
/** Words of what GraphQL says of a document: who tries another one then meets them no more. */
const DOCUMENT_WORDS = /\bunknown (type|argument|field)|cannot query field|did you mean/i
/** Words of what GraphQL says of a fault of its own. */
const FAULT_WORDS = /something went wrong|try again|\bserver error\b|contact support/i
/** The status by which v1 refused, in a text or a regular expression: `HTTP 400`, `/40[0-9]/`. */
export const REFUSAL = /(?<!\d)40(0(?!\d)|\[0)/

/**
 * Places that look for words in what an error says. v2 words its errors itself, and nobody here can say which of its
 * sentences is meant: they are listed, never changed.
 * @param places files, and functions of others
 */
export const errorWords = (trace: Trace, places: readonly ts.Node[], root: string, calls: Calls): Note[] =>
  places.flatMap((place) => {
    const asking = nodesIn(place, compiler.isCallExpression).flatMap((call) => {
      const sought = askedWhole(call) ? undefined : wordsSought(trace, call)
      const isTold = sought && [sought, ...besideIn(trace, call)].some(({ words }) => words.some(isOfErrors))
      // What a call that stays is refused with, the old API goes on wording.
      return isTold && !comesOnlyOf(trace, sought.held, calls) ? [{ call, words: sought.words }] : []
    })
    const compared = nodesIn(place, isComparison).flatMap((call) =>
      comparedAt(trace, call).flatMap(({ held, words }) =>
        words.some(isOfErrors) && isError(trace, held) && !comesOnlyOf(trace, held, calls)
          ? [{ call, words }]
          : [],
      ),
    )
    const questions = groupBy([...asking, ...compared], ({ call }) => questionAround(call))
    return [...questions.values()].flatMap(([first, ...others]) => {
      const words = [first, ...others].flatMap((one) => one?.words ?? [])
      return first ? [noteOf(first.call, [...new Set(words)], root)] : []
    })
  })

const isComparison = (node: ts.Node): node is ts.Expression | ts.SwitchStatement =>
  compiler.isBinaryExpression(node) ||
  compiler.isSwitchStatement(node) ||
  compiler.isElementAccessExpression(node) ||
  compiler.isCallExpression(node)

/** The words that a call looks for in an error, as the source says them, and what it looks in. */
const wordsSought = (trace: Trace, call: ts.CallExpression): Sought | undefined => {
  const access = call.expression
  const [first] = call.arguments
  if (!compiler.isPropertyAccessExpression(access) || !first) return undefined
  const name = access.name.text
  const isPattern = name === 'test' || name === 'exec'
  const [held, sought] = isPattern ? [first, bare(access.expression)] : [access.expression, bare(first)]
  if (!isPattern && !SEARCHES.test(name)) return undefined
  const words = wordsOf(trace, sought).filter((one) => isOfErrors(one) || !OF_THE_WAY.test(one))
  return words.length > 0 && isError(trace, held) ? { words, held } : undefined
}

interface Sought {
  readonly words: readonly string[]
  readonly held: ts.Expression
}

/** What is said of the way to an API, not by it. */
const OF_THE_WAY = /\bE[A-Z]{4,}|UND_ERR|socket|network|timeout|timed out|fetch failed|abort|^\d{3}$/i

const isOfErrors = (words: string): boolean =>
  [ERROR_WORDS, REFUSAL_WORDS, DOCUMENT_WORDS, FAULT_WORDS, REFUSAL].some((one) => one.test(words))

/** What else is looked for in errors where a question is asked: `text.includes('quota') || text.includes('machine')`. */
const besideIn = (trace: Trace, call: ts.CallExpression): Sought[] =>
  nodesIn(questionAround(call), compiler.isCallExpression).flatMap((one) =>
    one === call ? [] : (wordsSought(trace, one) ?? []),
  )

/** All of the question that something is a part of: `a || b` of `b`. */
export const questionAround = (part: ts.Expression | ts.SwitchStatement): ts.Node => {
  let top: ts.Node = compiler.isSwitchStatement(part) ? part : dressed(part)
  while (isPartOf(top.parent)) top = top.parent
  return top
}

const isPartOf = (node: ts.Node): boolean =>
  compiler.isParenthesizedExpression(node) ||
  compiler.isPrefixUnaryExpression(node) ||
  (compiler.isBinaryExpression(node) && /^(\|\||&&)$/.test(node.operatorToken.getText()))

/** `error.message`, `String(err).toLowerCase()`, `await res.text()`, `errors.map((one) => one.message).join()`, also under a constant's name. */
export const isError = (trace: Trace, given: ts.Expression, steps = 0): boolean => {
  const node = bare(given)
  // Texts that are made of texts, each several times, are as many as nobody reads
  const within = (inner: ts.Expression): boolean => steps < MOST_STEPS && isError(trace, inner, steps + 1)
  if (compiler.isIdentifier(node))
    return ERROR_NAME.test(node.text) || isCaught(trace, node) || heldIn(trace, node).some(within)
  if (isMemberRead(node))
    return ERROR_NAME.test(nameRead(node)) || (KEPT_IN.test(nameRead(node)) && within(node.expression))
  if (compiler.isAwaitExpression(node)) return within(node.expression)
  if (compiler.isBinaryExpression(node)) return within(node.left)
  if (compiler.isConditionalExpression(node)) return within(node.whenTrue)
  if (compiler.isTemplateExpression(node))
    return node.templateSpans.some(({ expression }) => within(expression))
  if (!compiler.isCallExpression(node)) return false
  const callee = node.expression
  if (compiler.isPropertyAccessExpression(callee) && /^(to\w*Case|trim|toString)$/.test(callee.name.text))
    return within(callee.expression)
  const [first] = node.arguments
  if (compiler.isPropertyAccessExpression(callee) && callee.name.text === 'join')
    return within(callee.expression)
  if (compiler.isPropertyAccessExpression(callee) && /^(map|flatMap)$/.test(callee.name.text))
    return first !== undefined && isFunctionValue(first) && returnsOf(first).some(within)
  if (compiler.isPropertyAccessExpression(callee) && !first) return callee.name.text === 'text'
  return /^(String|JSON\.stringify)$/.test(callee.getText()) && first !== undefined && within(first)
}

const MOST_STEPS = 6

/** Where libraries keep the body of what failed in an error: `error.response.data`. */
const KEPT_IN = /^(response|data|cause)$/

/** What a `catch` caught, or `.catch(…)` and the second of `.then(…, …)` are given, by whatever name. */
const isCaught = ({ checker }: Trace, name: ts.Identifier): boolean => {
  const declared = checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!declared) return false
  return (
    compiler.isCatchClause(declared.parent) ||
    (compiler.isParameter(declared) && caughtBy(declared.parent) !== undefined)
  )
}

const heldIn = (trace: Trace, name: ts.Identifier): ts.Expression[] => {
  const value = constantOf(trace, name)
  return value ? [value] : []
}

const noteOf = (node: ts.Node, words: readonly string[], root: string): Note => {
  const said = words.join(', ')
  const isStatus =
    REFUSAL.test(said) && ![ERROR_WORDS, REFUSAL_WORDS, FAULT_WORDS].some((one) => one.test(said))
  return {
    ...positionOf(node, root),
    rule: 'codemod.error-words',
    class: 'follow-up',
    fix: 'decide by the status where you can, and check the words against what v2 says in detail',
    confidence: 'medium',
    why: isStatus
      ? `this looks for ${said} in an error: ${reasons.refused().why}`
      : `this looks for ${said} in an error, and v2 words its errors itself (title, detail, errors)${ofCapacity(said)}`,
  }
}

/** The one sentence that the APIs share. */
const ofCapacity = (words: string): string =>
  /instances?\b/i.test(words)
    ? `; for lack of machines it answers ${capacityRefusal.is.status}, in the sentence that the old APIs had`
    : ''
