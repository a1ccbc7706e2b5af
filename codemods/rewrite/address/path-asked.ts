import { resolve } from 'node:path'
import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import { compiler } from '../../project/compiler.ts'
import type { Note } from '../../project/note.ts'
import { isAccess } from '../../sites/program/access.ts'
import { namesIn } from '../../sites/program/names-used.ts'
import { referencesOf } from '../../sites/program/references.ts'
import {
  argumentFor,
  bare,
  dressed,
  goesByPlace,
  isInside,
  nameOf,
  type Scope,
  walk,
} from '../../sites/program/scope.ts'
import { declarationOf, saidBehind } from '../../sites/program/symbol.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { positionOf } from '../notes.ts'
import type { Plan } from '../plan.ts'
import { answerUrls, configUrlsIn, formsOf, namesHolding, urlNamesIn } from './config-urls.ts'
import { pathWords } from './path-words.ts'

/**
 * Places where a function on the way, or one that axios hands every request or answer, asks which path
 * it was given (`path.startsWith('/networkvolumes')`), or an answer where it came from (`res.url`): once the calls have
 * moved, that is v2's, and what asks for v1's words finds none.
 */
export const pathsAsked = (trace: Trace, done: readonly Plan[], root: string): Note[] => {
  const notes = done.flatMap((plan) => {
    const { route, site } = plan
    const gone = route && !site.sink.template ? goneWords(route) : []
    if (!route || gone.length === 0) return []
    const urls = answerUrls(trace, site)
    const names = handedOn(trace, [...carriersOf(trace, plan), ...urls.flatMap(namesHolding)])
    return [...urls, ...names.flatMap((name) => usesOf(trace, name))].flatMap((use) => {
      const asked = askedOf(use).find((one) => asksFor(trace, one, gone))
      return asked ? [noteOf(asked.node, use.getText(), gone, root)] : []
    })
  })
  return [
    ...new Map(
      [...notes, ...askedOfConfigs(trace, done, root)].map((note) => [
        `${resolve(root, note.file)}:${note.line}:${note.column}`,
        note,
      ]),
    ).values(),
  ]
}

/** The same of `config.url`, by which axios tells its interceptors and in its errors what was asked. */
const askedOfConfigs = (trace: Trace, done: readonly Plan[], root: string): Note[] => {
  const routes = done.flatMap(({ route, site }) => (route && site.sink.library === 'axios' ? [route] : []))
  const gone = [...new Set(routes.flatMap(goneWords))]
  if (gone.length === 0) return []
  const uses = trace.files.flatMap((file) => {
    const read = configUrlsIn(trace, file)
    const names = [...urlNamesIn(trace, file), ...read.flatMap(namesHolding)]
    const held = names.flatMap((name) => usesOf(trace, name))
    const again = held.flatMap(namesHolding).flatMap((name) => usesOf(trace, name))
    return [...read, ...held, ...again]
  })
  return uses.flatMap((use) => {
    const asked = formsOf(use)
      .flatMap(askedOf)
      .find((one) => asksFor(trace, one, gone))
    const words = gone.filter((word) => asked && asksFor(trace, asked, [word]))
    return asked ? [noteOf(asked.node, use.getText(), words, root)] : []
  })
}

const noteOf = (node: ts.Node, text: string, gone: readonly string[], root: string): Note => ({
  ...positionOf(node, root),
  rule: 'codemod.path-asked',
  class: 'follow-up',
  fix: "ask for v2's words as well",
  confidence: 'medium',
  why: `${text} is looked into here for ${gone.join(', ')}, which the calls that moved do not say any more`,
})

