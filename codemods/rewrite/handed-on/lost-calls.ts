import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import { compiler } from '../../project/compiler.ts'
import { isCall } from '../../sites/program/calls/calls.ts'
import type { Source, Trace } from '../../sites/program/frames/source.ts'
import { extended } from '../../sites/program/held/holders.ts'
import { identifiersNamed } from '../../sites/program/names/names-used.ts'
import { declarationOf, symbolBehind } from '../../sites/program/names/symbol.ts'
import { headOf, isOpaque } from '../../sites/program/outside/opaque.ts'
import { accessed, isAccess } from '../../sites/program/syntax/access.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { bare, classAround, dressed, nameOf } from '../../sites/program/syntax/nodes.ts'
import { isResource } from '../../sites/texts/route.ts'
import type { Reason } from '../reason.ts'
import { reason, short } from '../reason-text.ts'

/** Why such a call stays. Of what has a type already, only where it comes from is not known. */
export const lost = (trace: Trace, call: ts.CallExpression): Reason => {
  const owner = ownerOf(trace, bare(call.expression))
  const asked = owner && isTyped(trace, owner) ? '' : 'say its type, or '
  return reason(
    'codemod.unfollowed',
    `${short(flatText(call.expression))} is called on something that could not be followed, and that may be what other calls of these files are made with`,
    `${asked}make the call on what is made in sight, then run upshift again`,
  )
}

const isTyped = (trace: Trace, owner: ts.Expression): boolean => {
  const said = typeSaid(trace, owner)
  return said
    ? said.kind !== compiler.SyntaxKind.AnyKeyword
    : (trace.checker.getTypeAtLocation(owner).flags & compiler.TypeFlags.Any) === 0
}

/**
 * Calls that are called as a wrapper's are, say a path of v1, and are made on something that nobody could follow:
 * `clients.get(id).call('/pods')`, `req.app.locals.api.call('/pods')`.
 * @param name the member that the wrapper is called by where it was followed
 */
export const lostCalls = (
  trace: Trace,
  routes: readonly Route[],
  name: string,
  files: readonly ts.SourceFile[],
): ts.CallExpression[] =>
  files
    .flatMap((file) => identifiersNamed(file, name))
    .flatMap((one) => callOf(one) ?? [])
    .filter((call) => saysPath(trace, routes, call) && isAsked(call) && isUnfollowed(trace, call))

/** The member that a wrapper is called by: `api.call('/pods')`, `const { call } = useApi()`. */
export const memberCalled = (trace: Trace, given: ts.Expression): string | undefined => {
  const callee = bare(given)
  const taken = compiler.isIdentifier(callee) ? takenOut(trace, callee) : undefined
  return accessed(callee)?.name ?? (taken && nameOf(taken.propertyName ?? taken.name))
}

/** Where a name is taken out of an object: `const { call } = useApi()`. */
const takenOut = (trace: Trace, name: ts.Identifier): ts.BindingElement | undefined => {
  const declared = declarationOf(trace, name)
  const isTaken = declared && compiler.isBindingElement(declared) && !declared.dotDotDotToken
  return isTaken && compiler.isObjectBindingPattern(declared.parent) ? declared : undefined
}

const callOf = (name: ts.Identifier): ts.CallExpression | undefined => {
  const access = name.parent
  if (compiler.isCallExpression(access) && access.expression === name) return access
  if (!compiler.isPropertyAccessExpression(access) || access.name !== name) return undefined
  const { parent } = dressed(access)
  return compiler.isCallExpression(parent) && bare(parent.expression) === access ? parent : undefined
}

const saysPath = (trace: Trace, routes: readonly Route[], call: ts.CallExpression): boolean =>
  call.arguments
    .flatMap((one) => [bare(one), ...trace.sources(one, undefined).map(({ node }) => node)])
    .some((one) => {
      const [, slash, word = '', more] = /^(\/?)(\w+)(?:([/?])|$)/.exec(headOf(one)) ?? []
      return isResource(routes, word) && (slash === '/' || more === '/' || isReadAsAnswer(call))
    })

