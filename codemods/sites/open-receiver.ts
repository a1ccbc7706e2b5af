import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { frameOf, framesFrom, type Scope } from './program/frames/frames.ts'
import { declarationOf } from './program/names/symbol.ts'
import { accessed } from './program/syntax/access.ts'
import { bare, functionsAround, isInside, nodesIn } from './program/syntax/nodes.ts'
import type { Located } from './texts/locate.ts'
import { couldMatch, matchRoute } from './texts/route.ts'
import { shapeOf, type Text } from './texts/text.ts'
import type { Trace } from './values/trace.ts'

/** What is known of a call so far. */
interface Known {
  readonly top: ts.Node
  readonly scope: Scope | undefined
  readonly located: readonly Located[]
}

/**
 * The method around a call whose path each class, or each object, says for itself (`this.http.get(this.path)`), or is made
 * with (`resource('pods')` of `const resource = (name) => ({ list: () => get(name) })`): those who call the method tell
 * which of them it is.
 */
export const openReceiver = (
  trace: Trace,
  { top, scope, located }: Known,
): ts.SignatureDeclaration | undefined => {
  const paths = new Set(located.map(pathIn)).size
  const isKnown = located.every(({ family, hidden }) => family === 'v1' && !hidden)
  if (!isKnown || paths < 2) return undefined
  const around = functionsAround(top)
  const method = around.find((one) => !compiler.isArrowFunction(one))
  if (method && compiler.isMethodDeclaration(method) && !frameOf(scope, method))
    if ([method, ...ownMethods(scope)].some((one) => decides(trace, one, paths))) return method
  const product = around.find((one) => !frameOf(scope, one))
  return product && isMadeWith(trace, product, paths) ? product : undefined
}

/** Whether what the function around was given, that makes such a method, is what makes so many paths. */
const isMadeWith = (trace: Trace, method: ts.SignatureDeclaration, paths: number): boolean =>
  nodesIn(method, compiler.isIdentifier).some((name) => {
    const declared = declarationOf(trace, name)
    const isOuter = declared && compiler.isParameter(declared) && isInside(method, declared.parent)
    return (
      isOuter &&
      declared.parent !== method &&
      new Set(trace.sources(name, undefined).map(({ node }) => node.getText())).size === paths
    )
  })

/** The methods of the same object that lead on to the call: `this.call()`. */
const ownMethods = (scope: Scope | undefined): readonly ts.SignatureDeclaration[] =>
  [...framesFrom(scope)].filter(({ call }) => isOwn(call.expression)).map(({ callee }) => callee)

const isOwn = (callee: ts.Expression): boolean =>
  accessed(callee)?.of.kind === compiler.SyntaxKind.ThisKeyword

/**
 * The function around a call that is told by a parameter which of several paths it asks for (`ROUTES[kind]`, `CALLS[name].path`,
 * `kind === 'pod' ? '/pods' : '/templates'`): those who call the function tell which of them it is.
 */
export const openChoice = (
  trace: Trace,
  { top, scope, located }: Known,
): ts.SignatureDeclaration | undefined => {
  const isKnown = located.every(({ family, hidden }) => family === 'v1' && !hidden)
  if (!isKnown || new Set(located.map(pathIn)).size < 2) return undefined
  return functionsAround(top).find((one) => !frameOf(scope, one) && choosesPath(trace, one))
}

/**
 * Whether a parameter of a function is the key of a table, or is asked for between two values; also where another function
 * of the program is handed it, and asks (`pathOf(kind)`, of a `switch`).
 */
const choosesPath = (trace: Trace, callee: ts.SignatureDeclaration): boolean => {
  const isOwn = (node: ts.Expression): boolean =>
    compiler.isIdentifier(node) && declarationOf(trace, node)?.parent === callee
  return (
    nodesIn(callee, compiler.isElementAccessExpression).some((one) => isOwn(bare(one.argumentExpression))) ||
    nodesIn(callee, compiler.isConditionalExpression).some(({ condition }) =>
      [condition, ...nodesIn(condition, compiler.isIdentifier)].some(isOwn),
    ) ||
    nodesIn(callee, compiler.isCallExpression).some(
      (call) => call.arguments.some((one) => isOwn(bare(one))) && asksInTurn(trace, call),
    )
  )
}

/** Whether a call is of a function that gives one thing or another, as it is told. */
const asksInTurn = (trace: Trace, call: ts.CallExpression): boolean =>
  trace
    .targets(call, undefined)
    .some(
      ({ node }) =>
        compiler.isFunctionLike(node) &&
        [...nodesIn(node, compiler.isSwitchStatement), ...nodesIn(node, compiler.isIfStatement)].some(
          ({ expression }) =>
            [expression, ...nodesIn(expression, compiler.isIdentifier)].some(
              (one) => compiler.isIdentifier(one) && declarationOf(trace, one)?.parent === node,
            ),
        ),
    )

/** Whether a member of the object around is what makes so many paths. */
const decides = (trace: Trace, method: ts.SignatureDeclaration, paths: number): boolean =>
  nodesIn(method, compiler.isPropertyAccessExpression).some(
    (access) =>
      access.expression.kind === compiler.SyntaxKind.ThisKeyword &&
      new Set(trace.sources(access, undefined).map(({ node }) => node.getText())).size === paths,
  )

const pathIn = ({ shape, path, query }: Located): string => shape.slice(path, query)

/**
 * What those who call such a method leave of its paths: those that none of them says.
 * @returns undefined where one of them may mean several
 */
export const pathsUntold = (
  above: readonly Pick<Known, 'located'>[],
  { located }: Known,
): readonly Located[] | undefined =>
  above.every((one) => one.located.length === 1)
    ? located.filter((one) => !above.some((other) => other.located.some((path) => saysAll(path, one))))
    : undefined

/** Whether the old API may have had such an operation: not every method is for every class. */
export const isOperation = (routes: readonly Route[], methods: readonly Text[], located: Located): boolean =>
  methods.some((method) => {
    const asked = [routes, shapeOf(method).toUpperCase(), pathIn(located)] as const
    return matchRoute(...asked) !== undefined || couldMatch(...asked)
  })

/** Whether all that is written for one path is written for another as well. */
const saysAll = (whole: Located, part: Located): boolean =>
  placesOf(part).every((place) => placesOf(whole).includes(place))

const placesOf = ({ text }: Located): string[] =>
  text.pieces.flatMap((one) => (one.kind === 'written' ? `${one.file.fileName}:${one.start}` : []))
