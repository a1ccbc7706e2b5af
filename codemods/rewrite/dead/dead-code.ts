import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isTypeScript } from '../../sites/program/is-typescript.ts'
import { nameOf, walk } from '../../sites/program/scope.ts'
import { symbolAt } from '../../sites/program/symbol.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { type Edit, inTurn, keyOf, replace } from '../edit/edit.ts'
import { doesNothing, isClientLibrary } from './pure.ts'
import {
  identifiersIn,
  type Name,
  type Range,
  type Removed,
  remove,
  removedBy,
  within,
  wordsOf,
} from './removed.ts'
import { wholeLines } from './whole-lines.ts'

/** What of a file nobody reads any more once its calls have moved. */
export interface DeadCode {
  readonly edits: readonly Edit[]
  /** The statements that go. */
  readonly gone: ReadonlySet<ts.Node>
  /** What was to be put beside statements that go, and takes their place: by its key. */
  readonly moved: ReadonlySet<string>
}

/** A declaration that can be taken out whole. */
interface Candidate {
  readonly name: ts.Identifier | ts.PrivateIdentifier
  /** What is taken out with it. */
  readonly whole: ts.Node
  /** The statements that only set it. */
  readonly sets?: readonly ts.Node[]
  /** A name of an import, where others stay. */
  readonly of?: ts.ImportDeclaration
}

/**
 * The documents, helpers, addresses, types and imports that only moved calls read. Certain cases alone: what is
 * exported, has an effect when it is made, or is declared together with something else stays.
 * @param live nodes that must stay, whatever reads them: calls that were left
 */
export const deadCode = (
  trace: Trace,
  file: ts.SourceFile,
  edits: readonly Edit[],
  live: readonly ts.Node[],
): DeadCode => {
  const removed = removedBy(file, edits)
  const words = new Set(edits.flatMap(wordsOf))
  const dead = new Map<ts.Node, Candidate>()
  const names = identifiersIn(file)
  for (;;) {
    const found = [...candidates(trace, names, removed)].filter(
      ([declaration, { name, whole, sets = [] }]) =>
        !dead.has(declaration) &&
        !words.has(name.text.replace('#', '')) &&
        !live.some((node) => [whole, ...sets].some((one) => contains(one, node))) &&
        isUnread(trace, names, declaration, name, { removed, goes: [whole, ...sets] }),
    )
    if (found.length === 0) break
    for (const [declaration, candidate] of found) {
      dead.set(declaration, candidate)
      remove(removed, rangeOf(candidate.of ? declaration : candidate.whole))
      for (const one of candidate.sets ?? []) remove(removed, rangeOf(one))
    }
  }
  return taken(file, [...dead.values()], edits)
}

const rangeOf = (node: ts.Node): Range => ({ start: node.getStart(), end: node.getEnd() })

const contains = (outer: ts.Node, inner: ts.Node): boolean =>
  inner.getSourceFile() === outer.getSourceFile() &&
  inner.getStart() >= outer.getStart() &&
  inner.getEnd() <= outer.getEnd()

/** The declarations that something removed names. */
const candidates = (trace: Trace, names: readonly Name[], removed: Removed): Map<ts.Node, Candidate> => {
  const found = new Map<ts.Node, Candidate>()
  for (const name of names) {
    if (!within(name, removed)) continue
    const [declaration, ...others] = symbolAt(trace, name)?.declarations ?? []
    if (!declaration || others.length > 0 || declaration.getSourceFile() !== name.getSourceFile()) continue
    if (found.has(declaration) || within(declaration, removed)) continue
    const candidate = candidateFor(trace, declaration)
    if (candidate) found.set(declaration, candidate)
  }
  return found
}

const candidateFor = (trace: Trace, node: ts.Node): Candidate | undefined => {
  if (compiler.isVariableDeclaration(node)) return variable(trace, node)
  if (compiler.isFunctionDeclaration(node) && node.name) return unlessExported(node.name, node)
  if (compiler.isClassDeclaration(node) && node.name && isPlainClass(node))
    return unlessExported(node.name, node)
  if (compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node))
    return unlessExported(node.name, node)
  if (isPrivateMember(node) && !compiler.isComputedPropertyName(node.name)) {
    const isPlain = compiler.isIdentifier(node.name) || compiler.isPrivateIdentifier(node.name)
    const sets = setsOf(trace, node)
    return isPlain && (sets.length === 0 || !isBegun(node))
      ? { name: node.name, whole: node, sets }
      : undefined
  }
  return imported(node)
}

