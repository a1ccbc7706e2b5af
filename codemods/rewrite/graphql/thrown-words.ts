import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Note } from '../../project/note.ts'
import { bare, eachNode, isInside, nodesIn } from '../../sites/program/scope.ts'
import { positionOf } from '../notes.ts'
import type { Plan } from '../plan.ts'

/** What a program's own function says in errors of its own: a whole message, or a part of one. */
interface Said {
  readonly text: string
  readonly isWhole: boolean
}

/**
 * Places that look for words which a program's own function put into its errors: a call that moved throws what v2 says
 * instead, and nothing else would tell.
 */
export const thrownWords = (done: readonly Plan[], files: readonly ts.SourceFile[], root: string): Note[] => {
  const passed = new Set(done.flatMap(functionsPassed))
  const said = [...passed].flatMap(saidBy)
  if (said.length === 0) return []
  return files.flatMap((file) => {
    const notes: Note[] = []
    eachNode(file, (node) => {
      const sought = soughtAt(node)
      const isOwn = sought && [...passed].some((own) => isInside(node, own))
      if (sought && !isOwn && said.some((one) => isSaid(one, sought)))
        notes.push(noteOf(node, sought.text, root))
    })
    return notes
  })
}

/** The functions that a GraphQL call went through, and what stands in its place does not. */
const functionsPassed = ({ site, operation, edits }: Plan): ts.Node[] => {
  const found: ts.Node[] = []
  const isReplaced = edits.some(
    ({ start, end }) => start === site.top.getStart() && end === site.top.getEnd(),
  )
  if (operation === undefined || !isReplaced) return found
  for (let frame = site.scope; frame; frame = frame.outer) found.push(frame.callee)
  return found
}

/** What the errors say that a function makes. */
const saidBy = (callee: ts.Node): Said[] =>
  nodesIn(callee, compiler.isNewExpression)
    .filter(({ expression }) => /Error$/.test(expression.getText()))
    .flatMap(({ arguments: [given] = [] }) => (given ? partsOf(bare(given)) : []))
    .filter(({ text }) => text.length >= LEAST)

/** Shorter words are said in many places. */
const LEAST = 8

const partsOf = (node: ts.Expression): Said[] => {
  if (compiler.isStringLiteralLike(node)) return [{ text: node.text.trim(), isWhole: true }]
  if (compiler.isBinaryExpression(node))
    return [node.left, node.right].flatMap(partsOf).map(({ text }) => ({ text, isWhole: false }))
  if (!compiler.isTemplateExpression(node)) return []
  const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  return texts.map((text) => ({ text: text.trim(), isWhole: false }))
}

/** What a place looks for, and whether it must be all of a message. */
const soughtAt = (node: ts.Node): Said | undefined => {
  const isRegex = compiler.isRegularExpressionLiteral(node)
  if (!isRegex && !compiler.isStringLiteralLike(node)) return undefined
  const text = isRegex ? node.text.replace(/^\/\^?|\$?\/\w*$|\\/g, '') : node.text.trim()
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

const isSaid = (said: Said, { text, isWhole }: Said): boolean =>
  isWhole ? said.isWhole && said.text === text : said.text.includes(text) || text.includes(said.text)

const noteOf = (node: ts.Node, words: string, root: string): Note => ({
  ...positionOf(node, root),
  rule: 'codemod.error-words',
  class: 'follow-up',
  fix: 'look for what v2 says, or decide by the status, where the error is that of a call which moved',
  confidence: 'medium',
  why: `this looks for ${words} in an error, which a function of the program said; calls that moved throw what v2 says`,
})
