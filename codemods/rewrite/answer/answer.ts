import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { answerOf } from '../../sites/answers/answer.ts'
import { flowOf } from '../../sites/answers/flow/flow.ts'
import { type Flow, nothingFound } from '../../sites/answers/flow/flow-found.ts'
import { settlementOf } from '../../sites/answers/held/piped.ts'
import { readsOf } from '../../sites/answers/reads.ts'
import { isTypeScript } from '../../sites/program/syntax/is-typescript.ts'
import { bare, dressed, functionAround, inParentheses, returnsOf } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isHiddenAt } from '../address/query/query-late.ts'
import { type Edit, insertAfter, insertBefore, replace } from '../edit/edit.ts'
import { parenthesesOf } from '../edit/parentheses.ts'
import { styleOf, valueText } from '../mapper/helpers/style.ts'
import { anyFor } from './any-for.ts'
import { isPromise } from './is-promise.ts'
import { isUsed } from './used.ts'

/** How an answer is to be translated. */
export interface AnswerMapper {
  readonly name: string
  /** Whether reading these members, and no others, is the same in both shapes. */
  readonly alike: (members: ReadonlySet<string>) => boolean
  /** What the mapper is told beside the answer. */
  readonly where?: string
}

/** The edits that put a mapper around every parsed body of a site, or undefined where one gets away unparsed. */
export const wrapAnswer = (
  trace: Trace,
  site: Site,
  { name, alike, where }: AnswerMapper,
): readonly Edit[] | undefined => {
  const flow = flowSaying(trace, site, where)
  const mapper: Call = { name, rest: where ? `, ${where}` : '' }
  const member = memberHolding(trace, site)
  const onTheWay = (name = member) => [
    insertAfter(settledOf(trace, site) ?? site.top, handedOn(trace, site, mapper, name)),
  ]
  if (flow === 'handed-on') return onTheWay()
  if (!flow) return undefined
  const needed = (root: ts.Expression): boolean => {
    const members = isUsed(root) ? readsOf(trace, root) : new Set<string>()
    return members === undefined || !alike(members)
  }
  const bound = flow.bound.map((element) => unwrapBound(element, mapper))
  if (bound.some((edits) => edits === undefined)) return member === undefined ? undefined : onTheWay()
  const roots = flow.roots.filter(needed)
  const read = member ?? memberRead(trace, site, flow)
  if (read !== undefined && isReadAgain(trace, site, roots)) return onTheWay(read)
  return [...roots.flatMap((root) => wrapRoot(trace, root, mapper)), ...bound.flatMap((edits) => edits ?? [])]
}

/** `if (reply.ok && reply.data) use(reply.data)`: each read apart would be translated anew, and the compiler would forget what was asked. */
const isReadAgain = (trace: Trace, site: Site, roots: readonly ts.Expression[]): boolean => {
  const held = answerOf(trace, site)
  return held.kind === 'record' && held.made === true && roots.length > 1
}

/** The one member that an answer is read by, of a literal that says more of it: `data` of `{ status, data, text }`. */
const memberRead = (trace: Trace, site: Site, { roots, bound }: Flow): string | undefined => {
  const held = answerOf(trace, site)
  if (held.kind !== 'record' || !held.made || held.listed || bound.length > 0) return undefined
  const [[name] = [], ...others] = [...held.fields].filter(([, { kind }]) => kind === 'payload')
  const isRead = (root: ts.Expression): boolean => {
    const node = bare(root)
    return compiler.isPropertyAccessExpression(node) && node.name.text === name
  }
  return others.length === 0 && roots.every(isRead) ? name : undefined
}

/** Where the answer is parsed, if what the mapper is told means the same there; else it is translated on its way there. */
const flowSaying = (trace: Trace, site: Site, where?: string): Flow | 'handed-on' | undefined => {
  const flow = answerFlow(trace, site)
  if (!flow || flow === 'handed-on' || !where) return flow
  const places = [...flow.roots, ...flow.bound]
  if (!places.some((place) => isHiddenAt(trace, where, site.top, place))) return flow
  return mayHandOn(trace, site) ? 'handed-on' : undefined
}

/** How the mapper is called. */
interface Call {
  readonly name: string
  /** Further arguments, each after a comma. */
  readonly rest: string
}

const applied = ({ name, rest }: Call, value: string): string => `${name}(${value}${rest})`

