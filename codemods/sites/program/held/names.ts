import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { argumentFor, forwardedIn, frameOf, type Scope, spreadsArguments } from '../frames/frames.ts'
import { stateOf } from '../frames/given-back.ts'
import { isSaidByCaller } from '../frames/left-open.ts'
import type { Source, Tracing } from '../frames/source.ts'
import { symbolAt } from '../names/symbol.ts'
import { importedFrom, isEnvironment } from '../outside/outside.ts'
import { assignmentsTo } from '../set/assigned.ts'
import { isLooped } from '../syntax/looped.ts'
import {
  functionAround,
  isNothing,
  isOperation,
  isSpareNothing,
  isUndefined,
  nameOf,
  nothing,
} from '../syntax/nodes.ts'
import { oneOfAll } from '../syntax/one-of-all.ts'
import { reached } from '../ways/taken.ts'
import { commandOption } from './command-options.ts'
import { isWithout } from './member.ts'
import { withMethodsSet } from './methods-set.ts'
import { isAddress, overridden, saysAddress } from './overridden.ts'
import { placeIn, rowsFor } from './rows.ts'

/** What a name stands for. */
export const named = (t: Tracing, node: ts.Identifier, scope: Scope | undefined): Source[] => {
  const symbol = node === nothing ? undefined : symbolOf(t, node)
  const declarations = symbol?.declarations ?? (node === nothing ? [] : onPage(t, node))
  const found = declarations.flatMap((declaration) => declared(t, node, declaration, scope))
  return found.length > 0 ? found : [{ node, scope }]
}

/** What the files of its page declare by a name that stands for nothing else; those of another page may declare it, too. */
const onPage = (t: Tracing, name: ts.Identifier): ts.Declaration[] =>
  t.pageMates(name.getSourceFile()).flatMap((file) => {
    const { locals } = file as ts.SourceFile & { readonly locals?: ts.SymbolTable }
    return locals?.get(name.text as ts.__String)?.declarations ?? []
  })

const symbolOf = (t: Tracing, node: ts.Identifier): ts.Symbol | undefined => {
  const symbol = symbolAt(t, node)
  if (!symbol || !(symbol.flags & compiler.SymbolFlags.Alias)) return symbol
  const target = t.checker.getAliasedSymbol(symbol)
  return target.declarations?.length ? target : symbol
}

/** What a declaration gives the name it declares. */
export const declared = (
  t: Tracing,
  node: ts.Identifier,
  declaration: ts.Declaration,
  scope: Scope | undefined,
): Source[] => {
  if (compiler.isVariableDeclaration(declaration)) return variable(t, node, declaration, scope)
  if (compiler.isParameter(declaration))
    return withMethodsSet(t, node, bound(t, node, declaration, scope), scope)
  if (compiler.isBindingElement(declaration))
    return withMethodsSet(t, node, destructured(t, node, declaration, scope), scope)
  if (compiler.isExportAssignment(declaration)) return t.sources(declaration.expression, scope)
  if (compiler.isPropertyAssignment(declaration)) return t.sources(declaration.initializer, scope)
  // `module.exports = { call }` declares what `const { call } = require(…)` names.
  if (compiler.isShorthandPropertyAssignment(declaration)) return t.sources(declaration.name, scope)
  const external = importedFrom(declaration)
  if (external) return [{ node, scope, external }]
  if (
    compiler.isFunctionLike(declaration) ||
    compiler.isClassLike(declaration) ||
    compiler.isEnumDeclaration(declaration)
  )
    return [{ node: declaration, scope }]
  if (compiler.isEnumMember(declaration) && declaration.initializer)
    return t.sources(declaration.initializer, scope)
  if (compiler.isSourceFile(declaration)) return [{ node: declaration, scope }]
  const assigned = assignedIn(declaration)
  return assigned ? t.sources(assigned, scope) : []
}

/** `exports.name = …`, `module.exports = …`, which JavaScript declares by assigning. */
export const assignedIn = (declaration: ts.Node): ts.Expression | undefined => {
  const node = compiler.isBinaryExpression(declaration) ? declaration : declaration.parent
  if (!isOperation(node, '=')) return undefined
  return node === declaration || node.left === declaration ? node.right : undefined
}

