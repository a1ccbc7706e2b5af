import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { frameFor } from '../program/calls/calls.ts'
import { provided } from '../program/calls/provided.ts'
import { frameOf, type Scope } from '../program/frames/frames.ts'
import { givenBack, startOf } from '../program/frames/given-back.ts'
import type { Source, Tracing } from '../program/frames/source.ts'
import { isWithout } from '../program/held/member.ts'
import { overridden } from '../program/held/overridden.ts'
import { leftFrom } from '../program/held/rest-of.ts'
import { isExported } from '../program/names/exported.ts'
import { isHidden } from '../program/names/given-function.ts'
import { environmentVariable, isEnvironment, optionName, requiredModule } from '../program/outside/outside.ts'
import { beginsAddress, settingName } from '../program/outside/settings.ts'
import { isAssignment } from '../program/set/assigned.ts'
import { accessed as accessedAt } from '../program/syntax/access.ts'
import { flatText } from '../program/syntax/flat-text.ts'
import {
  classAround,
  isInside,
  isNothing,
  isOperation,
  nameOf,
  nothing,
  returnsOf,
} from '../program/syntax/nodes.ts'
import { returnsTo } from '../program/ways/gets-to.ts'
import { taken } from '../program/ways/taken.ts'
import { isV1Address } from '../texts/v1-address.ts'
import { VERBS } from '../texts/verbs.ts'
import { inMap } from './in-map.ts'

/** What an expression may evaluate to, one step back. */
export const step = (t: Tracing, node: ts.Expression, scope: Scope | undefined): Source[] => {
  if (compiler.isAwaitExpression(node)) return t.sources(node.expression, scope)
  if (compiler.isIdentifier(node)) return t.named(node, scope)
  if (compiler.isPropertyAccessExpression(node))
    return accessed(t, node, node.expression, node.name.text, scope)
  if (compiler.isElementAccessExpression(node) && compiler.isStringLiteralLike(node.argumentExpression))
    return accessed(t, node, node.expression, node.argumentExpression.text, scope)
  if (compiler.isConditionalExpression(node)) return chosen(t, node, scope)
  if (compiler.isElementAccessExpression(node)) return inTable(t, node, scope)
  if (compiler.isBinaryExpression(node) && isFallback(node.operatorToken.kind)) {
    const guesses = t.guesses()
    const left = t.sources(node.left, scope)
    const isLiteral = left.every(
      (one) => compiler.isStringLiteralLike(one.node) || compiler.isObjectLiteralExpression(one.node),
    )
    const given = isLiteral && t.guesses() === guesses
    return given
      ? left
      : orElse(
          t,
          node,
          left.filter((one) => !isNothing(one.node)),
          scope,
        )
  }
  // `...(body && { body })`: what is spread, where anything is
  if (isOperation(node, '&&'))
    return taken(t, node.left, scope) === false ? [{ node: nothing, scope }] : t.sources(node.right, scope)
  // `return (client ??= new Client())`
  if (compiler.isBinaryExpression(node) && isAssignment(node)) return t.sources(node.right, scope)
  if (compiler.isCallExpression(node)) return isV1Address(node) ? [{ node, scope }] : called(t, node, scope)
  return [{ node, scope }]
}

/** Where an address stands in for it, what a setting says is named, as what the environment says is. */
const orElse = (
  t: Tracing,
  node: ts.BinaryExpression,
  left: readonly Source[],
  scope: Scope | undefined,
): Source[] => {
  const own = fieldKept(node)
  const right = t.sources(own ?? node.right, scope)
  const isAddress = right.every(
    (one) => compiler.isStringLiteralLike(one.node) && beginsAddress(one.node.text),
  )
  const named = (one: Source): Source => {
    if (!isAddress || one.env || one.parameter) return one
    const setting = one.external || !compiler.isExpression(one.node) ? node.left : one.node
    const env = trimmedVariable(t, setting, one.scope) ?? settingName(t, setting, one.scope)
    return env === undefined ? one : { ...one, env }
  }
  return [...left.map(named), ...right]
}

/** What `this.base` is made with in `this.base = options.base ?? this.base`, which it keeps where nothing else is said. */
const fieldKept = ({ parent, right }: ts.BinaryExpression): ts.Expression | undefined => {
  const kept = accessedAt(right)
  const owner = kept?.of.kind === compiler.SyntaxKind.ThisKeyword ? classAround(right) : undefined
  if (!owner || !isOperation(parent, '=') || flatText(parent.left) !== flatText(right)) return undefined
  const field = owner.members.find(
    (one) => compiler.isPropertyDeclaration(one) && nameOf(one.name) === kept?.name,
  )
  return field && compiler.isPropertyDeclaration(field) ? field.initializer : undefined
}

