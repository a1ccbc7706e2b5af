import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isModule } from '../../../project/parse/own-scope.ts'
import type { Trace } from '../../values/trace.ts'
import { dressed, isConst, isFunctionValue, nameOf, nodesIn } from '../syntax/nodes.ts'
import { isHidden } from './given-function.ts'
import { leadsTo } from './gives-away.ts'
import { usesAcross } from './names-across.ts'
import { accessesTo, identifiersNamed, isExported, mentionsOf, placesSaying } from './names-used.ts'

/** The places that run a function. */
export interface Closed {
  readonly calls: readonly ts.CallExpression[]
  /** Calls that it is handed to first: `pods.map(lineOf)`. */
  readonly handed: readonly ts.CallExpression[]
}

/**
 * The calls of a function, where all of them can be seen: no file out of sight can name it, and its name stands nowhere
 * but before the parentheses of a call.
 * @returns undefined where it may be called from elsewhere
 */
export const callsOfClosed = (
  trace: Trace,
  callee: ts.SignatureDeclaration,
): readonly ts.CallExpression[] | undefined => {
  const closed = runsOfClosed(trace, callee)
  return closed && closed.handed.length === 0 ? closed.calls : undefined
}

/** The same, where it may be handed over as well. */
export const runsOfClosed = (trace: Trace, callee: ts.SignatureDeclaration): Closed | undefined => {
  const uses = placesOfClosed(trace, callee) ?? []
  const calls = uses.flatMap((use) => callOf(use) ?? [])
  const handed = compiler.isMethodDeclaration(callee) ? [] : uses.flatMap((use) => handedTo(use) ?? [])
  return uses.length > 0 && calls.length + handed.length === uses.length ? { calls, handed } : undefined
}

/** The places that say a function, where all of them can be seen: its name, or of a private method `this.name`. */
export const placesOfClosed = (
  trace: Trace,
  callee: ts.SignatureDeclaration,
): readonly ts.Expression[] | undefined => {
  if (compiler.isMethodDeclaration(callee)) return placesOfMethod(trace, callee)
  const name = nameOfFunction(callee)
  if (!name || !keepsFunctions(trace, name.getSourceFile())) return undefined
  return isExported(trace, name) ? exportedUses(trace, name) : mentionsOf(trace, name)
}

/** Those that can be seen, of a function that may be run from elsewhere as well; the reads of a getter. */
export const runsInSight = (
  trace: Trace,
  callee: ts.SignatureDeclaration,
): { readonly calls: readonly ts.Expression[]; readonly handed: readonly ts.CallExpression[] } => {
  const member = compiler.isClassElement(callee) ? callee.name && nameOf(callee.name) : undefined
  if (member !== undefined && compiler.isGetAccessor(callee))
    return { calls: accessesTo(trace, callee, member), handed: [] }
  const name = nameOfFunction(callee)
  const declared = name?.parent as ts.Declaration | undefined
  const places = name && declared ? placesSaying(trace, declared, name.text) : []
  return {
    calls: trace.callers(callee).filter(compiler.isCallExpression),
    handed: places.flatMap((place) => (compiler.isIdentifier(place) ? (handedTo(place) ?? []) : [])),
  }
}

/** Names that frameworks call for what a file is or where it lies. */
const FOR_FRAMEWORKS =
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|default|load|loader|action|actions|handler|middleware|main|run|get[A-Z]\w+Props|getStaticPaths|generate[A-Z]\w+|register|setup)$/

/** Uses of a function in other files, where no framework and no reader of the package can call it. */
const exportedUses = (trace: Trace, name: ts.Identifier): readonly ts.Identifier[] | undefined => {
  const uses = FOR_FRAMEWORKS.test(name.text) ? undefined : usesAcross(trace, name)
  // What only tests call, somebody else calls as well.
  return uses?.some((use) => !IN_TESTS.test(use.getSourceFile().fileName)) ? uses : undefined
}

const IN_TESTS = /\/(__tests__|__mocks__|tests?|specs?|e2e)\/|\.(test|spec|e2e)\.[^/]*$/