const variable = (
  t: Tracing,
  node: ts.Identifier,
  declaration: ts.VariableDeclaration,
  scope: Scope | undefined,
): Source[] => {
  const { initializer } = declaration
  const written = assignmentsTo(t.checker, declaration)
  if (!initializer || isNothing(initializer))
    return written.length > 0
      ? written.flatMap((value) => t.sources(value, scope))
      : (basesOf(t, declaration, scope) ?? [{ node, scope }])
  // `let method = 'GET'; if (body) method = 'POST'`; what another function sets is set at another time
  const owner = functionAround(declaration)
  // … but for a base (`export const setBase = (next) => { base = next }`), which goes before every call that is made then
  const here = written.filter((value) => functionAround(value) === owner && !isLater(value, node))
  const set = reached(t, here, scope, node)
  const later = saysAddress(initializer) ? written.filter((value) => functionAround(value) !== owner) : []
  const all = set.isSure ? set.values : [initializer, ...set.values]
  return [...all, ...later].flatMap((value) => t.sources(value, scope))
}

/** `for (const base of [process.env.API, BASE])`: the hosts that are tried one after the other. */
const basesOf = (
  t: Tracing,
  declaration: ts.VariableDeclaration,
  scope: Scope | undefined,
): Source[] | undefined => {
  const rows = rowsFor(t, declaration, scope)
  return rows?.some(isAddress) ? rows : undefined
}

/** Whether what is set cannot be there yet by a use in the same function: it stands behind it, and no loop comes back. */
const isLater = (value: ts.Expression, use: ts.Identifier): boolean =>
  use.parent !== undefined &&
  use.getSourceFile() === value.getSourceFile() &&
  functionAround(use) !== undefined &&
  functionAround(use) === functionAround(value) &&
  use.end <= value.pos &&
  !isLooped(value, use)

/** What a parameter holds: its argument on the way to the sink, or what all callers pass. */
export const bound = (
  t: Tracing,
  node: ts.Expression,
  parameter: ts.ParameterDeclaration,
  scope: Scope | undefined,
): Source[] => {
  const frame = frameOf(scope, parameter.parent)
  const fallback = parameter.initializer ? t.sources(parameter.initializer, frame ?? scope) : []
  if (frame) {
    const argument = argumentFor(frame, parameter)
    if (argument) return orDefault(t.sources(argument, frame.outer), fallback)
    const rest = forwardedIn(frame)
    if (rest && t.isOpen(rest.parent)) return [{ node, scope, parameter: rest }]
    if (parameter.dotDotDotToken || spreadsArguments(frame)) return [{ node, scope }]
    return fallback.length > 0 ? fallback : [{ node: nothing, scope }]
  }
  if (t.isOpen(parameter.parent)) return [...fallback, { node, scope, parameter }]
  const module = awaitedImport(t, parameter)
  if (module) return t.sources(module, scope)
  const given = ambient(t, parameter)
  if (given) return [...given, ...fallback]
  return [...fallback, { node, scope, env: parameter.name.getText() }]
}

/** What a parameter holds that is handed undefined, as a function does that hands on what its caller left out. */
const orDefault = (given: readonly Source[], fallback: readonly Source[]): Source[] =>
  given.flatMap((one) => (fallback.length > 0 && isLeftOut(one.node) ? fallback : one))

const isLeftOut = (node: ts.Node): boolean => compiler.isExpression(node) && isUndefined(node)

/** `import('./x').then((module) => …)`. */
const awaitedImport = (t: Tracing, parameter: ts.ParameterDeclaration): ts.Expression | undefined => {
  const callback = parameter.parent
  const call = callback.parent
  if (!call || !compiler.isCallExpression(call) || call.arguments[0] !== (callback as ts.Node))
    return undefined
  const callee = call.expression
  if (!compiler.isPropertyAccessExpression(callee) || callee.name.text !== 'then') return undefined
  const [source] = t.sources(callee.expression, undefined)
  const isModule = source && (compiler.isSourceFile(source.node) || source.external?.name === '*')
  return isModule ? callee.expression : undefined
}

