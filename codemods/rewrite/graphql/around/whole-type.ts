import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isTypeScript } from '../../../sites/program/syntax/is-typescript.ts'
import { dressed, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isUsed } from '../../answer/used.ts'
import { type Borrowed, borrower } from '../../edit/borrow.ts'

/** A type said of a value, with the names of other files that it says. */
export interface SaidType {
  readonly text: string
  readonly borrows: readonly Borrowed[]
}

const NOTHING: SaidType = { text: '', borrows: [] }

/** A type that says more than that is no help to a reader of the call. */
const MOST_LETTERS = 120

/** What the program's own helper said of a whole answer: '' where it said nothing, or what has no name at the call. */
export const wholeType = (trace: Trace, site: Site): SaidType => {
  const { top } = site
  if (!isTypeScript(top) || !isUsed(top)) return NOTHING
  const { checker } = trace
  const type = checker.getAwaitedType(checker.getTypeAtLocation(top))
  if (!type || type.flags & (compiler.TypeFlags.Any | compiler.TypeFlags.Unknown))
    return isTakenForPromise(top) ? { text: 'any', borrows: [] } : NOTHING
  const full = checker.typeToString(type, top, compiler.TypeFormatFlags.NoTruncation).replace(/; }/g, ' }')
  const text = full.replace(ELSEWHERE, '')
  if (text.length > MOST_LETTERS || /\b(any|typeof)\b|"/.test(text)) return NOTHING
  const { borrow, borrows } = borrower(trace, top)
  const declared = ELSEWHERE.test(full) ? declaredIn(type) : new Map<string, ts.Identifier>()
  const isKnown = namesIn(text).every((name) => {
    const own = declared.get(name)
    return own ? borrow(own) : isType(checker, name, top)
  })
  return isKnown ? { text, borrows: borrows.map((one) => ({ ...one, isType: true })) } : NOTHING
}

/** `await ask(…) as Promise<Pod>`: of what says nothing, a type parameter would be inferred to be that pod. */
const isTakenForPromise = (top: ts.Expression): boolean => {
  const awaited = dressed(top).parent
  let said = awaited.parent
  while (compiler.isParenthesizedExpression(said)) said = said.parent
  const type = compiler.isAwaitExpression(awaited) && compiler.isAsExpression(said) ? said.type : undefined
  return type !== undefined && compiler.isTypeReferenceNode(type) && type.typeName.getText() === 'Promise'
}

/**
 * What the program's own helper says of `data` where the call says no type: what it always gives, or what comes of what it
 * is handed (`ask(PODS)` of `ask = <T>(document: Typed<T>) => …`), and not what is expected where the call stands.
 */
export const dataType = (trace: Trace, site: Site): SaidType => {
  const { top, sink } = site
  const made = trace.checker.getResolvedSignature(top as ts.CallLikeExpression)?.declaration
  if (top === sink.call || !made || compiler.isJSDocSignature(made)) return NOTHING
  const names = (made.typeParameters ?? []).map(({ name }) => name.text)
  const taken = made.parameters.map(({ type }) => type?.getText() ?? '').join()
  const isSaid = top.typeArguments !== undefined || names.every((name) => hasWord(taken, name))
  return isSaid ? wholeType(trace, site) : NOTHING
}

const hasWord = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text)

/** How the compiler names what another file exports. */
const ELSEWHERE = /import\("[^"]*"\)\./

/** What axios was told of the body that it gives, also by a helper in whose types the call says its own: `post<Answer<T>>(…)`. */
export const replyType = (trace: Trace, { top, sink, scope }: Site): SaidType => {
  const told = sink.call.typeArguments?.[0]
  if (!told || !isTypeScript(top)) return NOTHING
  if (top === sink.call) return { text: told.getText(), borrows: [] }
  const own = scope?.call === top ? scope.callee.typeParameters : undefined
  const given = new Map(own?.map(({ name }, at) => [name.text, top.typeArguments?.[at]?.getText()]))
  const { borrow, borrows } = borrower(trace, top)
  const isKnown = namesOf(told).every((name) => {
    if (given.has(name.text)) return given.get(name.text) !== undefined
    return isType(trace.checker, name.text, top) || borrow(name)
  })
  const text = told.getText().replace(/\b[A-Za-z_]\w*\b/g, (word) => given.get(word) ?? word)
  return isKnown ? { text, borrows: borrows.map((one) => ({ ...one, isType: true })) } : NOTHING
}

/** The names of types that a type says. */
const namesOf = (type: ts.Node): ts.Identifier[] => {
  const found: ts.Identifier[] = []
  walk(type, (node) => {
    if (compiler.isTypeReferenceNode(node) && compiler.isIdentifier(node.typeName)) found.push(node.typeName)
    return undefined
  })
  return found
}

const namesIn = (text: string): string[] => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (compiler.isTypeReferenceNode(node)) found.push(node.typeName.getText())
    compiler.forEachChild(node, visit)
  }
  visit(compiler.createSourceFile('/type.ts', `type T = ${text}`, compiler.ScriptTarget.ESNext, true))
  return found
}

const isType = (checker: ts.TypeChecker, name: string, place: ts.Node): boolean =>
  checker
    .getSymbolsInScope(place, compiler.SymbolFlags.Type | compiler.SymbolFlags.Alias)
    .some((one) => one.name === name)

/** Where a type that has a name is declared. */
const declaredIn = (type: ts.Type): ReadonlyMap<string, ts.Identifier> => {
  const [declaration] = (type.aliasSymbol ?? type.symbol)?.declarations ?? []
  const name = declaration && compiler.getNameOfDeclaration(declaration)
  return new Map(name && compiler.isIdentifier(name) ? [[name.text, name]] : [])
}