/** Where a site's answer is parsed; undefined where it gets out of sight. */
export const answerFlow = (trace: Trace, site: Site): Flow | 'handed-on' | undefined => {
  trace.from(site.top)
  if (site.sink.unseen) return undefined
  if (site.sink.texts && site.top === site.sink.call) return collectedFlow(trace, site.sink.texts)
  const held = answerOf(trace, site)
  if (held.kind === 'unknown') return isUsed(site.top) ? undefined : nothingFound()
  const flow = flowOf(trace, site.top, held)
  if (flow.escapes.length === 0) return flow
  return mayHandOn(trace, site) ? 'handed-on' : undefined
}

/** Whether an answer can be translated where it is given on. */
const mayHandOn = (trace: Trace, site: Site): boolean => {
  const { kind } = answerOf(trace, site)
  const isWhole = kind === 'record' && memberHolding(trace, site) !== undefined
  const isAxios = kind === 'axios' || settledOf(trace, site) !== undefined
  return isAxios || isWhole || (kind === 'response' && site.sink.library === 'fetch')
}

/** The promise of an observable's answer. */
const settledOf = (trace: Trace, { sink, top }: Site): ts.Expression | undefined =>
  sink.answer === 'stream' && top === sink.call ? settlementOf(trace, top, true) : undefined

/**
 * The one member of an answer that holds the parsed body, where the answer is a plain object: the library's own `data`, or
 * that of a literal which a helper gives back (`{ status, body }`).
 */
const memberHolding = (trace: Trace, site: Site): string | undefined => {
  const held = answerOf(trace, site)
  if (held.kind !== 'record') return held.kind === 'axios' || settledOf(trace, site) ? 'data' : undefined
  const filled = [...held.fields].filter(([, { kind }]) => kind !== 'clean')
  const [[name, inner] = []] = filled
  const isPlain =
    held.made || isPair(trace, site) || site.sink.library === 'axios' || site.sink.answer === 'openapi'
  return isPlain && filled.length === 1 && inner?.kind === 'payload' ? name : undefined
}

/** An answer that a callback collects is parsed inside of it. */
const collectedFlow = (trace: Trace, texts: readonly ts.Expression[]): Flow | undefined => {
  const flows = texts.map((node) => flowOf(trace, node, { kind: 'text' }))
  if (flows.some(({ escapes }) => escapes.length > 0)) return undefined
  return {
    roots: flows.flatMap(({ roots }) => roots),
    bound: flows.flatMap(({ bound }) => bound),
    escapes: [],
    refusals: flows.flatMap(({ refusals }) => refusals),
    statuses: flows.flatMap(({ statuses }) => statuses),
    objects: flows.flatMap(({ objects }) => objects),
  }
}

const HAS_BODY = 'answer.ok'

/** What translates an answer on its way, for a call that may also be one whose answer has no body (RFC 9110, 15.3.5). */
export const besideNone = (edit: Edit): Edit => ({
  ...edit,
  text: edit.text.replace(`(${HAS_BODY} ? `, `(${HAS_BODY} && answer.status !== 204 ? `),
})

/** An answer that is handed on unparsed is translated on its way. */
const handedOn = (trace: Trace, site: Site, mapper: Call, member: string | undefined): string => {
  const answer = parameterFor(trace, site.top)
  if (member !== undefined && isPair(trace, site)) return pairMapped(trace, site, mapper, member)
  if (member !== undefined) {
    const whole = `{ ...answer, ${member}: ${applied(mapper, `answer.${member}`)} }`
    const type = isTypeScript(site.top) && isArgument(site.top) ? ': typeof answer' : ''
    const there = thereIn(trace, site.top, member)
    if (there === 'some') {
      const name = valueText(member, styleOf(site.top.getSourceFile()))
      return `.then((${answer})${type} => (${name} in answer ? ${whole} : answer))`
    }
    if (there === 'maybe')
      return `.then((${answer})${type} => (answer.${member} === undefined ? answer : ${whole}))`
    return `.then((${answer}) => (${whole}))`
  }
  return `.then(async (${answer}) => (${HAS_BODY} ? Response.json(${applied(mapper, 'await answer.json()')}, { status: answer.status }) : answer))`
}

/** `[answer[0], mapper(answer[1])]` */
const pairMapped = (trace: Trace, site: Site, mapper: Call, member: string): string => {
  const held = answerOf(trace, site)
  const places = held.kind === 'record' ? [...held.fields.keys()] : []
  const items = places.map((at) => (at === member ? applied(mapper, `answer[${at}]`) : `answer[${at}]`))
  const type = isTypeScript(site.top) ? ' as typeof answer' : ''
  return `.then((${parameterFor(trace, site.top)}) => [${items.join(', ')}]${type})`
}

