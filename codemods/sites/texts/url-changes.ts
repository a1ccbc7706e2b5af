import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isWritten } from '../answers/uses/uses-follow.ts'
import type { Trace } from '../program/frames/source.ts'
import { identifiersNamed, mentionsOf } from '../program/names/names-used.ts'
import { accessed, accessOn } from '../program/syntax/access.ts'
import { loopedInto } from '../program/syntax/entries.ts'
import { bare, dressed, functionAround, isOperation, nameOf } from '../program/syntax/nodes.ts'
import { parameterCall } from '../program/syntax/parameters-set.ts'

/** What is done to a URL object between its making and its use. */
export interface UrlChanges {
  /** What its path is set to, one after the other. */
  readonly paths?: readonly PathSet[]
  /** The parameters set by name, or what the whole query is set to; `hidden` where it is made in a way nobody can read. */
  readonly query?: readonly ParameterSet[] | ts.Expression | 'hidden'
  /** The object that all of them come from. */
  readonly entries?: ts.Expression
  /** Anything may have become of it. */
  readonly isOpen?: true
}

/** What a path is set to, or what is put behind it: `url.pathname += '/pods'`. */
export interface PathSet {
  readonly to: ts.Expression
  readonly isAdded: boolean
  /** Where the object is made, in the same block. */
  readonly isSure: boolean
}

/** `url.searchParams.set('name', value)` */
export interface ParameterSet {
  readonly name: ts.StringLiteralLike
  readonly value: ts.Expression
}

type Owner = ts.VariableDeclaration | ts.ParameterDeclaration

/** One thing that is done to a URL object. */
type Change =
  | { readonly path: ts.BinaryExpression }
  | { readonly set: ts.CallExpression }
  | { readonly search: ts.BinaryExpression }
  | { readonly query: ts.Node }
  | 'open'

/** Whether the program gets to a change, for the caller that is looked at; undefined where it may or may not. */
type Comes = (change: ts.Node) => boolean | undefined

const MOST_STEPS = 3

/** `new URL(…)` */
export const isNewUrl = (node: ts.Node): node is ts.NewExpression =>
  compiler.isNewExpression(node) && node.expression.getText() === 'URL'

/** Whether what a URL was made of is still all that it says. */
export const isUnchanged = ({ paths, query, isOpen }: UrlChanges): boolean => !paths && !query && !isOpen

/** What is done to a URL object where it is made: under the name or the member it is given, or by what it is handed to. */
export const changesOfUrl = (trace: Trace, made: ts.NewExpression, comes: Comes): UrlChanges => {
  const { parent } = dressed(made)
  if (compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name))
    return changesOfName(trace, parent, comes)
  return said(changesAround(trace, made))
}

/** What is done to the URL object that a variable or a parameter holds. */
export const changesOfName = (trace: Trace, owner: Owner, comes: Comes): UrlChanges => {
  const name = owner.name as ts.Identifier
  const changes = changesOf(trace, name, 0).filter((one) => one === 'open' || comes(nodeOf(one)) !== false)
  const uses = usesWhole(trace, name)
  const search = searchSet(changes, comes, uses)
  return search ? { ...said(changes.filter(isOfPath)), query: search } : said(changes, owner, uses)
}

const isOfPath = (change: Change): boolean => change === 'open' || 'path' in change

/** `url.search = …`, where that is all that is done to the query, and is always done. */
const searchSet = (
  changes: readonly Change[],
  comes: Comes,
  uses: readonly ts.Expression[],
): ts.Expression | undefined => {
  const [only, ...others] = changes.filter((one) => !isOfPath(one))
  if (typeof only !== 'object' || !('search' in only) || others.length > 0) return undefined
  const { search } = only
  return comes(search) === true && !isLate(search, uses) ? search.right : undefined
}

const nodeOf = (change: Exclude<Change, 'open'>): ts.Node => {
  if ('path' in change) return change.path
  if ('search' in change) return change.search
  return 'set' in change ? change.set : change.query
}

