import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { kept } from '../../../../mappings/dsl/once.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import { argumentFor, type Scope } from '../../../sites/program/frames/frames.ts'
import { namesIn } from '../../../sites/program/names/names-used.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { saidBehind } from '../../../sites/program/names/symbol.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, goesByPlace, isInside, nameOf, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { positionOf } from '../../notes.ts'
import type { Plan } from '../../plan.ts'
import { replacedFor, takenBy } from '../../replaced/replaced-for.ts'
import { pathWords } from '../path/path-words.ts'
import { answerUrls, configUrlsIn, formsOf, hookUrls, namesHolding, urlNamesIn } from './config-urls.ts'
import { askedOfKept } from './kept-paths.ts'
import { type Asked, askedOf, asksFor } from './path-questions.ts'

/**
 * Places where a function on the way, or one that axios hands every request or answer, asks which path
 * it was given (`path.startsWith('/networkvolumes')`), or an answer where it came from (`res.url`): once the calls have
 * moved, that is v2's, and what asks for v1's words finds none.
 */
export const pathsAsked = (trace: Trace, done: readonly Plan[], root: string): Note[] => {
  const asks = done.flatMap((plan) => {
    const { route, site } = plan
    const gone = route && !site.sink.template ? goneWords(route) : []
    if (!route || gone.length === 0) return []
    const urls = [...answerUrls(trace, site), ...hookUrls(site).flatMap(formsOf)]
    const instead = replacedFor(trace, site, root).flatMap(({ node, isOwn }) => (isOwn ? takenBy(node) : []))
    const carriers = [...carriersOf(trace, site), ...instead]
    const names = handedOn(trace, [...carriers, ...urls.flatMap(namesHolding)])
    return [...urls, ...names.flatMap((name) => usesOf(trace, name))].flatMap((use) => [
      ...askOf(trace, askedOf(use), use.getText(), gone),
      ...askedOfKept(trace, use, names).flatMap(({ asked, text }) => askOf(trace, [asked], text, gone)),
    ])
  })
  const places = groupBy([...asks, ...askedOfConfigs(trace, done)], ({ asked }) => asked.node)
  return [...places.values()].map((all) => noteOf(all as [Ask, ...Ask[]], root))
}

/** What is asked for at one place, by the words of calls that moved. */
interface Ask {
  readonly asked: Asked
  readonly text: string
  readonly words: readonly string[]
}

const askOf = (trace: Trace, all: readonly Asked[], text: string, gone: readonly string[]): Ask[] => {
  const asked = all.find((one) => asksFor(trace, one, gone))
  return asked ? [{ asked, text, words: gone.filter((word) => asksFor(trace, asked, [word])) }] : []
}

/** The same of `config.url`, by which axios tells its interceptors and in its errors what was asked. */
const askedOfConfigs = (trace: Trace, done: readonly Plan[]): Ask[] => {
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
  return uses.flatMap((use) => askOf(trace, formsOf(use).flatMap(askedOf), use.getText(), gone))
}

const noteOf = ([first, ...others]: readonly [Ask, ...Ask[]], root: string): Note => {
  const { asked, text } = first
  const words = [...new Set([first, ...others].flatMap((one) => one.words))].join(', ')
  return {
    ...positionOf(asked.node, root),
    rule: 'codemod.path-asked',
    class: 'follow-up',
    fix: asked.isCount ? "let what reads the counts know v2's words, too" : "ask for v2's words as well",
    confidence: 'medium',
    why: asked.isCount
      ? `what is counted here goes by ${text}, and the calls that moved do not say ${words} any more`
      : `${text} is looked into here for ${words}, which the calls that moved do not say any more`,
  }
}

/** The words of a route's path that v2 does not have there. */
export const goneWords = ({ old, v2 }: Route): string[] => {
  const words = (path: string): string[] => path.split('/').filter((word) => !/^(v\d)?$|^\{/.test(word))
  const kept = new Set(words(v2.path))
  return words(old.path).filter((word) => !kept.has(word))
}

/** The names by which the functions on the way know the path that a call says, or an address with it. */
export const carriersOf = (trace: Trace, site: Site): ts.Identifier[] => {
  const words = pathWords(site)
  const found: ts.Identifier[] = []
  const carries = (node: ts.Node): boolean =>
    words.some(
      ({ file, start }) => file === node.getSourceFile() && start >= node.getStart() && start < node.end,
    ) || found.some((name) => mentions(trace, node, name))
  for (const frame of outwardsIn(site.scope)) {
    for (const parameter of frame.callee.parameters) {
      const argument = argumentFor(frame, parameter)
      if (!argument) continue
      const place = frame.callee.parameters.indexOf(parameter)
      const taking = [parameter, ...resolversOf(trace, frame).map((one) => one.parameters[place])]
      found.push(...taking.flatMap((one) => (one ? namesFor(one.name, argument, carries) : [])))
    }
    found.push(...madeOf(frame.callee, carries))
  }
  return found
}

/** What makes the key of a call whose answers are kept: `(path) => …` of `memoize(ask, (path) => …)`. */
const resolversOf = (trace: Trace, { call, callee }: Scope): ts.SignatureDeclaration[] => {
  const made = saidBehind(trace, call.expression)
  if (!compiler.isCallExpression(made)) return []
  return made.arguments
    .slice(1)
    .flatMap((one) => trace.sources(one, undefined))
    .flatMap(({ node }) => (compiler.isFunctionLike(node) && node !== callee ? [node] : []))
}

const MOST_HANDS = 3

/** Names of texts, and what the functions call those to which they are handed: `codeOf(status, path)`. */
export const handedOn = (trace: Trace, names: readonly ts.Identifier[], depth = 0): ts.Identifier[] => {
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

export const usesOf = (trace: Trace, name: ts.Identifier): readonly ts.Identifier[] =>
  kept(known, name, () => referencesOf(trace, name))
