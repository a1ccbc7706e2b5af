import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import { bare, eachNode, isInside, nodesIn } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isError, questionAround, REFUSAL } from '../../answer/errors/error-words.ts'
import { memberSaid } from '../../answer/reads/said-name.ts'
import { positionOf } from '../../notes.ts'
import type { Plan } from '../../plan.ts'

/** What a program's own function says in errors of its own: a whole message, or a part of one. */
interface Said {
  readonly text: string
  readonly isWhole: boolean
  /** The status of an answer: `${res.status}`, or `401`. */
  readonly isStatus?: true
}

/**
 * Places that look for words which a program's own function put into its errors: a call that moved throws what v2 says
 * instead, and nothing else would tell.
 */
export const thrownWords = (
  trace: Trace,
  done: readonly Plan[],
  files: readonly ts.SourceFile[],
  root: string,
): Note[] => {
  const passed = new Set(done.flatMap(functionsPassed))
  const said = [...passed].flatMap((callee) => saidBy(trace, callee))
  if (said.length === 0) return []
  return files.flatMap((file) => {
    const found: Sought[] = []
    eachNode(file, (node) => {
      const sought = soughtAt(trace, node)
      const isOwn = sought && [...passed].some((own) => isInside(node, own))
      if (sought && !isOwn && said.some((one) => isSaid(one, sought))) found.push({ node, sought })
    })
    const [statuses, texts] = [true, undefined].map((is) =>
      found.filter(({ sought }) => sought.isStatus === is),
    )
    return [statuses, texts].flatMap((some = []) =>
      [...groupBy(some, ({ node }) => questionOf(node)).values()].flatMap((all) => noteOf(all, root)),
    )
  })
}

/** Words that a place looks for. */
interface Sought {
  readonly node: ts.Node
  readonly sought: Said
}

/** All of the question that words stand in. */
const questionOf = ({ parent }: ts.Node): ts.Node =>
  compiler.isCallExpression(parent) || compiler.isBinaryExpression(parent) ? questionAround(parent) : parent

/** The functions that a GraphQL call went through, and what stands in its place does not. */
const functionsPassed = ({ site, operation, edits }: Plan): ts.Node[] => {
  const found: ts.Node[] = []
  const isReplaced = edits.some(
    ({ start, end }) => start === site.top.getStart() && end === site.top.getEnd(),
  )
  if (operation === undefined || !isReplaced) return found
  for (const frame of framesFrom(site.scope)) found.push(frame.callee)
  return found
}

/** What the errors say that a function makes. */
const saidBy = (trace: Trace, callee: ts.Node): Said[] =>
  nodesIn(callee, compiler.isNewExpression)
    .filter(({ expression }) => /Error$/.test(expression.getText()))
    .flatMap(({ arguments: [given] = [] }) => (given ? partsOf(trace, bare(given)) : []))
    .filter(({ text, isStatus }) => isStatus || text.length >= LEAST)

/** Shorter words are said in many places. */
const LEAST = 8

const partsOf = (trace: Trace, node: ts.Expression): Said[] => {
  if (compiler.isStringLiteralLike(node)) return [{ text: node.text.trim(), isWhole: true }]
  if (compiler.isBinaryExpression(node))
    return [node.left, node.right]
      .flatMap((side) => partsOf(trace, bare(side)))
      .map((one) => ({ ...one, isWhole: false }))
  if (/^status(Code)?$/.test(memberSaid(trace, node) ?? ''))
    return [{ text: '', isWhole: false, isStatus: true }]
  if (!compiler.isTemplateExpression(node)) return []
  const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  return [
    ...texts.map((text) => ({ text: text.trim(), isWhole: false })),
    ...node.templateSpans
      .flatMap((span) => partsOf(trace, bare(span.expression)))
      .filter(({ isStatus }) => isStatus),
  ]
}

/** What a place looks for, and whether it must be all of a message. */
const soughtAt = (trace: Trace, node: ts.Node): Said | undefined => {
  const isRegex = compiler.isRegularExpressionLiteral(node)
  if (!isRegex && !compiler.isStringLiteralLike(node)) return undefined
  const text = isRegex ? node.text.replace(/^\/\^?|\$?\/\w*$|\\/g, '') : node.text.trim()
  if (isStatus(text))
    return isAskedOfError(trace, node) ? { text, isWhole: false, isStatus: true } : undefined
  if (text.length < LEAST) return undefined
  const { parent } = node
  if (compiler.isCaseClause(parent)) return { text, isWhole: true }
  if (compiler.isBinaryExpression(parent))
    return /^[!=]==?$/.test(parent.operatorToken.getText()) ? { text, isWhole: true } : undefined
  const callee = compiler.isCallExpression(parent) ? parent.expression : parent
  const isSearch = compiler.isPropertyAccessExpression(callee) && SEARCHES.test(callee.name.text)
  return isSearch ? { text, isWhole: false } : undefined
}

const SEARCHES =
  /^(includes|indexOf|startsWith|endsWith|match|search|test|toThrow|toThrowError|toContain|toMatch|toBe|toEqual|rejects|throws)$/

/** What v1 and v2 refuse with otherwise is told of wherever errors are asked for it. */
const isStatus = (text: string): boolean => /^[1-5]\d\d$/.test(text) && !REFUSAL.test(text)

/** `message.includes('401')`, `/401/.test(error)`, `rejects.toThrow(/401/)`. */
const isAskedOfError = (trace: Trace, node: ts.Node): boolean => {
  const isArgument = compiler.isCallExpression(node.parent)
  const callee = isArgument ? node.parent.expression : node.parent
  if (!compiler.isPropertyAccessExpression(callee) || !SEARCHES.test(callee.name.text)) return false
  if (/^toThrow/.test(callee.name.text)) return true
  const [first] = compiler.isCallExpression(callee.parent) ? callee.parent.arguments : []
  const held = isArgument ? callee.expression : first
  return held !== undefined && isError(trace, held)
}

const isSaid = (said: Said, { text, isWhole, isStatus }: Said): boolean =>
  isStatus || said.isStatus
    ? isStatus === said.isStatus
    : isWhole
      ? said.isWhole && said.text === text
      : said.text.includes(text) || text.includes(said.text)

const noteOf = (all: readonly Sought[], root: string): Note[] => {
  const [first] = all
  const words = [...new Set(all.map(({ sought }) => sought.text))]
  return first
    ? [
        {
          ...positionOf(first.node, root),
          rule: 'codemod.error-words',
          class: 'follow-up',
          fix: first.sought.isStatus
            ? 'ask error.status, where the error is that of a call which moved'
            : 'look for what v2 says, or decide by the status, where the error is that of a call which moved',
          confidence: 'medium',
          why: `this looks for ${words.join(', ')} in an error, which a function of the program said; calls that moved throw what v2 says`,
        },
      ]
    : []
}
