import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import { bare, isInside, statementOf, walk } from '../../../sites/program/syntax/nodes.ts'
import { placed, type Sink } from '../../../sites/sink.ts'
import { documentTexts, payloadSources, wholeParameter } from '../../../sites/site-texts.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Text } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isSteady, onlyMakes } from '../../dead/pure.ts'
import { wholeLines } from '../../dead/whole-lines.ts'
import type { Edit } from '../../edit/edit.ts'
import { isSetMeanwhile } from '../../edit/meanwhile.ts'
import type { Wrap } from '../../mapper/around/mapper-wrap.ts'
import type { Handed } from '../../plan.ts'
import { type Around, accessText, withinOf } from '../around/graphql-around.ts'
import { keyOf, keysDecided } from '../key/graphql-key.ts'
import { callEdit, givenAway, levelEdits, type Mode, type Taking } from './handed-edits.ts'
import { mayRunTwice, mayWait } from './later.ts'
import { isMadeOfAny, type Prepared, preparedFor } from './prepared.ts'
import { type Level, levelsOf } from './slots.ts'

/** How a program's own function takes a call in the place of the document, and goes on to make its own of the answer. */
export interface Handing extends Around {
  /** What the call's answer is dressed up as: what the function had of its library. */
  readonly wrap: Wrap
  /** What the call is handed, by name. */
  readonly access: string
  /** What the program gave for the key. */
  readonly key: string
  /** The values that would be lost, or would be evaluated another time. */
  readonly otherwise: (spent: readonly ts.Expression[]) => ts.Expression | undefined
  /** The edits that hand the function this call. */
  readonly handed: (text: string) => Handed | undefined
}

/**
 * A function that makes an object of its own of the answer (`{ success, data, error }`, a pair, a class) knows best what it
 * makes of what was refused: it is handed the call, in the place of the document, and gets the answer GraphQL would have
 * given. Only where it does nothing with the document but send it.
 */
export const handingOf = (trace: Trace, site: Site): Handing | undefined => {
  const wrap = wrapFor(site.sink)
  const own: Site = { ...site, top: site.sink.call, scope: undefined }
  if (!wrap || !site.scope || site.branch) return undefined
  trace.from(own.top)
  const found = innermost(trace, own)
  trace.from(site.top)
  // What its callers say of headers may be another key
  if (keysDecided(trace, own).length > 0) return undefined
  const levels =
    found && levelsOf(trace, site.scope, { ...found, bodies: [...found.bodies, ...found.chosen] })
  if (!levels || !isCalledDirectly(trace, levels) || levels.some(readsCodes) || tellsApart(levels))
    return undefined
  const { carried, lost } = withinOf(trace, site)
  const carries = carried.length > 0
  const taking: Taking = { type: typeFor(site, wrap, carries), access: accessText(found.key, carried) }
  const access = freshName(site.top, carries ? 'access' : 'apiKey')
  return {
    wrap,
    access,
    carried,
    lost: [...lost, ...missed(levels)],
    key: found.key,
    otherwise: (spent) => [...spent, ...givenAway(levels)].find((node) => isOther(trace, levels, site, node)),
    handed: (text) => handedTo(trace, levels, site, taking, `(${access}) => ${text}`, found),
  }
}