/** `get('pods')` is asked of stores as well: a service is one that gives `.json()` or `.data`. */
const isReadAsAnswer = (call: ts.CallExpression): boolean => {
  const around = dressed(call).parent
  const answer = compiler.isAwaitExpression(around) ? dressed(around).parent : around
  if (isAccess(answer)) return /^(json|text|data)$/.test(accessed(answer)?.name ?? '')
  const name = compiler.isVariableDeclaration(answer) ? answer.name : undefined
  return (
    name !== undefined &&
    compiler.isObjectBindingPattern(name) &&
    name.elements.some((one) => nameOf(one.propertyName ?? one.name) === 'data')
  )
}

/** Whether it asks something of a service: `app.get('/pods', list)` of a server says what is to be asked of it. */
const isAsked = (call: ts.CallExpression): boolean =>
  call.arguments.length === 1 || !compiler.isExpressionStatement(dressed(call).parent)

const isUnfollowed = (trace: Trace, call: ts.CallExpression): boolean => {
  const owner = ownerOf(trace, bare(call.expression))
  if (!owner || trace.targets(call, undefined).length > 0) return false
  if (call.arguments.some((one) => isFunctionGiven(trace, one))) return false
  const sources = trace.sources(owner, undefined)
  return (
    sources.some((source) => isOpaque(trace, source) || holdsMore(source)) ||
    isClientGiven(trace, owner, sources) ||
    isOfUnknownClass(trace, owner)
  )
}

/** `{ ...client }`: whatever is not said beside it */
const holdsMore = ({ node, external }: Source): boolean =>
  !external &&
  compiler.isObjectLiteralExpression(node) &&
  node.properties.some(
    (one) => compiler.isSpreadAssignment(one) && !compiler.isCallExpression(one.expression),
  )

/** `this` of `(Base) => class extends Base { … }` */
const isOfUnknownClass = (trace: Trace, owner: ts.Expression): boolean => {
  const { ThisKeyword, SuperKeyword } = compiler.SyntaxKind
  const isOwn = owner.kind === ThisKeyword || owner.kind === SuperKeyword
  const around = isOwn ? classAround(owner) : undefined
  const parent = around && extended(around)
  return (
    parent !== undefined &&
    trace.sources(parent, undefined).some((one) => one.parameter !== undefined || isOpaque(trace, one))
  )
}

/** Types of what sends requests; `typeof api` is one of the program's own. */
const CLIENTS = /^(Axios\w*|KyInstance|Got|typeof [\w$]+)$/

/** Whether somebody out of sight gives the client, as its type says: `constructor(@inject('http') private http: AxiosInstance)`. */
const isClientGiven = (trace: Trace, owner: ts.Expression, sources: readonly Source[]): boolean => {
  const type = typeSaid(trace, owner)
  return (
    type !== undefined &&
    CLIENTS.test(type.getText()) &&
    sources.every(({ node, external }) => !external && !isCall(node))
  )
}

/** The type that is written where something is declared. */
const typeSaid = (trace: Trace, owner: ts.Expression): ts.TypeNode | undefined => {
  const name = isAccess(owner) && compiler.isPropertyAccessExpression(owner) ? owner.name : owner
  const declared = compiler.isIdentifier(name) ? symbolBehind(trace, name)?.valueDeclaration : undefined
  return declared && 'type' in declared ? (declared.type as ts.TypeNode | undefined) : undefined
}

/** What something is called on, also where it was taken out of that before. */
const ownerOf = (trace: Trace, callee: ts.Expression): ts.Expression | undefined => {
  if (isAccess(callee)) return callee.expression
  const pattern = compiler.isIdentifier(callee) ? takenOut(trace, callee)?.parent : undefined
  return pattern && compiler.isVariableDeclaration(pattern.parent) ? pattern.parent.initializer : undefined
}

/** `(app) => app.get('/pods', list)` */
export const isFunctionGiven = (trace: Trace, given: ts.Expression): boolean =>
  trace.sources(given, undefined).some(({ node }) => compiler.isFunctionLike(node))