const said = (changes: readonly Change[], owner?: Owner, uses: readonly ts.Expression[] = []): UrlChanges => {
  if (changes.includes('open')) return { isOpen: true }
  const paths = changes.flatMap((one) =>
    typeof one === 'object' && 'path' in one ? [pathSet(one.path, owner)] : [],
  )
  const calls = changes.flatMap((one) => (typeof one === 'object' && 'set' in one ? [one.set] : []))
  const set = owner ? calls.flatMap((call) => parameterSet(call, owner) ?? []) : []
  const isOdd =
    changes.some((one) => typeof one === 'object' && ('query' in one || 'search' in one)) ||
    calls.some((call) => isLate(call, uses))
  const isHidden = isOdd || set.length < calls.length || calls.some(replacesAnother)
  const entries =
    owner && isHidden && !isOdd && set.length === 0 ? entriesSet(owner.name as ts.Identifier) : undefined
  const query = isHidden ? ('hidden' as const) : set.length > 0 ? set : undefined
  return {
    ...(paths.length > 0 ? { paths } : {}),
    ...(query ? { query } : {}),
    ...(entries ? { entries } : {}),
  }
}

/** `set('name', b)` behind `set('name', a)`, which takes what was there away. */
const replacesAnother = (
  call: ts.CallExpression,
  index: number,
  all: readonly ts.CallExpression[],
): boolean =>
  accessed(call.expression)?.name === 'set' &&
  all.slice(0, index).some((one) => one.arguments[0]?.getText() === call.arguments[0]?.getText())

const pathSet = (set: ts.BinaryExpression, owner: Owner | undefined): PathSet => ({
  to: set.right,
  isAdded: isOperation(set, '+='),
  isSure: owner !== undefined && set.parent.parent === homeOf(owner),
})

/** Where a URL object goes on, or its text is taken: `fetch(url)`, `url.toString()`. */
export const usesWhole = (trace: Trace, name: ts.Identifier): ts.Expression[] =>
  mentionsOf(trace, name).filter((use) => {
    const member = accessed(accessOn(use) ?? use)?.name
    return member === undefined || /^(href|toString|toJSON)$/.test(member)
  })

/** Whether a parameter is set on what went on before: `fetch(url)`, and then `url.searchParams.set(…)`. */
export const isLate = (change: ts.Node, uses: readonly ts.Expression[]): boolean =>
  uses.some(
    (use) => use.pos < change.pos && functionAround(use) === functionAround(change) && !isPrinted(use),
  )

/** `console.log(url.href)` */
const isPrinted = (use: ts.Node): boolean => {
  for (let at = use; at.parent && !compiler.isStatement(at); at = at.parent)
    if (compiler.isCallExpression(at) && /^console\./.test(at.expression.getText())) return true
  return false
}

const entriesSet = (name: ts.Identifier): ts.Expression | undefined =>
  loopedInto(name, (object) => {
    const { of, name: member } = accessed(object) ?? {}
    return member === 'searchParams' && of?.getText() === name.text
  })

const changesOf = (trace: Trace, name: ts.Identifier, steps: number): Change[] =>
  mentionsOf(trace, name).flatMap((use) => changesBy(trace, use, steps))

/** What is done to a URL object that is handed to a call, or held by a member. */
const changesAround = (trace: Trace, made: ts.Expression): readonly Change[] => {
  const { parent } = dressed(made)
  if (compiler.isPropertyDeclaration(parent) || compiler.isPropertyAssignment(parent))
    return changesOfMember(made.getSourceFile(), nameOf(parent.name))
  const isSet = compiler.isBinaryExpression(parent) && isWritten(parent.left)
  if (!isSet) return changesBy(trace, made, 0)
  const left = bare(parent.left)
  return compiler.isIdentifier(left)
    ? changesOf(trace, left, 0)
    : changesOfMember(made.getSourceFile(), accessed(left)?.name)
}

