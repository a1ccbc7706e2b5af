import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { argumentFor, frameOf, type Scope } from '../../../sites/program/frames/frames.ts'
import { isName } from '../../../sites/program/names/symbol.ts'
import { assignmentsTo } from '../../../sites/program/set/assigned.ts'
import { someNode } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { declaredAt } from './document-steps.ts'

/** What makes a text fit into a document's quotes: `'\\\\"'`, `JSON.stringify(x).slice(1, -1)`. */
const FITS = /(['"`])\\\\(\\\\|\\?"|[nrt]|\$[&1])\1|JSON\.stringify\([^;]*\)\.(slice|substring|replace)/

const DEEPEST = 4

/** A part of the program that a value comes from. */
interface Part {
  readonly node: ts.Node
  readonly scope: Scope | undefined
}

/**
 * Whether something that a value comes from fits into a document's quotes already, where nobody here takes that out again:
 * one of several ways out of a function, a part of the value, what callers pass.
 */
export const isFittedElsewhere = (trace: Trace, { node, scope }: Part, depth = 0): boolean =>
  depth < DEEPEST &&
  (isFitted(node) ||
    someNode(
      node,
      (inner) => behind(trace, inner, scope).some((one) => isFittedElsewhere(trace, one, depth + 1)),
      compiler.isAwaitExpression,
    ))

/** A function that puts escapes in, or a text that has some. */
const isFitted = (node: ts.Node): boolean =>
  compiler.isFunctionLike(node)
    ? FITS.test(node.getText())
    : someNode(
        node,
        (inner) =>
          (compiler.isStringLiteralLike(inner) || compiler.isTemplateLiteralToken(inner)) &&
          inner.text.includes('\\'),
      )

/** The functions that a call runs, and what a name of the program stands for. */
const behind = (trace: Trace, node: ts.Node, scope: Scope | undefined): readonly Part[] => {
  if (compiler.isCallExpression(node))
    return trace.targets(node, scope).map((one) => ({ node: one.node, scope: undefined }))
  if (!compiler.isIdentifier(node) || !isName(node) || isHolder(node)) return []
  const declared = declaredAt(trace, node)
  if (!declared || declared.getSourceFile().isDeclarationFile) return []
  if (compiler.isParameter(declared)) return passedFor(trace, declared, scope)
  if (compiler.isFunctionDeclaration(declared)) return [{ node: declared, scope: undefined }]
  if (!compiler.isVariableDeclaration(declared)) return []
  const given = [
    ...(declared.initializer ? [declared.initializer] : []),
    ...assignmentsTo(trace.checker, declared),
  ]
  return given.map((one) => ({ node: one, scope }))
}

/** What callers pass for a parameter; what the one that is looked at passes, where that is known. */
const passedFor = (trace: Trace, parameter: ts.ParameterDeclaration, scope: Scope | undefined): Part[] => {
  const callee = parameter.parent
  const frame = frameOf(scope, callee)
  const frames = frame ? [frame] : trace.callers(callee).map((call) => ({ callee, call, outer: undefined }))
  return frames.flatMap((one) => {
    const given = argumentFor(one, parameter)
    return given ? [{ node: given, scope: one.outer }] : []
  })
}

/** `config` of `config.name`, and not `name` of `name.trim()`. */
const isHolder = ({ parent }: ts.Identifier): boolean =>
  compiler.isPropertyAccessExpression(parent) &&
  !(compiler.isCallExpression(parent.parent) && parent.parent.expression === parent)
