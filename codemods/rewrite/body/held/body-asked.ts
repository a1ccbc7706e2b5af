import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../../../mappings/dsl/plan.ts'
import { compiler } from '../../../project/compiler.ts'
import { allRequestsTold } from '../../../sites/clients/axios-interceptors.ts'
import { argumentFor, type Scope } from '../../../sites/program/frames/frames.ts'
import { heardOf } from '../../../sites/program/held/told.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { madeAs } from '../../../sites/program/names/symbol.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import { bare, dressed, goesByPlace, isOperation, nameOf, walk } from '../../../sites/program/syntax/nodes.ts'
import { isSaid } from '../../../sites/program/syntax/said.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isOfAnotherCall } from '../../answer/another-call.ts'
import { placesOf } from '../../answer/errors/error-handlers.ts'
import { parsedRequests } from './parsed-requests.ts'
import { wordsListed } from './words-listed.ts'

/** A name by which a function on the way knows a body, or the object that holds it as a member. */
interface Carrier {
  readonly name: ts.Identifier
  readonly member: string | undefined
}

/** A name, or a pattern, by which a function takes it. */
interface Taken {
  readonly name: ts.BindingName
  readonly held: NonNullable<Held>
}

/** What functions on the way read of a body by names that v2 does not have. */
export interface BodyAsked {
  /** The names that something hangs on. */
  readonly names: readonly string[]
  /** Those of what a function on the way keeps for others, or tells them of. */
  readonly kept: readonly string[]
  /** Those that only go into a message, or are read of what a client keeps of the request. */
  readonly findings: readonly Finding[]
}

/**
 * What the functions between a call and its client read of the body that they pass on, themselves (`if (!body.imageName)
 * throw …`), by what they hand it to, or by a list, a table or a schema of the program (`CreatePod.parse(body)`);
 * and those that axios tells of every request. Once the call says v2's words, they find nothing there.
 */
export const bodyAsked = (trace: Trace, site: Site, body: ts.Node, facet: CompiledFacet): BodyAsked => {
  const gone = goneNames(facet)
  const told = site.sink.told ?? (site.sink.library === 'axios' ? allRequestsTold(trace) : [])
  const taken = told.map((name): Taken => ({ name, held: { member: 'data' } }))
  const reads = [
    ...[...takenOnTheWay(trace, site.scope, body), ...taken].flatMap((one) => readsOf(trace, one)),
    ...parsedRequests(trace, body).flatMap((whole) => readsIn(trace, { whole, member: undefined })),
  ]
  const asked = reads.filter(({ name }) => gone.has(name))
  const decisive = asked.filter(({ node }) => !isSaid(node))
  const namesOf = (some: readonly Read[]): string[] => [...new Set(some.map(({ name }) => name))]
  return {
    names: namesOf(decisive.filter(({ isKept }) => !isKept)),
    kept: namesOf(decisive.filter(({ isKept }) => isKept)),
    findings: [
      ...asked.filter(({ node }) => isSaid(node)).map(({ node }) => toldOf(node, facet, IN_MESSAGE)),
      ...readsOfKept(trace, site)
        .filter(({ name }) => gone.has(name))
        .map(({ node }) => toldOf(node, facet, KEPT)),
    ],
  }
}

const IN_MESSAGE = "a function on the way puts it into a message, and a body in v2's words does not have it"
const KEPT = "axios keeps a body as it was sent, and one in v2's words does not have it"

const toldOf = (node: ts.Node, { plan }: CompiledFacet, why: string): Finding => ({
  code: 'TOLERATED',
  rule: ruleOf(plan, '*'),
  at: node.getText(),
  why,
})

