import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Trace } from '../program/frames/source.ts'
import { findMember } from '../program/held/member.ts'
import { declarationOf } from '../program/names/symbol.ts'
import { bare, classAround, functionAround, isConst, nodesIn, returnsOf } from '../program/syntax/nodes.ts'
import { type Piece, shapeOf, type Text, type VersionWord } from './text.ts'

interface Question {
  readonly of: ts.Expression
  readonly word: ts.StringLiteralLike | ts.RegularExpressionLiteral
}

/** What a call asks for the version of, where the question can be moved with the version. */
const questionIn = (trace: Trace, node: ts.CallExpression): Question | undefined => {
  const { expression: callee, arguments: given } = node
  if (!given[0] || !compiler.isPropertyAccessExpression(callee) || !isForOne(trace, node)) return undefined
  const [subject, first] = [bare(callee.expression), bare(given[0])]
  if (callee.name.text === 'endsWith' && compiler.isStringLiteralLike(first))
    return VERSION.test(first.text) ? { of: subject, word: first } : undefined
  const isPattern = callee.name.text === 'test' && compiler.isRegularExpressionLiteral(subject)
  return isPattern && /^\/\\\/v1(\\\/[?*]?)?\$\/$/.test(subject.text)
    ? { of: first, word: subject }
    : undefined
}

/** Whether it is asked of one base alone: of what a function is called with again, it may be another's. */
const isForOne = (trace: Trace, node: ts.Node): boolean => {
  const around = functionAround(node)
  return !around || compiler.isConstructorDeclaration(around) || trace.callers(around).length === 1
}

/** Whether texts end in the version that a question is for; undefined where they do not agree, or nobody knows. */
export const endsInVersion = (
  trace: Trace,
  part: ts.Expression,
  next: (node: ts.Expression) => readonly Text[],
): boolean | undefined => {
  const question = compiler.isCallExpression(part) ? questionIn(trace, part) : undefined
  if (!question) return undefined
  const [first, ...others] = next(question.of).map((text) => endsIn(question.word, shapeOf(text)))
  return others.every((one) => one === first) ? first : undefined
}

const endsIn = (word: Question['word'], shape: string): boolean | undefined => {
  const end = shape.split('\0').at(-1) ?? ''
  if (end !== shape && end.length < LONGEST) return undefined
  return compiler.isStringLiteralLike(word)
    ? end.endsWith(word.text)
    : new RegExp(word.text.slice(1, -1)).test(end)
}

const LONGEST = '/v1/'.length

/**
 * The texts, which hang on the version that a condition asks for: where it moves, so does the question, and what is put
 * to a base that has none.
 * @param put what is done by the condition
 */
export const askedFor = (
  trace: Trace,
  condition: ts.Expression,
  put: readonly ts.Node[],
  found: readonly Text[],
): Text[] => {
  const asked = nodesIn(condition, compiler.isCallExpression).flatMap(
    (one) => questionIn(trace, one)?.word ?? [],
  )
  if (asked.length === 0) return [...found]
  const words = [...asked, ...put.flatMap((one) => nodesIn(one, isVersion))]
  return found.map(({ pieces, env }) => {
    const isSaid = pieces.some(saysVersion)
    const first = pieces.findIndex(({ kind }) => kind === 'written')
    return {
      pieces: pieces.map((one, index) =>
        (isSaid ? saysVersion(one) : index === first) ? withWords(one, words) : one,
      ),
      env,
    }
  })
}

const saysVersion = (piece: Piece): boolean => piece.kind === 'written' && piece.text.includes('v1')

const withWords = (piece: Piece, words: readonly VersionWord[]): Piece =>
  piece.kind === 'written' ? { ...piece, askedBy: [...new Set([...(piece.askedBy ?? []), ...words])] } : piece

const isVersion = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateTail =>
  (compiler.isStringLiteralLike(node) || compiler.isTemplateTail(node)) && VERSION.test(node.text)

const VERSION = /^\/?v1\/?$/

/** The base that a call or a name stands for where its version is asked for on the way, with the frame to read it in. */
export const versioned = (trace: Trace, node: ts.Expression, scope: Scope | undefined): At | undefined => {
  if (compiler.isCallExpression(node)) return givenByCall(trace, node, scope)
  if (!compiler.isIdentifier(node)) return keptByConstructor(trace, node, scope)
  const declared = declarationOf(trace, node)
  const made =
    declared && compiler.isVariableDeclaration(declared) && isConst(declared) && declared.initializer
      ? bare(declared.initializer)
      : undefined
  if (made && compiler.isConditionalExpression(made))
    return asks(trace, made) ? { node: made, scope } : undefined
  return made && compiler.isCallExpression(made) ? givenByCall(trace, made, scope) : undefined
}

interface At {
  readonly node: ts.Expression
  readonly scope: Scope | undefined
}

/** What a function gives that asks: `const BASE = withVersion(process.env.URL ?? …)`. */
const givenByCall = (trace: Trace, call: ts.CallExpression, scope: Scope | undefined): At | undefined => {
  const [target, ...others] = trace.targets(call, scope)
  if (!target || others.length > 0 || !asks(trace, target.node)) return undefined
  const callee = target.node as ts.SignatureDeclaration
  const [value, ...more] = returnsOf(callee)
  return value && more.length === 0 ? { node: value, scope: trace.frame(callee, call, scope) } : undefined
}

/** `this.base = base`, behind the question. */
const keptByConstructor = (trace: Trace, node: ts.Expression, scope: Scope | undefined): At | undefined => {
  const owner = node.getSourceFile()?.text.includes('v1') ? classAround(node) : undefined
  const isOwn =
    compiler.isPropertyAccessExpression(node) && node.expression.kind === compiler.SyntaxKind.ThisKeyword
  if (!owner || !isOwn) return undefined
  const [set, ...others] = findMember({ node: owner, scope: undefined }, node.name.text)
  const value = set && 'value' in set && others.length === 0 ? bare(set.value) : undefined
  return value && isGivenVersion(trace, value) ? { node: value, scope } : undefined
}

/** Whether a name is one of a base that is given its version in steps. */
export const isGivenVersion = (trace: Trace, node: ts.Node): boolean => {
  const around = compiler.isIdentifier(node) ? functionAround(node) : undefined
  return (
    around !== undefined &&
    nodesIn(around, compiler.isCallExpression).some(
      (one) => questionIn(trace, one)?.of.getText() === node.getText(),
    )
  )
}

const asks = (trace: Trace, node: ts.Node): boolean =>
  mayAsk(node.getSourceFile()) &&
  nodesIn(node, compiler.isCallExpression).some((one) => questionIn(trace, one) !== undefined)

/** A cheap look before functions are gone through. */
const mayAsk = once(({ text }: ts.SourceFile) => /\/v1\b/.test(text) && /\.(endsWith|test)\(/.test(text))