/** Whether all by which one may come to objects of some classes is taken out of a file by files in sight, and by no others. */
export const keepsObjects = (trace: Trace, file: ts.SourceFile, classes: ReadonlySet<ts.Symbol>): boolean => {
  const own = trace.checker.getSymbolAtLocation(file)
  const given = own ? trace.checker.getExportsOfModule(own) : []
  return (
    keepsFunctions(trace, file) &&
    given.every(({ declarations = [] }) => {
      const [first] = declarations
      const name = first && compiler.getNameOfDeclaration(first)
      if (!name || !compiler.isIdentifier(name)) return false
      if (compiler.isClassLike(first) && usesAcross(trace, name)) return true
      return exportedUses(trace, name) !== undefined || !leadsTo(trace, first, classes)
    })
  )
}

/** The name that a function is declared by, or that a constant gives it. */
export const nameOfFunction = (callee: ts.SignatureDeclaration): ts.Identifier | undefined => {
  if (compiler.isFunctionDeclaration(callee)) return callee.name
  if (!isFunctionValue(callee)) return undefined
  const { parent } = dressed(callee)
  const isConstant = compiler.isVariableDeclaration(parent) && isConst(parent)
  return isConstant && compiler.isIdentifier(parent.name) ? parent.name : undefined
}

/** The call whose callee a name, or `this.name`, is. */
export const callOf = (name: ts.Expression): ts.CallExpression | undefined => {
  const { parent } = name
  return compiler.isCallExpression(parent) && parent.expression === name ? parent : undefined
}

/** The call whose first argument a name is. */
const handedTo = (name: ts.Expression): ts.CallExpression | undefined => {
  const outer = dressed(name)
  const { parent } = outer
  const isFirst = compiler.isCallExpression(parent) && parent.arguments[0] === outer
  return isFirst && compiler.isPropertyAccessExpression(parent.expression) ? parent : undefined
}

/** The functions of a browser's script are everybody's. */
export const keepsFunctions = (trace: Trace, file: ts.SourceFile): boolean =>
  isModule(file) ||
  /\brequire\(|\bmodule\.exports\b|\bprocess\.|^#!/.test(file.text) ||
  !(trace.isOnPage(file) || /\b(document|window)\./.test(file.text))

/** A private method is said only in its class. */
const placesOfMethod = (trace: Trace, method: ts.MethodDeclaration): ts.Expression[] | undefined => {
  if (compiler.isPrivateIdentifier(method.name)) return placesOfHidden(method, method.name)
  if (!isHidden(method) || !compiler.isIdentifier(method.name)) return undefined
  // `client['send']()` gets past `private`
  if (new RegExp(`\\[\\s*['"\`]${method.name.text}['"\`]\\s*\\]`).test(method.getSourceFile().text))
    return undefined
  const own = trace.checker.getSymbolAtLocation(method.name)
  const mentions = identifiersNamed(method.getSourceFile(), method.name.text).filter(
    (one) => one !== method.name && isOf(trace, one, own),
  )
  return accessesBy(mentions)
}

/** `this.#send(…)`: nobody outside of the class can say the name. */
const placesOfHidden = (
  { parent }: ts.MethodDeclaration,
  name: ts.PrivateIdentifier,
): ts.Expression[] | undefined => {
  const mentions = nodesIn(parent, compiler.isPrivateIdentifier).filter(
    (one) => one !== name && one.text === name.text,
  )
  return accessesBy(mentions)
}

/** The accesses that names of a method stand in, where all of them do. */
const accessesBy = (names: readonly ts.Node[]): ts.Expression[] | undefined => {
  const found = names.map(({ parent }) => (compiler.isPropertyAccessExpression(parent) ? parent : undefined))
  return found.length > 0 && found.every((one) => one !== undefined) ? found : undefined
}

/** A member of something untyped may be the method, too. */
const isOf = ({ checker }: Trace, name: ts.Identifier, own: ts.Symbol | undefined): boolean => {
  const symbol = checker.getSymbolAtLocation(name)
  return symbol === own || (symbol === undefined && compiler.isPropertyAccessExpression(name.parent))
}
