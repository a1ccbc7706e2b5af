import { Kind, type ObjectValueNode, type ValueNode } from 'graphql'
import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { Hole, isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet, Resource } from '../../../../mappings/dsl/mapping.ts'
import type { RestCall } from '../../../../mappings/graphql/calls.ts'
import { compiler } from '../../../project/compiler.ts'
import { bare, nameOf } from '../../../sites/program/syntax/nodes.ts'
import { constantOf } from '../../../sites/schemas/schemas.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { localLiteral, ownValue, setSometimes, statedBody } from '../../body/held/local-body.ts'
import { mayHold } from '../../body/held/may-hold.ts'
import { namesWrittenAt } from '../../body/held/names-written.ts'
import { holeOf, knownValue, readLiteral } from '../../body/literal/literal-values.ts'
import { missingFromV2, needsMoreCalls } from '../../body/loss.ts'
import { keptOtherwise } from '../../body/refusals/kept-otherwise.ts'
import { outOfRange } from '../../body/refusals/out-of-range.ts'
import { mutedLosses, refusedLater, runtimeRefusals } from '../../body/refusals/runtime-refusals.ts'
import { meansOtherwise, statedRefusals } from '../../body/refusals/stated-refusals.ts'
import { type Asked, GAP, type ReadText } from '../document/graphql-document.ts'
import { type Argument, givenFor } from '../words/argument-given.ts'
import { wordsAt } from '../words/graphql-arguments.ts'
import { partsOf, valueText, type Words } from '../words/graphql-words.ts'
import { innerLoss, withoutInner } from './inner-loss.ts'
import { refusedAlways } from './refused-always.ts'
import { resetsOf } from './resets.ts'

/** What the mapping says of the values that are written out. */
export const lossOf = (
  trace: Trace,
  site: Site,
  read: ReadText,
  asked: Asked,
  call: RestCall,
  resource: Resource | undefined,
): Finding[] => {
  const body = call.body && bodyAsked(trace, site, read, asked, call.body.argument)
  const given = body?.given
  const id = given?.id
  const ways = [
    ...(!call.whenId || id === undefined || (isHole(id) && id.mayBeAbsent) ? [call] : []),
    ...(call.whenId && id !== undefined ? [call.whenId] : []),
  ]
  const isHidden = given === undefined && mayName(trace, site, asked, call)
  const found = ways.flatMap((made) =>
    lossOfCall(trace, asked, call, made, { given, isHidden }, made.body && resource?.[made.body.facet]),
  )
  const change = id !== undefined || isHidden ? call.whenId : undefined
  const kept = change ? resetsOf(change, saidIn(trace, body)) : []
  const unseen = body?.sent ? lossOfSent(trace, body.sent, call, resource, isHidden) : []
  return [...new Map([...found, ...kept, ...unseen].map((one) => [`${one.code} ${one.at}`, one])).values()]
}

/** The fields that a body says whatever happens; what it is given on a condition alone is none, unless it began with it. */
const saidIn = (trace: Trace, body: Body | undefined): ReadonlySet<string> => {
  const sent = body?.given ? undefined : body?.sent?.value
  const doc = body?.given ?? (sent ? statedBody(trace, sent).doc : {})
  const sometimes = sent ? setSometimes(trace, sent) : new Map<string, ts.Node>()
  const begun = (sent && localLiteral(trace, sent)?.properties.map(({ name }) => name && nameOf(name))) ?? []
  return new Set(
    Object.keys(doc).filter((name) => !isOpen(doc[name]) && (!sometimes.has(name) || begun.includes(name))),
  )
}

/** What is known of the body, and whether one out of sight may name what is changed. */
interface Given {
  readonly given: Readonly<Record<string, unknown>> | undefined
  readonly isHidden: boolean
}

/** Whether a body that is out of sight may say the id of what it changes. */
const mayName = (trace: Trace, site: Site, asked: Asked, { body }: RestCall): boolean => {
  const given = body && givenFor(trace, site, asked, body.argument)
  if (!given) return true
  const { doc, isWhole } = statedBody(trace, given.value)
  return 'id' in doc || (!isWhole && mayHold(trace, given.value, 'id'))
}