/**
 * A parameter of a function that is not on the way to the sink (a constructor, a factory): what its callers pass.
 * Undefined where nobody in sight calls it, or all of them leave out a parameter that has no default.
 */
const ambient = (t: Tracing, parameter: ts.ParameterDeclaration): Source[] | undefined => {
  if (t.isBuilding()) return undefined
  t.guess()
  const calls = t.callers(parameter.parent)
  const given = calls.flatMap((call) => {
    const argument = argumentFor(t.frame(parameter.parent, call), parameter)
    return argument ? t.sources(argument, undefined) : []
  })
  return given.length > 0 || (calls.length > 0 && parameter.initializer) ? given : undefined
}

const destructured = (
  t: Tracing,
  node: ts.Identifier,
  element: ts.BindingElement,
  scope: Scope | undefined,
): Source[] => {
  const pattern = element.parent
  if (!compiler.isObjectBindingPattern(pattern) || element.dotDotDotToken)
    return stateOf(t, element, scope) ?? placeOf(t, element, scope) ?? [{ node, scope }]
  const name = nameOf(element.propertyName ?? element.name)
  const fallback = element.initializer ? t.sources(element.initializer, scope) : []
  if (name === undefined) return fallback
  const roots = patternSources(t, pattern, scope)
  const isOutside = (root: Source): boolean =>
    (root.env !== undefined && !commandOption(t, root, name)) || isEnvironment(root.node)
  // What a caller says of the rest of a pattern is asked for by the member's own name.
  const own = (root: Source, one: Source): Source => (one.node === root.node ? { ...one, node, scope } : one)
  const said = roots.flatMap((root) =>
    isOutside(root) ? [] : t.membersOf(root, name).map((one) => own(root, one)),
  )
  const outside = roots.filter(isOutside).map((): Source => ({ node, scope, env: name }))
  const open = roots.flatMap((root): Source[] =>
    root.parameter && !isOutside(root) && t.membersOf(root, name).length === 0
      ? [{ node, scope, parameter: root.parameter }]
      : [],
  )
  const isKnown = (one: Source): boolean =>
    one.parameter === undefined && one.env === undefined && !isSpareNothing(one.node)
  // What the environment may say beside it is said as well: it decides where a call goes.
  const all = said.some(isKnown)
    ? [
        ...said.filter((one) => !isSpareNothing(one.node)),
        ...overridden(t, { node, name, said: name, roots, scope }, said),
        ...outside,
        ...open.filter((one) => isSaidByCaller(t, one, name)),
      ]
    : [...fallback, ...said, ...outside, ...open]
  if (all.length > 0) return all
  return roots.length > 0 && isWithout(t, roots, name) ? [{ node: nothing, scope }] : [{ node, scope }]
}

/** What `b` of `const [a, b] = await Promise.all([…, …])` has. */
const settledOf = (
  t: Tracing,
  element: ts.BindingElement,
  scope: Scope | undefined,
): Source[] | undefined => {
  const owner = element.parent.parent
  const made = compiler.isVariableDeclaration(owner) ? owner.initializer : undefined
  const one = made && oneOfAll(made, element)
  return one && t.sources(one, scope)
}

/** What a place of a list pattern has. */
const placeOf = (t: Tracing, element: ts.BindingElement, scope: Scope | undefined): Source[] | undefined =>
  settledOf(t, element, scope) ?? placeIn(t, element, () => patternSources(t, element.parent, scope), scope)

/** What a destructuring pattern takes apart. */
export const patternSources = (
  t: Tracing,
  pattern: ts.BindingPattern,
  scope: Scope | undefined,
): Source[] => {
  const owner = pattern.parent
  const rows = rowsFor(t, owner, scope)
  if (rows) return rows
  if (compiler.isParameter(owner)) return bound(t, owner.name as unknown as ts.Expression, owner, scope)
  if (compiler.isVariableDeclaration(owner))
    return owner.initializer ? t.sources(owner.initializer, scope) : []
  if (compiler.isArrayBindingPattern(owner.parent)) return placeOf(t, owner, scope) ?? []
  const name = nameOf(owner.propertyName ?? owner.name)
  if (name === undefined) return []
  return patternSources(t, owner.parent, scope).flatMap((root) => t.membersOf(root, name))
}