/** What is read of the request that axios keeps with an answer and an error: `JSON.parse(error.config.data).imageName`. */
const readsOfKept = (trace: Trace, site: Site): Read[] => {
  const found: Read[] = []
  for (const place of site.sink.library === 'axios' ? placesOf(trace, site) : [])
    walk(place, (node) => {
      const [given] = compiler.isCallExpression(node) ? node.arguments : []
      const isKept = given && /^JSON\.parse\(/.test(node.getText()) && KEPT_BODY.test(flatText(given))
      if (isKept && !isOfAnotherCall(trace, given, site, place))
        found.push(...readsIn(trace, { whole: node as ts.CallExpression, member: undefined }))
      return undefined
    })
  return found
}

const KEPT_BODY = /\bconfig[!?]*\.data[!?]*$/

/** The members of the old body that v2's has under no such name. */
const goneNames = ({ plan }: CompiledFacet): ReadonlySet<string> => {
  const first = (path: string): string => path.split('.')[0] ?? ''
  const kept = new Set(plan.v2.map(first))
  return new Set(plan.old.map(first).filter((name) => !kept.has(name)))
}

const takenOnTheWay = (trace: Trace, scope: Scope | undefined, body: ts.Node): Taken[] => {
  if (!scope) return []
  const outer = takenOnTheWay(trace, scope.outer, body)
  const known = outer.flatMap(({ name, held }) => named(name, held))
  const own = scope.callee.parameters.flatMap((parameter) => {
    const argument = argumentFor(scope, parameter)
    const held = argument && heldBy(trace, argument, body, known)
    return held ? [{ name: parameter.name, held }] : []
  })
  return [...outer, ...own]
}

/** The member of an expression that the body is: undefined where it is the body itself, nothing where it holds none. */
type Held = { readonly member: string | undefined } | undefined

const heldBy = (trace: Trace, given: ts.Expression, body: ts.Node, known: readonly Carrier[]): Held => {
  const node = bare(given)
  if (node === body) return { member: undefined }
  const made = madeAs(trace, node)
  if (made !== node) return heldBy(trace, made, body, known)
  const [text] = compiler.isCallExpression(node) && isText(node) ? node.arguments : []
  if (text) return heldBy(trace, text, body, known)
  if (compiler.isObjectLiteralExpression(node)) {
    const holder = node.properties.find((one) => {
      const value = compiler.isPropertyAssignment(one) ? one.initializer : one.name
      const held = value && compiler.isExpression(value) ? heldBy(trace, value, body, known) : undefined
      return held !== undefined && held.member === undefined
    })
    return holder && { member: nameOf(holder.name) }
  }
  const carrier = known.find(({ name }) => isUseOf(trace, name, node))
  return carrier && { member: carrier.member }
}

const isText = ({ expression: callee }: ts.CallExpression): boolean => callee.getText() === 'JSON.stringify'

const isUseOf = (trace: Trace, name: ts.Identifier, node: ts.Expression): boolean =>
  compiler.isIdentifier(node) && node.text === name.text && referencesOf(trace, name).includes(node)

/** The names by which what a pattern takes is known; those that it takes of the body itself are reads. */
const named = (name: ts.BindingName, { member }: NonNullable<Held>): Carrier[] => {
  if (compiler.isIdentifier(name)) return [{ name, member }]
  if (!compiler.isObjectBindingPattern(name)) return []
  return name.elements.flatMap((one) => {
    if (one.dotDotDotToken) return named(one.name, { member })
    return member !== undefined && keyOf(one) === member ? named(one.name, { member: undefined }) : []
  })
}

/** What a pattern reads of a body: `{ imageName }`, or `{ body: { imageName } }` of what holds it. */
const takenBy = (name: ts.BindingName, { member }: NonNullable<Held>): Read[] => {
  if (!compiler.isObjectBindingPattern(name)) return []
  return name.elements.flatMap((node) => {
    const key = node.dotDotDotToken ? undefined : keyOf(node)
    if (member !== undefined) return key === member ? takenBy(node.name, { member: undefined }) : []
    return key === undefined ? [] : [{ node, name: key }]
  })
}

const keyOf = (one: ts.BindingElement): string | undefined => nameOf(one.propertyName ?? one.name)

interface Read {
  readonly node: ts.Node
  readonly name: string
  /** Set where it is read of what others are told, or what is kept for them. */
  readonly isKept?: true
}

const MOST_LEVELS = 4

/** What is read of a body, also where it is given another name first: `const { body } = init`, `check(body)`. */
const readsOf = (trace: Trace, { name, held }: Taken, level = 0): Read[] => [
  ...takenBy(name, held),
  ...named(name, held).flatMap((one) =>
    referencesOf(trace, one.name).flatMap((whole) => readsIn(trace, { whole, member: one.member }, level)),
  ),
]

/** What is read of one expression: of a body, or of the object that holds it as a member. */
const readsIn = (
  trace: Trace,
  { whole: use, member }: { readonly whole: ts.Expression; readonly member: string | undefined },
  level = 0,
): Read[] => {
  const whole = member === undefined ? use : memberOf(use, member)
  const held = { member: whole ? undefined : member }
  const forms = formsOf(whole ?? use)
  const given = level < MOST_LEVELS ? forms.flatMap((one) => namesGiven(trace, one)) : []
  const heard = level < MOST_LEVELS && whole ? forms.flatMap((one) => heardOf(trace, one)) : []
  return [
    ...(whole ? forms.flatMap((one) => [...readsAt(one), ...listedAt(trace, one)]) : []),
    ...given.flatMap((name) => readsOf(trace, { name, held }, level + 1)),
    ...heard
      .flatMap((one) => readsIn(trace, { whole: one, member: undefined }, level + 1))
      .map((read) => ({ ...read, isKept: true as const })),
  ]
}

/** What a list, a table or a schema of the program reads of a body. */
const listedAt = (trace: Trace, whole: ts.Expression): Read[] =>
  [...wordsListed(trace, whole)].map((name) => ({ node: whole, name }))

/** The names that an expression goes by from here on: of a variable, and of what a function of the project takes. */
const namesGiven = (trace: Trace, given: ts.Expression): ts.BindingName[] => {
  const node = dressed(given)
  const declared = declaredFrom(node)
  const { parent } = node
  const place = compiler.isCallExpression(parent) ? parent.arguments.indexOf(node) : -1
  const taken = compiler.isCallExpression(parent) && place >= 0 ? trace.targets(parent, undefined) : []
  const parameters = taken
    .filter(goesByPlace)
    .flatMap(({ node: one }) => (one as ts.SignatureDeclaration).parameters[place] ?? [])
  return [...(declared ? [declared] : []), ...parameters.map((one) => one.name)]
}

const memberOf = (use: ts.Expression, member: string): ts.Expression | undefined => {
  const { parent } = dressed(use)
  return compiler.isPropertyAccessExpression(parent) && parent.name.text === member ? parent : undefined
}

const readsAt = (given: ts.Expression): Read[] => {
  const node = dressed(given)
  const { parent } = node
  if (compiler.isPropertyAccessExpression(parent) && parent.expression === node)
    return [{ node: parent, name: parent.name.text }]
  const key = compiler.isElementAccessExpression(parent)
    ? parent.argumentExpression
    : isOperation(parent, 'in')
      ? parent.left
      : undefined
  return key && key !== node && compiler.isStringLiteralLike(key) ? [{ node: parent, name: key.text }] : []
}

/** An expression, and what it stands in (`init ?? {}`, `isPost ? body : undefined`), a copy, its text, and that read again. */
const formsOf = (given: ts.Expression): ts.Expression[] => {
  const node = dressed(given)
  const next = formAround(node)
  return [node, ...(next ? formsOf(next) : [])]
}

const formAround = (node: ts.Expression): ts.Expression | undefined => {
  const { parent } = node
  if (compiler.isBinaryExpression(parent))
    return STANDS_IN.test(parent.operatorToken.getText()) || isGuarded(parent, node) ? parent : undefined
  if (compiler.isConditionalExpression(parent)) return parent.condition === node ? undefined : parent
  if (compiler.isSpreadAssignment(parent)) return parent.parent
  if (compiler.isPropertyAccessExpression(parent) && parent.name.text === 'toString')
    return compiler.isCallExpression(parent.parent) ? parent.parent : undefined
  return compiler.isCallExpression(parent) && COPIES.test(parent.expression.getText()) ? parent : undefined
}

const STANDS_IN = /^(\?\?|\|\|)$/
const COPIES = /^(String|JSON\.(stringify|parse)|structuredClone|Object\.assign)$/

/** `isPost && body` */
const isGuarded = (parent: ts.BinaryExpression, node: ts.Expression): boolean =>
  parent.operatorToken.kind === compiler.SyntaxKind.AmpersandAmpersandToken && parent.right === node

/** The name that an expression is given. */
const declaredFrom = (node: ts.Expression): ts.BindingName | undefined => {
  const { parent } = node
  if (isOperation(parent, '='))
    return parent.right === node && compiler.isIdentifier(parent.left) ? parent.left : undefined
  return compiler.isVariableDeclaration(parent) ? parent.name : undefined
}