/** The same for one of the calls that it may become. */
const lossOfCall = (
  trace: Trace,
  asked: Asked,
  call: RestCall,
  made: RestCall,
  { given, isHidden }: Given,
  facet: CompiledFacet | undefined,
): Finding[] => {
  const aside = [...besidesOf(asked, made, isHidden), ...innerLoss(call, given ?? {})]
  if (!facet || !given) return aside
  const own = idIn(call, made)
  const body = Object.fromEntries(Object.entries(withoutInner(call, given)).filter(([name]) => name !== own))
  const { doc: v2, findings } = facet.upHoles(body)
  const more = needsMoreCalls(facet.plan, body).filter(({ at }) => !servesField(facet, call, at))
  const said = findings.map((one): Finding => {
    if (isMemory(call, one)) return { ...one, code: 'DROPPED' }
    if (!isGuard(facet, one)) return one
    return { ...one, code: 'REFUSED', fix: `leave ${one.at} out, and see to it otherwise` }
  })
  // What is given, but may be undefined, the program's own default stands in for, or v2 says at run time
  const isSaid = (name: string): boolean =>
    isOpen(body[name]) ||
    (made.adds?.includes(name) === true && (!isDeploy(call) || isSettled(call, body, name))) ||
    (name in body && servesField(facet, call, name))
  const missing = missingFromV2(facet, v2).filter(({ at }) => !at.split(', ').some(isSaid))
  const later = refusedLater(facet, body, () => false, call.serves ?? [])
  const always = refusedAlways(facet, body)
  const otherwise = keptOtherwise(facet.plan, body).filter(({ at }) => at in body)
  const far = outOfRange(trace, facet, body)
  return [...aside, ...more, ...said, ...missing, ...far, ...always, ...later, ...otherwise].filter((one) =>
    isTold(call, given, one),
  )
}

/** The member that says what is changed, and goes into the path. */
const idIn = (call: RestCall, made: RestCall): string | undefined =>
  made.id?.split('.')[1] ?? (call.whenId ? 'id' : undefined)

const isTold = (call: RestCall, doc: Readonly<Record<string, unknown>>, { code, at }: Finding): boolean =>
  !/^(DEFAULTED|DYNAMIC|UNREADABLE)$/.test(code) && !isSettled(call, doc, at)

/** What a deploy settles by itself: the cloud, and which of the GPU types it is, where several are given. */
const isSettled = (call: RestCall, doc: Readonly<Record<string, unknown>>, at: string): boolean =>
  isDeploy(call) && (at === 'cloudType' || (at === 'gpuTypeId' && 'gpuTypeIdList' in doc))

/**
 * What is lost of a body that is put together elsewhere or in steps: what it says outright, and what the generated
 * function may refuse or leave out when the program runs.
 */
const lossOfSent = (
  trace: Trace,
  argument: Argument,
  call: RestCall,
  resource: Resource | undefined,
  isHidden: boolean,
): Finding[] => {
  const stated = statedBody(trace, argument.value).doc
  const ways = [call, ...(call.whenId && isHidden ? [call.whenId] : [])]
  return ways.flatMap(({ body }) => {
    const facet = body && resource?.[body.facet]
    return facet ? lossOfStated(trace, argument, call, facet, stated) : []
  })
}

const lossOfStated = (
  trace: Trace,
  { value: sent, isOwn }: Argument,
  call: RestCall,
  facet: CompiledFacet,
  stated: Readonly<Record<string, unknown>>,
): Finding[] => {
  const doc = withoutInner(call, stated)
  const served = call.serves ?? []
  // What v2 needs another call for is left where a literal says it: so it is here
  const more = needsMoreCalls(facet.plan, doc, served)
  const elsewhere = new Set([...more.map(({ at }) => at), ...Object.keys(call.inner ?? {}), idIn(call, call)])
  const isAdded = (name: string): boolean => call.adds?.includes(name) === true
  const counts = ({ at }: Finding): boolean => at in doc || (isOwn && !at.split(', ').some(isAdded))
  const muted = mutedLosses(trace, sent, facet).map(
    (one): Finding => (one.at in doc && isGuard(facet, one) ? { ...one, code: 'REFUSED' } : one),
  )
  return [
    ...innerLoss(call, stated),
    ...more,
    ...statedRefusals(trace, sent, facet, served).filter((one) => !elsewhere.has(one.at) && counts(one)),
    ...muted,
    ...siftedLosses(trace, sent, facet),
    ...refusedAlways(facet, doc),
    ...runtimeRefusals(trace, sent, facet, served),
    ...meansOtherwise(trace, sent, facet),
  ].filter((one) => isTold(call, doc, one))
}

/** What v2 takes no notice of among what a helper is given that gives the body: `withoutUndefined({ … })`. */
const siftedLosses = (trace: Trace, sent: ts.Expression, facet: CompiledFacet): Finding[] => {
  const node = bare(sent)
  const made = compiler.isIdentifier(node) ? constantOf(trace, node) : node
  const [given, ...more] = made && compiler.isCallExpression(made) ? made.arguments.map(bare) : []
  if (!given || more.length > 0 || !compiler.isObjectLiteralExpression(given)) return []
  const doc = readLiteral(given, plainly(trace))
  return doc ? facet.upHoles(doc).findings.filter(({ code }) => code === 'DROPPED') : []
}

const isOpen = (value: unknown): boolean => isHole(value) && value.mayBeAbsent

