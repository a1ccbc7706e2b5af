import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isName } from '../../../sites/program/names/symbol.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import { dressed, functionAround, nameOf, nodesIn, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { doesNothing } from '../../dead/pure.ts'
import { isOwnSet, isSetAgain } from '../../edit/meanwhile.ts'

/** A list's filters as one expression, which is asked for when the list has come. */
interface Where {
  readonly text: string
  /** The parameters that it says. */
  readonly names: Iterable<string>
  /** The filters are made by themselves before the call, and sent as they are then. */
  readonly isWhole: boolean
  /** They stay in the address, where they are evaluated as well. */
  readonly stays: boolean
}

/**
 * What a list's filters say that may be something else by the time the list has come: it is set again, or would be
 * evaluated twice. Undefined where they say the same.
 */
export const lateIn = (trace: Trace, site: Site, where: Where): string | undefined => {
  const said = expressionOf(where.text)
  if (!said) return where.text
  if (where.stays && !doesNothing(said)) return where.text
  const names = namesSaid(said)
  const members = new Set<string>()
  walk(said, (node) => {
    const access = compiler.isExpression(node) ? accessed(node) : undefined
    if (access?.name !== undefined && access.of.kind === compiler.SyntaxKind.ThisKeyword)
      members.add(access.name)
    return undefined
  })
  const { top } = site
  const since = where.isWhole ? textFrom(top, names) : saidFrom(top, new Set(where.names))
  const { Value, Alias } = compiler.SymbolFlags
  const inScope = trace.checker.getSymbolsInScope(top, Value | Alias).filter(({ name }) => names.has(name))
  const again = inScope.find((symbol) => isSetAgain(trace, symbol, top, since))
  return again?.name ?? [...members].find((name) => isOwnSet(top.getSourceFile(), name))
}

const expressionOf = (text: string): ts.Expression | undefined => {
  const file = compiler.createSourceFile('/where.ts', `(${text})`, compiler.ScriptTarget.ESNext, true)
  const [statement] = file.statements
  return statement && compiler.isExpressionStatement(statement) ? statement.expression : undefined
}

const namesSaid = (said: ts.Expression): ReadonlySet<string> =>
  new Set(
    nodesIn(said, compiler.isIdentifier)
      .filter(isName)
      .map(({ text }) => text),
  )

/** Whether a name that filters say is that of something else where the list is parsed than where the call is made. */
export const isHiddenAt = ({ checker }: Trace, text: string, top: ts.Node, place: ts.Node): boolean => {
  const said = expressionOf(text)
  const names = said ? namesSaid(said) : new Set<string>()
  const { Value, Alias } = compiler.SymbolFlags
  const inScope = (node: ts.Node): ts.Symbol[] =>
    checker.getSymbolsInScope(node, Value | Alias).filter(({ name }) => names.has(name))
  const there = new Set(inScope(place))
  return inScope(top).some((symbol) => !there.has(symbol))
}

/** Where the function that makes a call first makes a text of filters, which what is set later is no part of. */
const textFrom = (top: ts.Node, names: ReadonlySet<string>): number => {
  let from = top.pos
  walk(functionAround(top) ?? top.getSourceFile(), (node) => {
    const isMade = compiler.isIdentifier(node) && names.has(node.text) && isMadeText(node)
    if (isMade) from = Math.min(from, node.getStart())
    return undefined
  })
  return from
}

/** `${query}`, `'?' + query`, `query.toString()`, `String(query)`. */
const isMadeText = (node: ts.Identifier): boolean => {
  const access = accessOn(node)
  if (access) return accessed(access)?.name === 'toString'
  const { parent } = dressed(node)
  if (compiler.isTemplateSpan(parent)) return true
  if (compiler.isBinaryExpression(parent)) return /^\+=?$/.test(parent.operatorToken.getText())
  return compiler.isCallExpression(parent) && /^(String|encodeURI)$/.test(parent.expression.getText())
}

/** Where the function that makes a call begins to say some parameters: `?name=${name}`, `{ name }`, `set('name', name)`. */
const saidFrom = (top: ts.Node, names: ReadonlySet<string>): number => {
  const mark = new RegExp(`(^|[?&])(${[...names].join('|')})(=|$)`)
  let from = top.getStart()
  walk(functionAround(top) ?? top.getSourceFile(), (node) => {
    const isText = compiler.isStringLiteralLike(node) || compiler.isTemplateHead(node)
    const isPart = isText || compiler.isTemplateMiddle(node)
    const isMember = compiler.isPropertyAssignment(node) || compiler.isShorthandPropertyAssignment(node)
    const isSaid = isPart ? mark.test(node.text) : isMember && names.has(nameOf(node.name) ?? '')
    if (isSaid) from = Math.min(from, node.getStart())
    return undefined
  })
  return from
}
