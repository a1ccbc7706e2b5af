import type { ts } from 'ts-morph'
import { groupBy } from '../../../mappings/dsl/group-by.ts'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Trace } from '../program/frames/source.ts'
import { assignmentsTo, setsAnew } from '../program/set/assigned.ts'
import { isLooped } from '../program/syntax/looped.ts'
import { functionAround, isInside, nodesIn, someNode } from '../program/syntax/nodes.ts'
import { besideAddress } from './beside-address.ts'
import { comesTo, type Owner } from './comes-to.ts'
import { fallback, join, type Next, preferKnown } from './pieces.ts'
import { nextWith } from './said-so-far.ts'
import { shapeOf, type Text } from './text.ts'
import { askedFor } from './version-asked.ts'

/**
 * `let url = '/pods'; if (query) url += …`, `base = base.trim()`, `if (!path.startsWith('/')) path = `/${path}``: the text
 * without and with each step; with it alone, where that is always.
 * @param given what a parameter is handed
 */
export const appendedTo = (
  trace: Trace,
  node: ts.Identifier,
  scope: Scope | undefined,
  next: Next,
  given: () => Text[],
): Text[] | undefined => {
  const symbol = trace.checker.getSymbolAtLocation(node)
  const owner = symbol && ownerOf(symbol)
  if (!owner) return undefined
  const all = writesTo(trace, symbol, owner)
  if (all.length === 0 || isSetOtherwise(trace, owner, all)) return undefined
  const writes = all.filter((write) => isBefore(write, node, owner))
  const { initializer } = owner
  const start = compiler.isVariableDeclaration(owner) && initializer ? next(initializer) : given()
  const found = writes.reduce((sofar, write) => {
    const isIt = (one: ts.Node): boolean =>
      compiler.isIdentifier(one) &&
      one.text === symbol.name &&
      trace.checker.getSymbolAtLocation(one) === symbol
    const within = nextWith(trace, isIt, sofar, scope, next)
    const is = comesTo(trace, write, owner, scope, within)
    if (is === false) return asked(trace, write, owner, sofar)
    const written = asked(trace, write, owner, writtenBy(write, sofar, within))
    // What becomes of it where nobody can follow is no other address for certain.
    const isLost = written.every(isUnknown) && someNode(write.right, isIt)
    if (is && !isLost && write.end <= node.pos) return written
    return preferKnown(sofar.concat(besideAddress(trace, sofar, written, { node: write.right, scope })))
  }, start)
  // What is unknown and stays so is no address: an id, a name.
  if (start.every(isUnknown) && found.every(isUnknown)) return undefined
  return writes.every(setsAnew) ? withoutSpare(found) : found
}

/** What a write leaves, which hangs on what is asked around it. */
const asked = (trace: Trace, write: ts.Node, owner: Owner, found: Text[]): Text[] => {
  let marked = found
  for (let at = write; at.parent && !isInside(owner, at.parent); at = at.parent) {
    const { parent } = at
    if (compiler.isIfStatement(parent) && at !== parent.expression)
      marked = askedFor(trace, parent.expression, [at], marked)
  }
  return marked
}

/** `[url] = urls`, `for (url of urls)` */
const isSetOtherwise = ({ checker }: Trace, owner: Owner, writes: readonly ts.BinaryExpression[]): boolean =>
  assignmentsTo(checker, owner).some((value) => writes.every(({ right }) => right !== value))

const isUnknown = ({ pieces }: Text): boolean =>
  pieces.length > 0 && pieces.every(({ kind }) => kind === 'gap')

/** What may be set again, and is there before: a variable with a value, or a parameter and what it is taken apart into. */
const ownerOf = ({ valueDeclaration: declared }: ts.Symbol): Owner | undefined => {
  if (!declared) return undefined
  if (compiler.isParameter(declared) || isPartOfParameter(declared))
    return compiler.isIdentifier(declared.name) ? declared : undefined
  const isLet =
    compiler.isVariableDeclaration(declared) &&
    declared.initializer !== undefined &&
    Boolean(compiler.getCombinedNodeFlags(declared) & compiler.NodeFlags.Let)
  return isLet ? declared : undefined
}

/** `path` of `({ method, path }) => …` */
const isPartOfParameter = (declared: ts.Declaration): declared is ts.BindingElement =>
  compiler.isBindingElement(declared) &&
  compiler.isParameter(compiler.walkUpBindingElementsAndPatterns(declared))

/** What a write leaves of the text so far. */
const writtenBy = (write: ts.BinaryExpression, sofar: Text[], next: Next): Text[] => {
  if (setsAnew(write)) return next(write.right)
  return write.operatorToken.kind === compiler.SyntaxKind.PlusEqualsToken
    ? join(sofar, next(write.right))
    : fallback(sofar, next(write.right), false)
}

/** `let id = ''; id = …`: '' is there until something is known; beside what may be any text, it says nothing new. */
const withoutSpare = (found: Text[]): Text[] => {
  const said = found.filter((text) => shapeOf(text) !== '')
  return said.length > 0 && said.every((text) => shapeOf(text) === '\0') ? said : found
}

/**
 * Whether a write may have been by the time of a use. Of a use that is part of a write, what that and later ones do counts
 * for the next time.
 */
const isBefore = (write: ts.BinaryExpression, use: ts.Node, owner: Owner): boolean => {
  if (write.end <= use.pos) return true
  if (writeAround(use, write.left.getText())) return false
  const home = functionAround(owner.name)
  // What lies around the function keeps it for the next call.
  return functionAround(write) !== home || functionAround(use) !== home || isLooped(write, use)
}

const writeAround = (use: ts.Node, name: string): ts.Node | undefined => {
  for (let at = use; at.parent && !compiler.isFunctionLike(at); at = at.parent)
    if (isWrite(at) && at.left.getText() === name && isInside(use, at.right)) return at
  return undefined
}

const { EqualsToken, PlusEqualsToken, QuestionQuestionEqualsToken, BarBarEqualsToken } = compiler.SyntaxKind
const WRITES: ReadonlySet<ts.SyntaxKind> = new Set([
  EqualsToken,
  PlusEqualsToken,
  QuestionQuestionEqualsToken,
  BarBarEqualsToken,
])

/** `url = …`, `url += …`, `url ??= …` */
const isWrite = (node: ts.Node): node is ts.BinaryExpression =>
  compiler.isBinaryExpression(node) && WRITES.has(node.operatorToken.kind) && compiler.isIdentifier(node.left)

/** What a file sets of its names, by name. Files never change while a run lasts. */
const byName = once((file: ts.SourceFile) => groupBy(nodesIn(file, isWrite), ({ left }) => left.getText()))

const writesTo = (trace: Trace, symbol: ts.Symbol, owner: Owner): readonly ts.BinaryExpression[] =>
  (byName(owner.getSourceFile()).get(symbol.name) ?? []).filter(
    ({ left }) => trace.checker.getSymbolAtLocation(left) === symbol,
  )