/** What a change did besides; a body that is out of sight may be one. */
const besidesOf = ({ name }: Asked, { besides, whenId }: RestCall, isHidden: boolean): Finding[] => {
  const said = besides ?? (isHidden ? whenId?.besides : undefined)
  return said ? [{ code: 'DROPPED', rule: `graphql.${name}`, at: 'id', why: `${said.why}; ${said.fix}` }] : []
}

/** A deploy asks every cloud that was meant, whatever the word for it. */
const isDeploy = ({ errand }: RestCall): boolean => errand === 'deployPod' || errand === 'deployCpuPod'

/** What held a bill down is not given up with a note. */
const isGuard = ({ plan }: CompiledFacet, { code, at }: Finding): boolean =>
  code === 'DROPPED' && flatRows(plan.rows).some((row) => row.kind === 'drop' && row.old === at && row.guards)

/** The memory in an instance's name: v2 gives what the flavor gives to so many vCPUs. */
const isMemory = ({ errand }: RestCall, { code, at }: Finding): boolean =>
  code === 'LOSSY' && errand === 'deployCpuPod' && at === 'instanceId'

const servesField = ({ plan }: CompiledFacet, { serves = [] }: RestCall, at: string): boolean =>
  flatRows(plan.rows).some((row) => row.kind === 'serve' && row.old === at && serves.includes(row.by))

/** A body as a document where all of it is written out in the call; else the expression that is sent. */
export interface Body {
  readonly given?: Readonly<Record<string, unknown>>
  readonly sent?: Argument
}

/** What is given for an argument. */
export const bodyAsked = (trace: Trace, site: Site, read: ReadText, asked: Asked, argument: string): Body => {
  const value = asked.arguments.find(({ name }) => name.value === argument)?.value
  if (value?.kind === Kind.OBJECT) return { given: objectDocument(value, wordsAt(trace, site, read)) }
  const sent = givenFor(trace, site, asked, argument)
  if (!sent) return {}
  const literal = sent.isOwn ? ownValue(trace, sent.value) : undefined
  const given =
    literal && compiler.isObjectLiteralExpression(literal) ? readLiteral(literal, plainly(trace)) : undefined
  return given ? { given } : { sent }
}

const plainly =
  ({ checker }: Trace) =>
  (value: ts.Expression, property: ts.Node) =>
    holeOf(checker, value, property)

const objectDocument = (node: ObjectValueNode, words: Words): Record<string, unknown> =>
  documentOf(partsOf(node.fields), words, false)

const documentOf = (
  parts: ReturnType<typeof partsOf>,
  words: Words,
  mayBeAbsent: boolean,
): Record<string, unknown> =>
  Object.assign(
    {},
    ...parts.map((part) => {
      if (!('field' in part))
        return { ...documentOf(part.no, words, true), ...documentOf(part.yes, words, true) }
      const { name, value } = part.field
      const text = valueText(value, words) ?? name.value
      const known = text.includes('__gap') ? undefined : literalOf(text)
      const constant = constantIn(value, words)
      const options = { ...(known ? { known } : {}), ...(constant ? { constant } : {}), mayBeAbsent }
      return { [name.value]: new Hole(text, options) }
    }),
  )

/** The value of a constant that is named in a document. */
const constantIn = (node: ValueNode, words: Words): { value: unknown } | undefined => {
  if (node.kind !== Kind.ENUM && node.kind !== Kind.STRING) return undefined
  const gap = GAP.exec(node.value)
  const text = gap ? words.constant(Number(gap[1])) : undefined
  if (text === undefined) return undefined
  return {
    value: node.kind === Kind.ENUM && text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text,
  }
}

/** The value of printed source text, where it is a literal. */
const literalOf = (text: string): { value: unknown } | undefined => {
  const file = compiler.createSourceFile('value.ts', `(${text})`, compiler.ScriptTarget.ESNext, true)
  const [statement] = file.statements
  return statement && compiler.isExpressionStatement(statement) ? knownValue(statement.expression) : undefined
}

/** Arguments that v2's call does not take. */
export const ignoredBy = (asked: Asked, { ignores = {} }: RestCall): Finding[] => {
  const fields = asked.arguments.flatMap(({ value }) =>
    value.kind === Kind.OBJECT ? value.fields.map(({ name }) => name.value) : [],
  )
  return Object.entries(ignores)
    .filter(([name]) => fields.includes(name))
    .map(([at, why]) => ({ code: 'DROPPED', rule: `graphql.${asked.name}.${at}`, at, why }))
}

/** What the generated function may refuse when it runs, where that is given, or may be. */
export const checkedLater = (
  { name }: Asked,
  { checks = {} }: RestCall,
  [said]: readonly string[],
): Finding[] => {
  const given = said === undefined ? [] : namesWrittenAt(said, 'input')
  return Object.entries(checks)
    .filter(([at]) => !given || given.includes(at))
    .map(([at, why]) => ({ code: 'TOLERATED', rule: `graphql.${name}.${at}`, at, why }))
}