/** The variable of `process.env[name]?.trim().replace(/\/$/, '')`, which the callers of the function around may say. */
const trimmedVariable = (t: Tracing, node: ts.Expression, scope: Scope | undefined): string | undefined => {
  const callee = compiler.isCallExpression(node) ? node.expression : undefined
  if (!callee || !compiler.isPropertyAccessExpression(callee) || !/^(trim|replace)/.test(callee.name.text))
    return undefined
  const [only, ...others] = t.sources(callee.expression, scope)
  return others.length === 0 ? (only?.env ?? trimmedVariable(t, callee.expression, scope)) : undefined
}

/** The branch that a known condition takes, or both. */
const chosen = (t: Tracing, node: ts.ConditionalExpression, scope: Scope | undefined): Source[] => {
  const holds = taken(t, node.condition, scope)
  if (holds !== undefined) return t.sources(holds ? node.whenTrue : node.whenFalse, scope)
  return [...t.sources(node.whenTrue, scope), ...t.sources(node.whenFalse, scope)]
}

const accessed = (
  t: Tracing,
  node: ts.Expression,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
): Source[] => {
  const env = environmentVariable(object, name)
  if (env) return [{ node, scope, env }]
  const found = t.members(object, name, scope)
  const roots = t.sources(object, scope)
  if (found.length > 0)
    return [...found, ...overridden(t, { node, name, said: optionName(node), roots, scope }, found)]
  if (isWithout(t, leftFrom(t, object, scope) ?? roots, name))
    return [{ node: nothing, scope }, ...givenElsewhere(t, node, object, scope)]
  const defaults = name === 'defaults' ? roots.flatMap((one) => madeWith(t, one)) : []
  if (defaults.length > 0) return defaults
  return [{ node, scope, ...openParameter(roots, object, name) }]
}

/** `client.defaults` of `client = axios.create(options)` */
const madeWith = (t: Tracing, { node, scope }: Source): Source[] => {
  const made = compiler.isCallExpression(node) ? node.expression : undefined
  const [options] = compiler.isCallExpression(node) ? node.arguments : []
  const isMade = made && compiler.isPropertyAccessExpression(made) && made.name.text === 'create'
  return isMade && options ? t.sources(options, scope) : []
}

/** `table[key]`: the member, or where the key is known only at run time, any of them. */
const inTable = (t: Tracing, node: ts.ElementAccessExpression, scope: Scope | undefined): Source[] => {
  const unknown = [{ node, scope }]
  if (t.isDeep()) return unknown
  // `useState(() => makeApi(key))[0]`
  const start = node.argumentExpression.getText() === '0' && startOf(t, node.expression, 'state', scope)
  if (start) return start
  const keys = t.sources(node.argumentExpression, scope).map((one) => one.node)
  const names = keys.every(compiler.isStringLiteralLike) ? keys.map(({ text }) => text) : undefined
  // `env('API_BASE')`: the variable's name is what the function is given
  if (isEnvironment(node.expression)) return (names ?? [node.getText()]).map((env) => ({ node, scope, env }))
  const found = t.sources(node.expression, scope).flatMap((table): Source[] => {
    const item = itemOf(table.node, node.argumentExpression)
    if (item) return t.sources(item, table.scope)
    if (isObject(table.node))
      return (names ?? CHOSEN).flatMap((name) => t.membersOf(table, name)).filter((one) => !isKept(one, node))
    if (!compiler.isObjectLiteralExpression(table.node)) return unknown
    return (names ?? namesIn(table.node)).flatMap((name) => t.membersOf(table, name))
  })
  return found.length > 0 ? found : unknown
}

/** `this[verb]`, `client[verb]` of a class of the program */
const isObject = (node: ts.Node): boolean =>
  node.kind === compiler.SyntaxKind.ThisKeyword || compiler.isNewExpression(node)

/** What a class calls the methods that are chosen when the program runs. */
const CHOSEN = [...VERBS, 'del', 'request']

/** Whether a class keeps a method to itself that somebody else chooses one of: `new Api()[name](id)`. */
const isKept = ({ node: method }: Source, at: ts.Node): boolean =>
  compiler.isMethodDeclaration(method) && isHidden(method) && !isInside(at, method.parent)

/** `KINDS[1]` of a list that is written out. */
const itemOf = (list: ts.Node, key: ts.Expression): ts.Expression | undefined => {
  if (!compiler.isArrayLiteralExpression(list) || !compiler.isNumericLiteral(key)) return undefined
  return list.elements.some(compiler.isSpreadElement) ? undefined : list.elements[Number(key.text)]
}

const namesIn = ({ properties }: ts.ObjectLiteralExpression): string[] =>
  properties.flatMap(({ name }) => (name && nameOf(name)) ?? [])