/** A class of which nothing happens when it is declared. */
const isPlainClass = (node: ts.ClassDeclaration): boolean =>
  (compiler.getDecorators(node) ?? []).length === 0 &&
  (node.heritageClauses ?? []).every(({ types }) =>
    types.every((one) => compiler.isIdentifier(one.expression)),
  ) &&
  node.members.every(
    (member) =>
      !compiler.isClassStaticBlockDeclaration(member) &&
      !hasModifier(member, compiler.SyntaxKind.StaticKeyword) &&
      (!compiler.canHaveDecorators(member) || (compiler.getDecorators(member) ?? []).length === 0),
  )

type Member = ts.MethodDeclaration | ts.GetAccessorDeclaration | ts.PropertyDeclaration

/** A method, a getter, or a field that is set without an effect or later, which only its class can see. */
const isPrivateMember = (node: ts.Node): node is Member =>
  (compiler.isMethodDeclaration(node) ||
    compiler.isGetAccessorDeclaration(node) ||
    (compiler.isPropertyDeclaration(node) && (!node.initializer || doesNothing(node.initializer)))) &&
  (compiler.isPrivateIdentifier(node.name) || hasModifier(node, compiler.SyntaxKind.PrivateKeyword))

/** A field that says what it begins with; one that is set again as well is left as it is. */
const isBegun = (node: Member): boolean =>
  compiler.isPropertyDeclaration(node) && node.initializer !== undefined

/** `this.client = new GraphQLClient(…)`, in a class whose field nobody else sees. */
const setsOf = (trace: Trace, { name, parent }: Member): ts.Node[] => {
  const found: ts.Node[] = []
  walk(parent, (node) => {
    if (!compiler.isExpressionStatement(node) || !compiler.isBinaryExpression(node.expression))
      return undefined
    const { left, operatorToken, right } = node.expression
    const isSet =
      operatorToken.kind === compiler.SyntaxKind.EqualsToken &&
      compiler.isPropertyAccessExpression(left) &&
      left.expression.kind === compiler.SyntaxKind.ThisKeyword &&
      left.name.text === name.getText()
    if (isSet && compiler.isBlock(node.parent) && isSilent(trace, right)) found.push(node)
    return undefined
  })
  return found
}

const hasModifier = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  compiler.canHaveModifiers(node) && (compiler.getModifiers(node) ?? []).some((one) => one.kind === kind)

const unlessExported = (name: ts.Identifier, whole: ts.Node): Candidate | undefined =>
  hasModifier(whole, compiler.SyntaxKind.ExportKeyword) ? undefined : { name, whole }

const variable = (trace: Trace, node: ts.VariableDeclaration): Candidate | undefined => {
  const list = node.parent
  if (!compiler.isIdentifier(node.name) || (node.initializer && !isSilent(trace, node.initializer)))
    return undefined
  if (!compiler.isVariableDeclarationList(list) || list.declarations.length !== 1) return undefined
  return compiler.isVariableStatement(list.parent) ? unlessExported(node.name, list.parent) : undefined
}

const isSilent = (trace: Trace, node: ts.Expression): boolean => doesNothing(node) || onlyGives(trace, node)

/** `this.getFetch()`, `makeClient(key)`, where the function does nothing but give what can be made without an effect. */
const onlyGives = (trace: Trace, node: ts.Expression): boolean => {
  if (!compiler.isCallExpression(node) || !node.arguments.every(doesNothing)) return false
  const targets = trace.targets(node, undefined).map((target) => target.node)
  return targets.length > 0 && targets.every(isGetter)
}

const isGetter = (node: ts.Node): boolean => {
  if (!compiler.isFunctionLike(node)) return false
  const { body } = node as ts.FunctionLikeDeclaration
  return body !== undefined && (compiler.isBlock(body) ? givesOnly(body) : doesNothing(body as ts.Expression))
}

/** Statements that do nothing but choose what is given: `if (ready) return a; return b`. */
const givesOnly = (node: ts.Statement): boolean => {
  if (compiler.isBlock(node)) return node.statements.every(givesOnly)
  if (compiler.isReturnStatement(node)) return node.expression !== undefined && doesNothing(node.expression)
  if (!compiler.isIfStatement(node)) return false
  const { expression, thenStatement, elseStatement } = node
  return doesNothing(expression) && givesOnly(thenStatement) && (!elseStatement || givesOnly(elseStatement))
}

/** A name of an import. */
const imported = (node: ts.Node): Candidate | undefined => {
  let statement: ts.Node = node
  while (!compiler.isImportDeclaration(statement)) {
    if (!statement.parent || compiler.isSourceFile(statement)) return undefined
    statement = statement.parent
  }
  const isNamed =
    compiler.isImportClause(node) || compiler.isImportSpecifier(node) || compiler.isNamespaceImport(node)
  const name = isNamed ? node.name : undefined
  return name && compiler.isIdentifier(name) ? { name, whole: node, of: statement } : undefined
}

