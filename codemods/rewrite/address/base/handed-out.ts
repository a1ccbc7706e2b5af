import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isCall } from '../../../sites/program/calls/calls.ts'
import { nameOfCallee } from '../../../sites/program/calls/handed-on.ts'
import { asksKeeper } from '../../../sites/program/calls/keeper.ts'
import { onlyLooks } from '../../../sites/program/frames/only-looks.ts'
import type { Call, Trace } from '../../../sites/program/frames/source.ts'
import { identifiersNamed } from '../../../sites/program/names/names-used.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import { isMember } from '../../../sites/program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  isFunctionValue,
  isOperation,
  nameOf,
} from '../../../sites/program/syntax/nodes.ts'
import { foundAgain, isSetForAll } from './held-in.ts'

/** How often a value may be put away and taken out again. */
const MOST_HANDS = 8

/**
 * Whether a value goes into a call, itself, in an object or a longer text, under a name of its own or by a function that
 * gives it: and not only to be compared, listed or printed.
 * @param known calls that were understood: what goes into them is theirs
 */
export const isHanded = (trace: Trace, value: ts.Expression, known: ReadonlySet<ts.Node>): boolean =>
  reaches(trace, value, (call) => isUnknown(trace, call, known))

/**
 * The same of what is not of the project alone: a function that is in sight only hands on what it takes, and a URL object
 * is where it goes itself.
 */
export const isHandedOut = (trace: Trace, value: ts.Expression, known: ReadonlySet<ts.Node>): boolean => {
  const isOut = (call: Call): boolean =>
    isUrl(call)
      ? reaches(trace, call, isOut)
      : trace.targets(call, undefined).length === 0 && isUnknown(trace, call, known)
  return reaches(trace, value, isOut)
}

/** The client of a package, or another process, that is given an object whole which holds a value (`new Runpod(config)`), and not followed. */
export const givenWhole = (
  trace: Trace,
  value: ts.Expression,
  known: ReadonlySet<ts.Node>,
): Call | undefined => {
  if (!isMember(dressed(value).parent)) return undefined
  let found: Call | undefined
  reaches(trace, value, (call) => {
    const isFollowed = call.arguments?.some((one) => trace.visited.has(bare(one)))
    if (!isFollowed && isClient(trace, call) && isUnknown(trace, call, known)) found = call
    return found !== undefined
  })
  return found
}

/** What a package makes by `new`, or by a name that says what it makes, and another process that is run. */
const isClient = (trace: Trace, call: Call): boolean =>
  (compiler.isNewExpression(call) ||
    /(client|sdk|api|runpod|spawn\w*|fork|exec\w*)$/i.test(call.expression.getText())) &&
  trace.targets(call, undefined).length === 0 &&
  trace.sources(call.expression, undefined).some(({ external }) => external !== undefined)

/**
 * Whether a base that is handed on alone is what somebody makes calls with: given by itself, or under the name of an address.
 * What stands in a list, or under the name of a policy, is what addresses are held against.
 */
export const isAsked = (base: ts.Expression): boolean => {
  const value = dressed(base)
  const { parent } = value
  if (
    compiler.isArrowFunction(parent) ||
    compiler.isReturnStatement(parent) ||
    compiler.isTemplateSpan(parent) ||
    isOperation(parent, '+')
  )
    return true
  if (compiler.isConditionalExpression(parent) || isOperation(parent, '??', '||')) return isAsked(parent)
  if (isOperation(parent, '=', '??=', '||=')) return ADDRESS.test(nameOfTarget(parent.left))
  if (compiler.isArrayLiteralExpression(parent)) return isMapped(base) || beginsPath(parent, value)
  const isNamed = compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent)
  const { name } = isNamed ? parent : { name: undefined }
  if (name) return ADDRESS.test(nameOf(name) ?? '')
  return isCall(parent) && !CHECKS.test(parent.expression.getText())
}

/** Whether a map holds a base under a key: `new Map([['rest', BASE]])`. What is asked with it stands where that is read. */
export const isMapped = (base: ts.Expression): boolean => {
  const value = dressed(base)
  const pair = value.parent
  const isPair = compiler.isArrayLiteralExpression(pair) && pair.elements[1] === value
  const map = isPair && compiler.isArrayLiteralExpression(pair.parent) ? pair.parent.parent : undefined
  return map !== undefined && compiler.isNewExpression(map) && map.expression.getText() === 'Map'
}

/** `cors({ origin: [BASE] })`, `new Set([BASE])`: a list that addresses are held against. */
export const isPolicy = (list: ts.ArrayLiteralExpression): boolean => {
  const { parent } = list
  if (compiler.isPropertyAssignment(parent)) return !ADDRESS.test(nameOf(parent.name) ?? '')
  return isCall(parent) && CHECKS.test(parent.expression.getText())
}

const nameOfTarget = (left: ts.Expression): string => /[\w$]*$/.exec(left.getText())?.[0] ?? ''

/** `[BASE, 'pods', id]`: what is put together to one address. */
const beginsPath = ({ elements: [first, second] }: ts.ArrayLiteralExpression, value: ts.Node): boolean =>
  first === value &&
  second !== undefined &&
  compiler.isStringLiteralLike(second) &&
  /^\/?[a-z][\w-]*(\/|$)/.test(second.text)

const ADDRESS =
  /^(base|prefix|root|target|server|host|upstream|proxy|endpoint|api|rest|uri|url|useValue)|(url|uri|base)$/i
