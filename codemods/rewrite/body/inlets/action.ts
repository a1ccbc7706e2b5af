import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { compiler } from '../../../project/compiler.ts'
import { bodyAt, namesFor } from '../../../sites/body.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, functionAround, isEmptyText, isInside, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { assignedMembers, type Trace } from '../../../sites/values/trace.ts'
import { breakBefore } from '../../answer/open-envelope.ts'
import { inBranch } from '../../branches.ts'
import { type Edit, insertAfter, insertAt, replace } from '../../edit/edit.ts'
import { separatorOf } from '../../edit/separator.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import type { Part } from '../../plan.ts'
import { type Reason, reasons } from '../../reason.ts'
import { contentTypeOf, headerSpreads, sayContentType, saysOtherType } from '../headers/content-type.ts'
import { sayInList } from '../headers/header-list.ts'
import { jsonHeader } from '../headers/json-header.ts'
import { saysLength } from '../headers/says-length.ts'
import { teachContentType, teachSpread } from '../headers/teach-content-type.ts'
import { addProperty } from './add-property.ts'
import { type Inlet, inletOf } from './body-inlet.ts'
import { inletsOf } from './body-inlets.ts'
import { replaceIgnored, saysNothing } from './ignored-body.ts'
import { literalIn, sharedIn } from './literal-in.ts'
import { teachBody } from './teach-body.ts'
import { throughHelper, throughMaker } from './through-helper.ts'

/** Gives a call the constant body that v2 wants, wherever its body goes in. */
export const sendAction = (
  trace: Trace,
  site: Site,
  sends: Readonly<Record<string, unknown>>,
): Part | Reason => sendText(trace, site, valueText(sends, styleOf(site.top.getSourceFile())))

/** The same for a body that is source text already. */
export const sendText = (trace: Trace, site: Site, text: string): Part | Reason => {
  if (saysLength(trace, site)) return reasons.lengthSaid()
  if (saysOtherType(trace, site)) return reasons.otherType()
  const given = bodyAt(trace, site.sink.body, site.scope)
  // What a helper sends for all of its callers is not this call's to change, but for nothing (`body ?? {}`).
  const isHelpers =
    given && functionAround(given.node) !== functionAround(site.top) && !isInside(given.node, site.top)
  if (isHelpers && !saysNothing(given.node)) return reasons.helperBody()
  if (given && !isHelpers && !isBlank(trace, given.node, site)) return replaceIgnored(given, text, site)
  const isDirect = site.branch === undefined || site.sink.call === site.top
  const edits = isDirect ? addBody(trace, site, text) : undefined
  return edits
    ? { edits, mappers: [], findings: contentTypeOf(trace, site) === 'unknown' ? [CHECK_TYPE] : [] }
    : site.scope
      ? reasons.noBodyPlace()
      : reasons.noBodyHere()
}

/** Whether nothing is sent: `body: ''`. */
const isBlank = (trace: Trace, given: ts.Expression, { scope }: Site): boolean =>
  trace.sources(given, scope).every(({ node }) => isEmptyText(node))

const CHECK_TYPE: Finding = {
  code: 'DYNAMIC',
  rule: 'codemod.content-type',
  at: 'Content-Type',
  why: 'the call sends JSON now, and whether its headers say so is known only at run time',
}

const addBody = (trace: Trace, site: Site, text: string): Edit[] | undefined => {
  const { body, openBody, openEnd, openLink } = site.sink
  const call = site.sink.request ?? site.sink.call
  if (openLink && site.top === site.sink.call)
    return [insertAfter(site.sink.call, `${breakBefore(site.sink.call)}.${openLink}(${text})`)]
  if (openEnd && site.top === site.sink.call) return endWith(trace, site, openEnd, text)
  if (openBody && site.top === site.sink.call) return addArgument(call, `{ ${openBody}: ${text} }`)
  if (!body) return undefined
  if (body.kind === 'expression')
    return site.sink.library === 'https'
      ? addWritten(trace, site, body.node, text)
      : addPlaced(trace, site, call, text)
  const name = body.name
  const direct = openOptions(trace, site, body.object, name)
  const { serializes } = site.sink
  const said = serializes ? text : `JSON.stringify(${text})`
  const stringified = inBranch(site.branch, said, serializes ? 'undefined' : 'null')
  if (direct) {
    const empty = direct.properties.find((one) => one.name && nameOf(one.name) === name)
    const body = empty ? [replace(empty, `${name}: ${stringified}`)] : addProperty(direct, name, stringified)
    if (contentTypeOf(trace, site) !== 'missing') return body
    const typed = sayContentType(trace, site, direct) ?? teachSpread(trace, site, direct, name)
    return typed && [...body, ...typed]
  }
  const shared = sharedIn(trace, name, body.object, site.scope)
  const spread = shared && spreadShared(trace, site, shared, `${name}: ${stringified}`)
  if (spread) return spread
  const passed = addThroughWrapper(trace, site, body.object, name, text)
  return passed ? typedIn(trace, site, passed) : teachBody(trace, site, text)
}

/** What a caller passes to a helper, and where that takes it in. */
interface Passed {
  readonly edits: Edit[]
  readonly inlet: Inlet
}

/** The same, with the helper's headers saying that it is JSON. */
const typedIn = (trace: Trace, site: Site, { edits, inlet }: Passed): Edit[] | undefined => {
  if (contentTypeOf(trace, site) !== 'missing') return edits
  const [only] = edits
  if (inlet.isLeftOut && only && passContentType(trace, site, inlet.parameter))
    return [
      { ...only, text: only.text.replace(/ \}$/, `, headers: { ${jsonHeader(styleOf(only.file))} } }`) },
    ]
  const passed = passContentType(trace, site)
  // Of two arguments behind the last, neither is told how many the other makes.
  const behind = site.top.arguments?.at(-1)?.getEnd()
  const isApart = passed?.every(({ start }) => start !== behind || edits.every((one) => one.start !== start))
  const typed = isApart ? passed : teachContentType(trace, site, inlet)
  return typed && [...edits, ...typed]
}