/** The words of a route's path that v2 does not have there. */
export const goneWords = ({ old, v2 }: Route): string[] => {
  const words = (path: string): string[] => path.split('/').filter((word) => !/^(v\d)?$|^\{/.test(word))
  const kept = new Set(words(v2.path))
  return words(old.path).filter((word) => !kept.has(word))
}

/** The names by which the functions on the way know the path that a call says, or an address with it. */
const carriersOf = (trace: Trace, { site }: Plan): ts.Identifier[] => {
  const words = pathWords(site)
  const found: ts.Identifier[] = []
  const carries = (node: ts.Node): boolean =>
    words.some(
      ({ file, start }) => file === node.getSourceFile() && start >= node.getStart() && start < node.end,
    ) || found.some((name) => mentions(trace, node, name))
  for (const frame of outwardsIn(site.scope)) {
    for (const parameter of frame.callee.parameters) {
      const argument = argumentFor(frame, parameter)
      if (argument) found.push(...namesFor(parameter.name, argument, carries))
    }
    found.push(...madeOf(frame.callee, carries))
  }
  return found
}

const MOST_HANDS = 3

/** Names of texts, and what the functions call those to which they are handed: `codeOf(status, path)`. */
const handedOn = (trace: Trace, names: readonly ts.Identifier[], depth = 0): ts.Identifier[] => {
  const further = names.flatMap((name) => usesOf(trace, name).flatMap((use) => takenAs(trace, use)))
  const others = [...new Set(further)].filter((one) => !names.includes(one))
  if (others.length === 0 || depth >= MOST_HANDS) return [...names]
  return [...names, ...handedOn(trace, others, depth + 1)]
}

/** The parameter that takes a text where it is handed to a function of the program. */
const takenAs = (trace: Trace, given: ts.Expression): ts.Identifier[] => {
  const use = dressed(given)
  const { parent } = use
  if (!compiler.isCallExpression(parent) || parent.expression === use) return []
  const [target, ...others] = trace.targets(parent, undefined).filter(goesByPlace)
  if (!target || others.length > 0) return []
  const parameter = (target.node as ts.SignatureDeclaration).parameters[parent.arguments.indexOf(use)]
  return parameter && compiler.isIdentifier(parameter.name) && !parameter.dotDotDotToken
    ? [parameter.name]
    : []
}

/** The frames of a call, its own function first. */
const outwardsIn = (scope: Scope | undefined): Scope[] => (scope ? [...outwardsIn(scope.outer), scope] : [])

const namesFor = (
  name: ts.BindingName,
  argument: ts.Expression,
  carries: (node: ts.Node) => boolean,
): ts.Identifier[] => {
  if (compiler.isIdentifier(name)) return isText(argument) && carries(argument) ? [name] : []
  const object = bare(argument)
  if (!compiler.isObjectBindingPattern(name) || !compiler.isObjectLiteralExpression(object)) return []
  return name.elements.flatMap((one) => {
    const key = nameOf(one.propertyName ?? one.name)
    const said = object.properties.find((property) => property.name && nameOf(property.name) === key)
    return said && carries(said) && compiler.isIdentifier(one.name) ? [one.name] : []
  })
}

/** An object that holds the path is not asked for words. */
const isText = (node: ts.Expression): boolean =>
  !compiler.isObjectLiteralExpression(bare(node)) && !compiler.isFunctionLike(bare(node))

/** `` const url = `${BASE}${path}` `` and `const [, kind] = path.split('/')` in the function itself. */
const madeOf = (callee: ts.Node, carries: (node: ts.Node) => boolean): ts.Identifier[] => {
  const found: ts.Identifier[] = []
  walk(callee, (node) => {
    if (node !== callee && compiler.isFunctionLike(node)) return false
    if (!compiler.isVariableDeclaration(node) || !node.initializer) return undefined
    const value = bare(node.initializer)
    const isJoined = compiler.isTemplateExpression(value) || compiler.isBinaryExpression(value)
    if (carries(isJoined ? value : rootOf(value))) found.push(...namesIn(node.name))
    return undefined
  })
  return found
}

/** `path` of `path.split('/')[1]`. */
const rootOf = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  const isTaken = compiler.isCallExpression(node) || isAccess(node)
  return isTaken ? rootOf(node.expression) : node
}

const mentions = (trace: Trace, node: ts.Node, name: ts.Identifier): boolean =>
  usesOf(trace, name).some((use) => isInside(use, node))

/** Many calls go through one function; files never change while a run lasts. */
const known = new WeakMap<ts.Identifier, readonly ts.Identifier[]>()