/** `this.url.searchParams.set(…)`, wherever the file says it. */
const changesOfMember = (file: ts.SourceFile, name: string | undefined): readonly Change[] =>
  (name === undefined ? [] : identifiersNamed(file, name)).flatMap(({ parent }) => {
    const access = compiler.isPropertyAccessExpression(parent) ? accessOn(parent) : undefined
    return access ? withoutNames(changesAt(access)) : []
  })

/** What is set under a name of its own may be set later, or never. */
const withoutNames = (changes: readonly Change[]): Change[] =>
  changes.map((one) => (one === 'open' || 'path' in one ? 'open' : { query: nodeOf(one) }))

const changesBy = (trace: Trace, use: ts.Expression, steps: number): readonly Change[] => {
  const access = accessOn(use)
  if (access) return changesAt(access)
  const whole = dressed(use)
  const { parent } = whole
  if (compiler.isVariableDeclaration(parent)) return changesUnder(trace, parent.name, steps)
  if (!compiler.isCallExpression(parent) || parent.expression === whole) return []
  if (/^(Object\.(assign|defineProperty|defineProperties)|Reflect\.set)$/.test(parent.expression.getText()))
    return parent.arguments[0] === whole ? ['open'] : []
  const index = parent.arguments.indexOf(whole)
  return trace.targets(parent, undefined).flatMap(({ node }) => {
    const parameter = compiler.isFunctionLike(node) ? node.parameters[index] : undefined
    return parameter ? changesUnder(trace, parameter.name, steps) : []
  })
}

/** What is done to the object under another name: `const same = url`, `const { searchParams } = url`, a helper's parameter. */
const changesUnder = (trace: Trace, name: ts.BindingName, steps: number): readonly Change[] => {
  if (compiler.isObjectBindingPattern(name)) {
    const isQuery = name.elements.some((one) => nameOf(one.propertyName ?? one.name) === 'searchParams')
    return isQuery ? [{ query: name }] : []
  }
  if (!compiler.isIdentifier(name) || steps > MOST_STEPS) return ['open']
  return withoutNames(changesOf(trace, name, steps + 1))
}

/** Setting any of these makes it another address. */
const PLACES = /^(href|host|hostname|port|protocol)$/

const changesAt = (access: ts.PropertyAccessExpression | ts.ElementAccessExpression): readonly Change[] => {
  const name = accessed(access)?.name
  if (name === 'searchParams') return onQuery(access)
  if (!isWritten(access)) return []
  const { parent } = dressed(access)
  if (name === 'search') return [isOperation(parent, '=') ? { search: parent } : { query: access }]
  if (name === undefined || PLACES.test(name)) return ['open']
  if (name !== 'pathname') return []
  return isOperation(parent, '=', '+=') ? [{ path: parent }] : ['open']
}

/** `url.searchParams.set('name', value)` */
const onQuery = (query: ts.Expression): readonly Change[] => {
  const call = parameterCall(query)
  return [call ? { set: call } : { query }]
}

/** `url.searchParams.set('name', value)`, always or where there is a value. */
const parameterSet = (call: ts.CallExpression, owner: Owner): ParameterSet | undefined => {
  const [name, value, ...others] = call.arguments
  if (!name || !value || others.length > 0 || !compiler.isStringLiteralLike(name)) return undefined
  return isSure(call, value, owner) ? { name, value } : undefined
}

/** The block that a variable or a parameter is there for. */
const homeOf = (owner: Owner): ts.Node | undefined =>
  compiler.isParameter(owner) ? (owner.parent as ts.FunctionLikeDeclaration).body : owner.parent.parent.parent

/** Whether a parameter is set whenever the address is made, or whenever its value is given. */
const isSure = (call: ts.CallExpression, value: ts.Expression, owner: Owner): boolean => {
  const home = homeOf(owner)
  const statement = call.parent
  if (!compiler.isExpressionStatement(statement)) return false
  if (statement.parent === home) return true
  const outer = compiler.isBlock(statement.parent) ? statement.parent.parent : statement.parent
  return (
    compiler.isIfStatement(outer) && outer.parent === home && outer.expression.getText() === value.getText()
  )
}