/** `errors[0].extensions.code`: REST v2 says no codes, and where none is expected that throws. */
const readsCodes = ({ callee }: Level): boolean => /\.extensions!?(\.|\[)/.test(flatText(callee))

/** Whether a client's own errors are told apart by their class where the functions stand: REST v2's are of none. */
const tellsApart = (levels: readonly Level[]): boolean =>
  levels.some(({ callee }) =>
    /\binstanceof\s+(axios\.)?AxiosError\b|\bFetchError\b/.test(callee.getSourceFile().text),
  )

/** What an answer that v2 gave does not say, where a function on the way asks for it. */
const missed = (levels: readonly Level[]): string[] => {
  const text = levels.map(({ callee }) => callee.getText()).join('\n')
  return [
    ...(/\.headers\s*(\?\.|\.get\(|\[)/.test(text) ? ["the answer's headers, which it looked at"] : []),
    ...(/\bextensions\b/.test(text) ? ['the codes and paths of errors, which it looked at'] : []),
  ]
}

/** What the library gives, and the function that gives the same of a call to v2. */
const wrapFor = ({ library, answer, graphql, hooks, transforms, listed }: Sink): Wrap | undefined => {
  if (graphql || hooks || transforms || listed) return undefined
  if (answer === 'response' && library === 'fetch') return 'response'
  return answer === 'axios' && library === 'axios' ? 'reply' : undefined
}

interface Innermost {
  readonly document: ts.Expression
  /** Whether that names all that is sent. */
  readonly isWhole: boolean
  readonly bodies: readonly ts.Node[]
  /** Whether types of the program say what the body is. */
  readonly isTyped: boolean
  readonly key: string
  /** Where an earlier run has made it take calls: what asks for one, and calls it. */
  readonly chosen: readonly ts.Node[]
}

/** What the function that makes the request says of document, body and key. */
const innermost = (trace: Trace, own: Site): Innermost | undefined => {
  const bodies = placed(trace, own.sink.body, undefined).map(({ node }) => node)
  const [text, ...others] = documentTexts(trace, own)
  const gap = text && wholeParameter(text) ? text.pieces[0] : undefined
  if (gap?.kind !== 'gap' || others.length > 0 || text?.pieces.length !== 1) return undefined
  const key = keyOf(trace, own)
  if (!key || key.edits.length > 0 || (key.borrows ?? []).length > 0) return undefined
  if (!isAmong([own.top, ...preparedFor(trace, [own.top]).map(({ made }) => made)], bodies)) return undefined
  const isWhole = payloadSources(trace, own).some(({ node }) => node === gap.node)
  const made = preparedFor(trace, bodies)
  return {
    document: gap.node,
    isWhole,
    bodies: [...bodies, ...made.map((one) => one.made)],
    isTyped: made.some(({ declaration }) => declaration.type !== undefined),
    key: key.text,
    chosen: chosenAt(own.top),
  }
}

const isAmong = (places: readonly ts.Node[], nodes: readonly ts.Node[]): boolean =>
  nodes.every((node) => places.some((place) => isInside(node, place)))

/** `typeof query === 'function' ? query(key) : fetch(…)`. */
const chosenAt = (call: ts.Node): readonly ts.Node[] => {
  const { parent } = call
  if (!compiler.isConditionalExpression(parent) || parent.whenFalse !== call) return []
  const isOurs = /^typeof [\w$.]+ === ['"]function['"]$/.test(parent.condition.getText())
  return isOurs ? [parent.condition, parent.whenTrue] : []
}

/** Whether each function on the way is the very one that its call's types name. */
const isCalledDirectly = ({ checker }: Trace, levels: readonly Level[]): boolean =>
  levels.every(({ call, callee }) => {
    const declared = checker.getResolvedSignature(call)?.declaration
    return declared === undefined || declared === callee
  })

/** Whether a value would be lost, or be another when the function gets to the call. */
const isOther = (
  trace: Trace,
  levels: readonly Level[],
  { sink, top }: Site,
  node: ts.Expression,
): boolean => {
  if (mayRunTwice(levels, sink.call) && !isSteady(node)) return true
  return !onlyMakes(trace)(node) || (mayWait(levels, sink.call) && isSetMeanwhile(trace, node, top))
}

/** A name that nothing in a call stands under. */
const freshName = (top: ts.Node, wanted: string): string => {
  const words = new Set<string>()
  walk(top, (node) => void (compiler.isIdentifier(node) && words.add(node.text)))
  return [wanted, 'key', 'given'].find((name) => !words.has(name)) ?? `${wanted}2`
}

const typeFor = ({ sink }: Site, wrap: Wrap, carries: boolean): string => {
  const isOwn = /\bimport\b[^;\n]*\bResponse\b/.test(sink.call.getSourceFile().text)
  const given = carries ? 'access: any' : 'apiKey: string | undefined'
  return `(${given}) => Promise<${wrap === 'response' && !isOwn ? 'Response' : 'any'}>`
}

const handedTo = (
  trace: Trace,
  levels: readonly Level[],
  { sink }: Site,
  taking: Taking,
  text: string,
  { bodies, isTyped, chosen }: Innermost,
): Handed | undefined => {
  const outermost = levels.at(-1)
  const isTaken = chosen.length > 0
  const made = (mode: Mode, more: readonly Edit[]): readonly Edit[] | undefined => {
    const call = outermost && callEdit(outermost, text, mode)
    const own = isTaken ? [] : levelEdits(levels, sink.call, taking, mode)
    return call && own && [call, ...own, ...more]
  }
  const gone = preparedFor(trace, [sink.call], saidIn(taking.access))
  // What stays for other callers must not be made twice (the key, say, that it waits for), nor throw for a call
  const mayStay = !isTyped && preparedFor(trace, [sink.call]).every((one) => isMadeOfAny(trace, one))
  const mayGo = !isTaken && isAmong([sink.call, ...gone.map((one) => one.made)], bodies)
  const only = mayGo ? made('only', gone.map(takenOut)) : undefined
  const both = isTaken || mayStay ? made('both', []) : undefined
  if (!only && !both) return undefined
  return {
    levels: levels.map(({ callee, call }) => ({ callee, call })),
    ...(only ? { only } : {}),
    ...(both ? { both } : {}),
  }
}

const takenOut = ({ declaration }: Prepared): Edit => {
  const file = declaration.getSourceFile()
  return { file, ...wholeLines(file, statementOf(declaration)), text: '' }
}

/** Whether a text says a name. */
const saidIn =
  (text: string) =>
  (name: string): boolean =>
    text.split(/[^\w$]+/).includes(name)

/** Whether what comes in for a document is a call already, from an earlier run. */
export const isHandedCall = ({ pieces: [first] }: Text): boolean =>
  first?.kind === 'gap' && compiler.isArrowFunction(bare(first.node))