const CHECKS =
  /(^|\.)(is[A-Z]\w*|parse|safeParse|Set|Map|RegExp)$|allow|check|valid|assert|verif|cors|helmet|csp|guard/i

const isUrl = (call: Call): boolean => call.expression.getText() === 'URL'

/** A call may make an address that a known one is given. */
const isUnknown = (trace: Trace, call: Call, known: ReadonlySet<ts.Node>): boolean =>
  !known.has(call) &&
  !onlyLooks(call) &&
  !asksKeeper(trace, call) &&
  !reaches(trace, call, (one) => known.has(one))

const reaches = (
  trace: Trace,
  value: ts.Expression,
  isIt: (call: Call) => boolean,
  hands = MOST_HANDS,
): boolean => {
  if (hands === 0) return false
  const outer = dressed(value)
  const { parent } = outer
  const goesOn = (node: ts.Expression): boolean => reaches(trace, node, isIt, hands - 1)
  const again = foundAgain(trace, outer)
  if (again) return again.some(goesOn)
  if (isSetForAll(outer) || compiler.isYieldExpression(parent)) return true
  if (compiler.isCallExpression(parent) || compiler.isNewExpression(parent))
    return parent.expression !== outer && isIt(parent)
  if (compiler.isReturnStatement(parent) || compiler.isArrowFunction(parent))
    return isGiven(trace, outer, goesOn)
  if (isPart(parent, outer)) return goesOn(parent)
  if (compiler.isTemplateSpan(parent)) return goesOn(parent.parent)
  if (isMember(parent)) return goesOn(parent.parent)
  const text = asText(parent, outer)
  if (text) return goesOn(text)
  if (compiler.isObjectLiteralExpression(outer) && isForFramework(parent)) return true
  const isKept = compiler.isVariableDeclaration(parent) || compiler.isPropertyDeclaration(parent)
  return isKept && compiler.isIdentifier(parent.name) && usesOf(trace, parent.name).some(goesOn)
}

/** Settings that somebody else reads: of a class that says what it is (n8n's `description`), or what a file gives as a whole. */
const isForFramework = (parent: ts.Node): boolean =>
  (compiler.isPropertyDeclaration(parent) && parent.parent.heritageClauses !== undefined) ||
  compiler.isExportAssignment(parent)

/** `url.href`, `url.origin`, `url.toString()` */
const asText = (node: ts.Node, value: ts.Node): ts.Expression | undefined => {
  if (!compiler.isPropertyAccessExpression(node) || node.expression !== value) return undefined
  if (/^(href|origin|host|hostname)$/.test(node.name.text)) return node
  const isCalled = compiler.isCallExpression(node.parent) && node.parent.expression === node
  return node.name.text === 'toString' && isCalled ? (node.parent as ts.CallExpression) : undefined
}

/** What a value is one part or one choice of, or that gives it as it is. */
const isPart = (node: ts.Node, value: ts.Node): node is ts.Expression =>
  compiler.isAwaitExpression(node) ||
  (compiler.isBinaryExpression(node) && !COMPARES.has(node.operatorToken.kind)) ||
  (compiler.isConditionalExpression(node) && node.condition !== value) ||
  compiler.isArrayLiteralExpression(node) ||
  compiler.isObjectLiteralExpression(node)

const COMPARES = new Set([
  compiler.SyntaxKind.EqualsEqualsToken,
  compiler.SyntaxKind.EqualsEqualsEqualsToken,
  compiler.SyntaxKind.ExclamationEqualsToken,
  compiler.SyntaxKind.ExclamationEqualsEqualsToken,
  compiler.SyntaxKind.InKeyword,
])

/** By a function that gives it: where that is called, or by whoever is handed the function (`{ useFactory: () => BASE }`). */
const isGiven = (trace: Trace, value: ts.Expression, goesOn: (node: ts.Expression) => boolean): boolean => {
  const callee = functionAround(value)
  if (!callee) return false
  const name = nameOfGiver(callee)
  const isCalled = ({ parent }: ts.Expression, use: ts.Expression): boolean =>
    compiler.isGetAccessor(callee)
      ? goesOn(use)
      : compiler.isCallExpression(parent) && parent.expression === use && goesOn(parent)
  if (name && usesOf(trace, name).some((use) => isCalled(use, use))) return true
  const handed = isFunctionValue(callee) ? callee : objectOf(callee)
  return handed !== undefined && goesOn(handed)
}

/** What a function, or a getter, is called. */
export const nameOfGiver = (giver: ts.SignatureDeclaration): ts.Identifier | undefined =>
  compiler.isGetAccessor(giver) && compiler.isIdentifier(giver.name) ? giver.name : nameOfCallee(giver)

/** The object that a method is written in. */
const objectOf = ({ parent }: ts.SignatureDeclaration): ts.Expression | undefined =>
  compiler.isObjectLiteralExpression(parent) ? parent : undefined

/** Every use of a name in all files: of a member, the access. */
const usesOf = (trace: Trace, name: ts.Identifier): ts.Expression[] => {
  const declared = trace.checker.getSymbolAtLocation(name)?.valueDeclaration
  return trace.files
    .flatMap((file) => identifiersNamed(file, name.text))
    .filter((one) => one !== name && declared && symbolBehind(trace, one)?.valueDeclaration === declared)
    .map((one) =>
      compiler.isPropertyAccessExpression(one.parent) && one.parent.name === one ? one.parent : one,
    )
}