/** An option that callers in sight leave out: whoever else imports the function may say it. */
const givenElsewhere = (
  t: Tracing,
  node: ts.Expression,
  object: ts.Expression,
  scope: Scope | undefined,
): Source[] => {
  const declaration = compiler.isIdentifier(object)
    ? t.checker.getSymbolAtLocation(object)?.valueDeclaration
    : undefined
  const isOption = declaration !== undefined && compiler.isParameter(declaration)
  const isOpen = isOption && !frameOf(scope, declaration.parent) && isExported(declaration.parent)
  return isOpen ? [{ node, scope, env: optionName(node) }] : []
}

const openParameter = (
  roots: readonly Source[],
  object: ts.Expression,
  name: string,
): Pick<Source, 'parameter' | 'env'> => {
  if (roots.some((one) => isEnvironment(one.node))) return { env: name }
  const root = roots.find((one) => one.parameter ?? one.env)
  if (root?.parameter) return { parameter: root.parameter }
  return root ? { env: optionName(object.parent) } : {}
}

const called = (t: Tracing, node: ts.CallExpression, scope: Scope | undefined): Source[] => {
  const module = requiredModule(node)
  if (module && !t.checker.getSymbolAtLocation(node.arguments[0] as ts.Node))
    return [{ node, scope, external: { module, name: 'default' } }]
  const imported = importedModule(t, node, scope) ?? givenByImport(t, node, scope)
  if (imported) return imported
  const inner = passesThrough(node)
  if (inner) return t.sources(inner, scope)
  const back = givenBack(t, node, scope) ?? provided(t, node, scope)
  if (back) return back
  const kept = inMap(t, node, scope)
  if (kept) return kept
  const bound = boundTo(t, node, scope)
  if (bound.length > 0) return bound
  const found = t.targets(node, scope).flatMap((target) => {
    const callee = target.node as ts.SignatureDeclaration
    if (isGenerator(callee) || frameOf(target.scope, callee) || frameOf(scope, callee)) return []
    const frame = frameFor(target, node, scope, scope)
    return returnsTo(t, callee, frame).flatMap((value) => t.sources(value, frame))
  })
  return found.length > 0 ? found : [{ node, scope }]
}

const isFallback = (kind: ts.SyntaxKind): boolean =>
  kind === compiler.SyntaxKind.BarBarToken || kind === compiler.SyntaxKind.QuestionQuestionToken

/** `function* () {}` */
export const isGenerator = (node: ts.SignatureDeclaration): boolean =>
  'asteriskToken' in node && node.asteriskToken !== undefined

/** The file of `import('./x')`, or the package of `import('got')`. */
const importedModule = (
  t: Tracing,
  node: ts.CallExpression,
  scope: Scope | undefined,
): Source[] | undefined => {
  const [first] = node.arguments
  if (node.expression.kind !== compiler.SyntaxKind.ImportKeyword || !first) return undefined
  const file = t.checker.getSymbolAtLocation(first)?.declarations?.find(compiler.isSourceFile)
  if (file) return [{ node: file, scope }]
  return compiler.isStringLiteralLike(first)
    ? [{ node, scope, external: { module: first.text, name: '*' } }]
    : undefined
}

/** `import('got').then((module) => module.default)`. */
const givenByImport = (
  t: Tracing,
  { expression: callee, arguments: [first] }: ts.CallExpression,
  scope: Scope | undefined,
): Source[] | undefined => {
  const isThen = compiler.isPropertyAccessExpression(callee) && callee.name.text === 'then'
  if (!isThen || !first || !compiler.isArrowFunction(first) || !isImport(callee.expression)) return undefined
  return returnsOf(first).flatMap((value) => t.sources(value, scope))
}

const isImport = (node: ts.Expression): boolean =>
  compiler.isCallExpression(node) && node.expression.kind === compiler.SyntaxKind.ImportKeyword

/** `f.bind(null, base)`: the function, with the arguments it has by now. */
const boundTo = (t: Tracing, call: ts.CallExpression, scope: Scope | undefined): Source[] => {
  const { expression: callee, arguments: given } = call
  const isBind = compiler.isPropertyAccessExpression(callee) && callee.name.text === 'bind'
  if (!isBind || given.length < 2 || given.some(compiler.isSpreadElement)) return []
  const found = t.sources(callee.expression, scope)
  return found.every(({ node }) => compiler.isFunctionLike(node))
    ? found.map((one) => ({ ...one, bound: [...(one.bound ?? []), ...given.slice(1)] }))
    : []
}

/** Calls that hand back what they are given: `Object.freeze(x)`, `x.bind(this)`. */
const passesThrough = (call: ts.CallExpression): ts.Expression | undefined => {
  const callee = call.expression
  if (!compiler.isPropertyAccessExpression(callee)) return undefined
  if (callee.name.text === 'bind') return call.arguments.length === 1 ? callee.expression : undefined
  return callee.getText() === 'Object.freeze' ? call.arguments[0] : undefined
}