/** Whether a helper gives back a list of its own, of one length, whatever becomes of the call: `[error, body]`. */
const isPair = (trace: Trace, site: Site): boolean => {
  const held = answerOf(trace, site)
  let frame = site.scope
  while (frame?.outer) frame = frame.outer
  if (held.kind !== 'record' || !held.listed || !frame) return false
  return returnsOf(frame.callee)
    .map(bare)
    .every((one) => compiler.isArrayLiteralExpression(one) && one.elements.length === held.fields.size)
}

/** `map(await call(), …)`: what takes it may be generic, and would find less in what a callback gives. */
const isArgument = (call: ts.Expression): boolean => {
  const outer = dressed(call)
  const value = compiler.isAwaitExpression(outer.parent) ? dressed(outer.parent) : outer
  return compiler.isCallExpression(value.parent) && value.parent.expression !== value
}

/**
 * Whether all of what a call may give has a member, or only some of it (`{ ok: true, data } | { ok: false, error }`), or whether
 * its type leaves that open (`{ ok: boolean; data?: T }`): what has none is to get none, not one that is undefined.
 */
const thereIn = ({ checker }: Trace, call: ts.Expression, name: string): 'all' | 'some' | 'maybe' => {
  const type = checker.getAwaitedType(checker.getTypeAtLocation(call))
  if (!type || (type.flags & compiler.TypeFlags.Any) !== 0) return 'all'
  const found = checker.getPropertyOfType(type, name)
  if (found && (found.flags & compiler.SymbolFlags.Optional) === 0) return 'all'
  return !found || type.isUnion() ? 'some' : 'maybe'
}

/** `await X` -> `mapper(await X)`; a promise that is passed on -> `X.then(mapper)`. */
export const wrapRoot = (trace: Trace, root: ts.Expression, mapper: Call): Edit[] => {
  const outer = inParentheses(root)
  if (compiler.isAwaitExpression(outer.parent)) return around(outer.parent, mapper)
  if (isPromise(trace, root))
    return [
      ...inferredType(trace, root),
      insertAfter(
        root,
        mapper.rest
          ? `.then((${parameterFor(trace, root)}) => ${applied(mapper, 'answer')})`
          : `.then(${mapper.name})`,
      ),
    ]
  return around(root, mapper)
}

const parameterFor = (trace: Trace, root: ts.Expression): string => `answer${anyFor(trace, root)}`

/** A type argument that the compiler found in what the function around returns is written out: `.then` would hide it. */
const inferredType = ({ checker }: Trace, root: ts.Expression): Edit[] => {
  if (!compiler.isCallExpression(root) || root.typeArguments) return []
  const generic = checker.getResolvedSignature(root)?.declaration?.typeParameters
  const { parent } = inParentheses(root)
  const isReturned = compiler.isReturnStatement(parent) || compiler.isArrowFunction(parent)
  const said = isReturned ? functionAround(root)?.type : undefined
  if (generic?.length !== 1 || !said || !compiler.isTypeReferenceNode(said)) return []
  const [inner] = said.typeName.getText() === 'Promise' ? (said.typeArguments ?? []) : []
  return inner ? [insertAfter(root.expression, `<${inner.getText()}>`)] : []
}

/** Parentheses that are there already serve as the call's own. */
const around = (node: ts.Expression, mapper: Call): Edit[] => {
  const parentheses = parenthesesOf(node)
  const close = insertAfter(node, mapper.rest)
  if (parentheses) return [insertBefore(parentheses, mapper.name), ...(mapper.rest ? [close] : [])]
  return [insertBefore(node, `${mapper.name}(`), { ...close, text: `${mapper.rest})` }]
}

/** `const { data } = await …` -> `const data = mapper((await …).data)`, where nothing else is taken out. */
const unwrapBound = (element: ts.BindingElement, mapper: Call): Edit[] | undefined => {
  const pattern = element.parent
  const declaration = pattern.parent
  const name = element.propertyName ?? element.name
  if (!compiler.isObjectBindingPattern(pattern) || pattern.elements.length !== 1) return undefined
  if (element.initializer || !compiler.isIdentifier(name)) return undefined
  const target = element.name.getText()
  if (
    compiler.isIdentifier(element.name) &&
    compiler.isVariableDeclaration(declaration) &&
    declaration.initializer
  ) {
    const value = declaration.initializer
    return [
      replace(pattern, target),
      insertBefore(value, `${mapper.name}((`),
      insertAfter(value, `).${name.text}${mapper.rest})`),
    ]
  }
  const callee = functionAround(element)
  if (
    !compiler.isParameter(declaration) ||
    !callee ||
    !compiler.isArrowFunction(callee) ||
    compiler.isBlock(callee.body)
  )
    return undefined
  if (!compiler.isIdentifier(callee.body) || callee.body.text !== target) return undefined
  return around(callee.body, mapper)
}