const usesOf = (trace: Trace, name: ts.Identifier): readonly ts.Identifier[] =>
  kept(known, name, () => referencesOf(trace, name))

interface Asked {
  readonly node: ts.Node
  /** What it is compared with; nothing where that is a list or a table. */
  readonly against: readonly ts.Expression[]
}

const TEXT_QUESTIONS = /^(startsWith|endsWith|includes|match|search|indexOf|split|replace|replaceAll)$/
const LIST_QUESTIONS = /^(has|get|includes|indexOf|test|exec)$/

/** What is asked of a text at one of its uses, and of what is taken of it there (`path.split('/')[1]`). */
const askedOf = (use: ts.Expression): Asked[] => {
  const taken = takenOf(use)
  return [askedAt(use) ?? [], taken ? askedOf(taken) : []].flat()
}

const takenOf = (node: ts.Expression): ts.Expression | undefined => {
  const { parent } = dressed(node)
  if (compiler.isElementAccessExpression(parent))
    return parent.argumentExpression === node ? undefined : parent
  const isMethod = compiler.isPropertyAccessExpression(parent) && compiler.isCallExpression(parent.parent)
  return isMethod && parent.parent.expression === parent ? parent.parent : undefined
}

const askedAt = (given: ts.Expression): Asked | undefined => {
  const use = dressed(given)
  const { parent } = use
  if (compiler.isPropertyAccessExpression(parent) && parent.expression === use) {
    const call = parent.parent
    const isAsked = TEXT_QUESTIONS.test(parent.name.text) && compiler.isCallExpression(call)
    return isAsked ? { node: call, against: call.arguments } : undefined
  }
  if (compiler.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText()))
    return { node: parent, against: [parent.left === use ? parent.right : parent.left] }
  if (compiler.isSwitchStatement(parent.parent) || compiler.isSwitchStatement(parent)) {
    const owner = (compiler.isSwitchStatement(parent) ? parent : parent.parent) as ts.SwitchStatement
    const said = owner.caseBlock.clauses.flatMap((one) =>
      compiler.isCaseClause(one) ? [one.expression] : [],
    )
    return owner.expression === use ? { node: use, against: said } : undefined
  }
  if (compiler.isElementAccessExpression(parent) && parent.argumentExpression === use)
    return { node: parent, against: [] }
  if (!compiler.isCallExpression(parent) || !compiler.isPropertyAccessExpression(parent.expression))
    return undefined
  if (!LIST_QUESTIONS.test(parent.expression.name.text)) return undefined
  const owner = bare(parent.expression.expression)
  return { node: parent, against: owner.kind === compiler.SyntaxKind.RegularExpressionLiteral ? [owner] : [] }
}

/** Whether words are asked for that a path does not have any more. */
const asksFor = (trace: Trace, { node, against }: Asked, gone: readonly string[]): boolean => {
  const said = against.length > 0 ? against.flatMap((one) => saidBy(trace, one)) : [wordsBehind(trace, node)]
  return said.some((text) => gone.some((word) => wholeWord(word).test(text)))
}

/** What an expression says, also as a constant (`PATHS.volumes`), or as one of a list: `SLOW.some((path) => …)`. */
const saidBy = (trace: Trace, one: ts.Expression): string[] => {
  const declared = compiler.isIdentifier(one) ? declarationOf(trace, one) : undefined
  const call = declared && compiler.isParameter(declared) ? declared.parent.parent : undefined
  if (call && compiler.isCallExpression(call)) return [wordsBehind(trace, call)]
  const constants = trace.sources(one, undefined).filter(({ node }) => compiler.isLiteralExpression(node))
  return [one.getText(), ...constants.map(({ node }) => node.getText())]
}

/** `start` is not asked for by who asks for `restart`. */
export const wholeWord = (word: string): RegExp => new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`)

/** The text of the table or the list that a path is looked for in. */
const wordsBehind = (trace: Trace, node: ts.Node): string => {
  const call = compiler.isCallExpression(node) ? node.expression : node
  return isAccess(call) ? saidBehind(trace, call.expression).getText() : ''
}