/** `req.end(JSON.stringify(…))`, where the headers say that it is JSON and nothing of how long it is. */
const endWith = (trace: Trace, site: Site, end: ts.CallExpression, text: string): Edit[] | undefined => {
  const { options } = site.sink
  const literal = options && literalIn(trace, undefined, 'headers', options, site.scope)
  if (!literal || /content-length/i.test(literal.getText())) return undefined
  const typed = contentTypeOf(trace, site) === 'missing' ? sayContentType(trace, site, literal) : []
  return typed && [insertAt(end.getSourceFile(), end.end - 1, `JSON.stringify(${text})`), ...typed]
}

/** `fetch(url, { ...POST, body })`: what others say with the same options stays as it was. */
const spreadShared = (trace: Trace, site: Site, shared: ts.Identifier, body: string): Edit[] | undefined => {
  const spread = (more = ''): Edit[] => [replace(shared, `{ ...${shared.text}, ${more}${body} }`)]
  if (contentTypeOf(trace, site) !== 'missing') return spread()
  const listed = sayInList(trace, site)
  if (listed) return [...spread(), ...listed]
  const header = jsonHeader(styleOf(shared.getSourceFile()))
  const headers = trace.members(shared, 'headers', undefined)
  const isOpen = site.scope === undefined && !isTyped(trace, shared)
  if (!isOpen || !headers.every(({ node }) => compiler.isObjectLiteralExpression(node))) return undefined
  return spread(`headers: { ${headers.length > 0 ? `...${shared.text}.headers, ` : ''}${header} }, `)
}

/** Whether a type is said of a name, whose headers may then be no object to spread (`RequestInit`). */
const isTyped = (trace: Trace, name: ts.Identifier): boolean => {
  const declared = declarationOf(trace, name)
  return declared !== undefined && compiler.isVariableDeclaration(declared) && declared.type !== undefined
}

/**
 * The helper puts headers of its caller among its own, and this caller says none.
 * @param by the parameter that they must come in by
 */
const passContentType = (trace: Trace, site: Site, by?: ts.ParameterDeclaration): Edit[] | undefined => {
  const text = `{ ${jsonHeader(styleOf(site.top.getSourceFile()))} }`
  if (spreadsMore(site.top)) return undefined
  for (const spread of headerSpreads(trace, site)) {
    const inlet = inletOf(trace, spread, true)
    if (by && inlet?.parameter !== by) continue
    const edits = inlet?.member === undefined ? undefined : throughHelper(trace, site, inlet, text)
    if (edits) return edits
  }
  return undefined
}

/** Whether a call is given an object that may say headers which nobody sees here. */
const spreadsMore = (top: ts.Node): boolean =>
  compiler.isCallExpression(top) &&
  top.arguments.some((one) => {
    const given = bare(one)
    return compiler.isObjectLiteralExpression(given) && given.properties.some(compiler.isSpreadAssignment)
  })

/** What a helper writes to its request comes in by a parameter that this caller leaves out. */
const addWritten = (trace: Trace, site: Site, written: ts.Expression, text: string): Edit[] | undefined => {
  const inlet = inletOf(trace, written)
  const edits = throughHelper(trace, site, inlet, text)
  return inlet && edits && contentTypeOf(trace, site) !== 'unknown'
    ? typedIn(trace, site, { edits, inlet })
    : undefined
}

/** What a helper hands its library comes in by a parameter, and is what others of its callers say. */
const addPlaced = (trace: Trace, site: Site, call: ts.CallExpression, text: string): Edit[] | undefined => {
  const [, second] = call.arguments
  const inlet = second && !isInside(call, site.top) ? inletOf(trace, second) : undefined
  if (inlet) return throughHelper(trace, site, inlet, text)
  // What a helper calls by any method, it calls for others, too
  return site.sink.withVerb && site.top !== call ? undefined : addArgument(call, text)
}

const addArgument = (call: ts.CallExpression, text: string): Edit[] => {
  const [first, second] = call.arguments
  if (second) return [replace(second, text)]
  return first ? [insertAfter(first, `${separatorOf(first)}${text}`)] : []
}

/** The options literal nearest to the caller which has no body of its own and reaches the library untouched. */
const openOptions = (
  trace: Trace,
  site: Site,
  options: ts.Expression,
  name: string,
): ts.ObjectLiteralExpression | undefined => {
  const literal = literalIn(trace, undefined, name, options, site.scope)
  const isNear =
    literal && (isInside(literal, site.top) || functionAround(literal) === functionAround(site.top))
  return isNear ? literal : undefined
}

/** The wrapper has a parameter for the body which this caller leaves out. */
const addThroughWrapper = (
  trace: Trace,
  site: Site,
  options: ts.Expression,
  name: string,
  text: string,
): Passed | undefined => {
  const names = namesFor(trace, { node: options, scope: site.scope }, name)
  for (const value of names.flatMap(({ node }) => assignedMembers(trace.checker, node, name))) {
    const inlet = inletOf(trace, value)
    const edits = throughHelper(trace, site, inlet, text)
    if (inlet && edits) return { edits, inlet }
  }
  for (const { inlet, scope } of inletsOf(trace, { node: options, scope: site.scope }, name)) {
    const edits =
      throughHelper(trace, site, inlet, text) ??
      throughMaker(trace, site, inlet, scope, text) ??
      throughHelper(trace, site, inlet, text, scope)
    if (inlet && edits) return { edits, inlet }
  }
  return undefined
}