/** Whether every place that names a declaration goes. */
const isUnread = (
  trace: Trace,
  names: readonly Name[],
  declaration: ts.Node,
  { text }: Name,
  { removed, goes }: { readonly removed: Removed; readonly goes: readonly ts.Node[] },
): boolean =>
  names.every((name) => {
    if (name.text !== text || within(name, removed) || goes.some((one) => contains(one, name))) return true
    const symbol = symbolAt(trace, name)
    // `export { x }` and names that cannot be told apart count as readers.
    if (!symbol) return compiler.isPropertyAccessExpression(name.parent) && name.parent.name === name
    return !(symbol.declarations ?? []).includes(declaration as ts.Declaration) && !isExportOf(name)
  })

const isExportOf = ({ parent }: Name): boolean => compiler.isExportSpecifier(parent)

const taken = (file: ts.SourceFile, dead: readonly Candidate[], others: readonly Edit[]): DeadCode => {
  const gone = new Set<ts.Node>()
  const edits: Edit[] = []
  const imports = new Map<ts.ImportDeclaration, Set<string>>()
  for (const { name, whole, of, sets = [] } of dead) {
    if (of) imports.set(of, (imports.get(of) ?? new Set()).add(name.text))
    else
      for (const node of [whole, ...sets])
        if (!dead.some((other) => other.whole !== whole && contains(other.whole, node))) gone.add(node)
  }
  for (const [statement, names] of imports) {
    const list = namesOf(statement)
    const left = list.filter((name) => !names.has(name))
    if (left.length === 0 && mayGo(statement)) gone.add(statement)
    else edits.push(...withoutNames(statement, names))
  }
  const moved = new Set<string>()
  for (const node of gone) {
    const beside = inTurn(others.filter((edit) => isBeside(edit, node)))
    for (const edit of beside) moved.add(keyOf(edit))
    const text = beside.map((one) => one.text.trim()).join('')
    edits.push(text ? replace(node, text) : { file, ...wholeLines(file, node, gone), text: '' })
  }
  return { edits, gone, moved }
}

/** Whether something is put before or behind what a class says: the field that takes the place of a client, say. */
const isBeside = ({ start, end }: Edit, node: ts.Node): boolean =>
  start === end &&
  !compiler.isSourceFile(node.parent) &&
  (start === node.getStart() || start === node.getEnd())

/** Other modules may do something when they are loaded; TypeScript itself leaves out an import that nobody uses. */
const mayGo = ({ moduleSpecifier }: ts.ImportDeclaration): boolean =>
  isTypeScript(moduleSpecifier) ||
  (compiler.isStringLiteral(moduleSpecifier) && isClientLibrary(moduleSpecifier.text))

const namesOf = ({ importClause }: ts.ImportDeclaration): string[] => {
  const bindings = importClause?.namedBindings
  const named =
    bindings && compiler.isNamedImports(bindings)
      ? bindings.elements.map((one) => one.name.text)
      : (nameOf(bindings && compiler.isNamespaceImport(bindings) ? bindings.name : undefined) ?? [])
  return [...(importClause?.name ? [importClause.name.text] : []), ...[named].flat()]
}

/** Takes some of the names out of an import, and leaves the others where they stand: one may be put before them. */
const withoutNames = ({ importClause }: ts.ImportDeclaration, names: ReadonlySet<string>): Edit[] => {
  const { name, namedBindings: bindings } = importClause ?? {}
  const file = bindings?.getSourceFile()
  if (!bindings || !file) return []
  const whole = name && names.has(name.text) ? [cut(file, name.getStart(), bindings.getStart())] : []
  if (compiler.isNamespaceImport(bindings))
    return name && names.has(bindings.name.text) ? [cut(file, name.getEnd(), bindings.getEnd())] : whole
  const { elements } = bindings
  const left = elements.filter((one) => !names.has(one.name.text))
  const last = left.at(-1)
  if (!last) return []
  const single = elements.flatMap((one, index) => {
    const next = elements[index + 1]
    return names.has(one.name.text) && next && one.pos < last.pos
      ? [cut(file, one.getStart(), beginOf(next))]
      : []
  })
  const end = elements.at(-1) as ts.Node
  return [...whole, ...single, ...(end === last ? [] : [cut(file, last.getEnd(), end.getEnd())])]
}

/** Where a name begins, with the comments before it. */
const beginOf = (node: ts.Node): number =>
  node.getFullText().trimStart().length > node.getText().length ? node.getFullStart() : node.getStart()

const cut = (file: ts.SourceFile, start: number, end: number): Edit => ({ file, start, end, text: '' })
