import type { Finding } from '../../../mappings/dsl/finding.ts'
import { compiler } from '../../project/compiler.ts'
import { answerOf } from '../../sites/answers/answer.ts'
import { documentTexts, payloadSources, type Site, wholeParameter } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { replace } from '../edit/edit.ts'
import type { Said } from '../edit/key-field.ts'
import { wrapMapper } from '../mapper/mapper.ts'
import type { Wrap } from '../mapper/mapper-wrap.ts'
import { styleOf } from '../mapper/style.ts'
import type { Plan } from '../plan.ts'
import { type Reason, reasons } from '../reason.ts'
import { documentsOf } from './documents.ts'
import { variablesAt } from './graphql-arguments.ts'
import { accessText, aroundOf, isMereCheck } from './graphql-around.ts'
import { callOf, lostText, nearestFields, operationOf } from './graphql-call.ts'
import { type ReadText, readDocument } from './graphql-document.ts'
import {
  AS_MEMBER,
  asThrown,
  type Dress,
  dressFor,
  isUntaken,
  readsErrors,
  tellsErrorsApart,
  typeArguments,
} from './graphql-dress.ts'
import { forgivenBy } from './graphql-forgiven.ts'
import {
  headersFrom,
  isKeyWritten,
  isNoKey,
  type KeyBeside,
  keyOf,
  keyOpened,
  keyTextOf,
  otherHeaderOf,
} from './graphql-key.ts'
import { openDocument } from './graphql-open.ts'
import { type Field, joinedCalls, nothingOf, type RestCallText, restOf } from './graphql-several.ts'
import { stillShown } from './graphql-shown.ts'
import { throwsErrors } from './graphql-thrown.ts'
import { inTheWay, missedIn, moves, unreadFinding, withoutUnheard } from './graphql-unread.ts'
import { type Handing, handingOf, isHandedCall } from './handed/graphql-handed.ts'
import { TYPE_NAME, withoutUnread } from './selection-unread.ts'
import { settledSite } from './settled-site.ts'
import { evaluatedOtherwise, newSpent } from './spent.ts'
import { unreadDocument } from './unread-document.ts'
import { replyType, type SaidType, wholeType } from './whole-type.ts'

/** Plans one GraphQL call; undefined where the site is none. */
export const planGraphql = (trace: Trace, found: Site, beside: KeyBeside): Plan | undefined => {
  const site = settledSite(trace, found)
  if (!site.located.some(({ family }) => family === 'graphql')) return undefined
  const plan: Plan = { site, base: [], edits: [], mappers: [], findings: [] }
  const { library, listed } = site.sink
  if (listed) return { ...plan, left: reasons.client(library, listed) }
  // A call of v2 would be made whether there is a client or not
  if (compiler.isCallChain(site.top))
    return { ...plan, left: reasons.onlySometimes(site.top.expression.getText()) }
  trace.from(site.top)
  const texts = documentTexts(trace, site)
  if (texts.some(isHandedCall)) return undefined
  const [open] = texts.flatMap((text) => wholeParameter(text) ?? [])
  if (open) return { ...plan, ...openDocument(trace, open) }
  const [document, ...others] = documentsOf(trace, site)
  if (!document && isOneText(trace, site)) return { ...plan, left: reasons.bodyText() }
  if (others.length > 0) return { ...plan, left: reasons.document(true) }
  if (!document) return { ...plan, left: unreadDocument(trace, site, document) }
  const read = readDocument(document)
  if (!read)
    return {
      ...plan,
      left: document.slots.length > 0 ? unreadDocument(trace, site, document) : reasons.noOperation(),
    }
  const whole = planRead(trace, site, document, read, beside)
  if (whole.kept || !(whole.left || whole.stays)) return { ...plan, ...whole }
  return { ...plan, ...(planSlimmer(trace, site, document, read, beside) ?? whole) }
}

type Document = ReturnType<typeof documentsOf>[number]

const planRead = (
  trace: Trace,
  site: Site,
  document: Document,
  read: ReadText,
  beside: KeyBeside,
): Partial<Plan> => {
  const said = { operation: read.asked.map((one) => one.name).join(', '), reads: document.nodes }
  const decided = decide(read)
  if (decided) return { ...said, ...decided }
  // What stands in the source is then a default only: said as the value, nothing could override it any more
  if (document.env.length > 0) return { ...said, left: reasons.overridden(document.env) }
  return { ...said, ...plainOrHanded(trace, site, document, read, beside) }
}

/**
 * A call of v2 in the place of the program's own; where that has no form for the answer, cannot say the key, or does
 * without what the program's function did around the request, that function is handed the call; else the key is exported.
 */
const plainOrHanded = (
  trace: Trace,
  site: Site,
  document: Document,
  read: ReadText,
  beside: KeyBeside,
): Partial<Plan> => {
  const plain = rewriteDocument(trace, site, document, read, beside)
  const isWell = !plain.left && !lossesOf(plain).some((one) => !isMereCheck(one))
  const isOther = plain.left && !/^codemod\.(answer|graphql-key)$/.test(plain.left.rule)
  const mayHand = !isWell && !isOther && read.asked.every(moves) && !isKeyless(trace, site)
  const handing = mayHand ? handingOf(trace, site) : undefined
  const given = handing && rewriteDocument(trace, site, document, read, beside, handing)
  const isShut = plain.left?.rule === 'codemod.graphql-key' && (!given || given.left)
  const opened = isShut && rewriteDocument(trace, site, document, read, beside, undefined, keyOpened)
  if (opened && !opened.left) return opened
  if (!given) return plain
  if (plain.left) return given
  const isBetter = given.handed && lossesOf(given).length < lossesOf(plain).length
  return isBetter ? { ...given, handed: { ...given.handed, plain } } : plain
}

const isKeyless = (trace: Trace, site: Site): boolean => {
  const text = keyOf(trace, site)?.text ?? keyTextOf(trace, site)
  return text === undefined || isNoKey(text)
}

const lossesOf = ({ around = [] }: Partial<Plan>): readonly string[] => around

/** What is in the way and nobody reads may be taken out at once, or only once something else is gone. */
const MOST_TRIES = 3

/** The plan for a document without what nobody reads; undefined where that does not help. */
const planSlimmer = (
  trace: Trace,
  site: Site,
  whole: Document,
  readWhole: ReadText,
  beside: KeyBeside,
): Partial<Plan> | undefined => {
  let document = whole
  let read = readWhole
  const gone: string[] = []
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const slimmer = withoutUnread(trace, site, document, inTheWay(read))
    const next = slimmer && readDocument(slimmer.document)
    if (!slimmer || !next) return undefined
    document = slimmer.document
    read = next
    gone.push(...slimmer.dropped)
    const plan = planRead(trace, site, document, read, beside)
    if (!plan.left && !plan.kept)
      return { ...plan, findings: [...(plan.findings ?? []), ...gone.map(unreadFinding)] }
  }
  return undefined
}

/** Whether the whole body is written out as text. */
const isOneText = (trace: Trace, site: Site): boolean =>
  payloadSources(trace, site).some(({ node }) => compiler.isStringLiteralLike(node))

/** What stays on GraphQL, what nobody can move, and what never existed. */
const decide = ({ asked, slots, kind }: ReadText): Pick<Plan, 'left' | 'kept'> | undefined => {
  const hidden = asked.find(({ name }) => name.includes('*'))
  if (hidden || asked.length === 0) return { left: reasons.selection(lostText(slots)) }
  if (asked.some(({ node }) => node.name.value === TYPE_NAME)) return { left: reasons.typeName() }
  const strange = asked.find(({ name }) => !operationOf(name))
  if (strange) return { left: reasons.unknownField(strange.name, nearestFields(strange.name, kind)) }
  const staying = asked.filter((one) => !moves(one)).map(({ name }) => name)
  const gone = staying.filter((name) => operationOf(name)?.source === 'upstream')
  if (gone.length === asked.length) return { kept: goneOf(staying[0] ?? '') }
  if (staying.length === asked.length || (staying.length > 0 && kind !== 'query'))
    return { left: reasonFor(kind, staying, gone) }
  return undefined
}

const goneOf = (name: string): string => operationOf(name)?.gone ?? 'REST v2 has no equivalent'

/** Of a mutation nothing can be taken out; a query is left for what v2 has, and upshift does not write. */
const reasonFor = (kind: ReadText['kind'], staying: readonly string[], gone: readonly string[]): Reason =>
  kind !== 'query' && gone.length > 0
    ? reasons.mixedMutation(gone.join(', '))
    : movedBy(staying.find((name) => !gone.includes(name)) ?? '')

const movedBy = (name: string): Reason => reasons.moreCalls(name, operationOf(name)?.v2 ?? [])

const rewriteDocument = (
  trace: Trace,
  site: Site,
  document: Document,
  read: ReadText,
  beside: KeyBeside,
  handing?: Handing,
  said = keyOf,
): Partial<Plan> => {
  const own = handing ? { text: handing.key, edits: [] } : said(trace, site)
  const keyText = own?.text ?? keyTextOf(trace, site)
  const carriesNone = keyText === undefined || isNoKey(keyText)
  const key: Said | undefined = carriesNone ? beside(site) : own
  const { carried, lost } = handing ?? aroundOf(trace, site)
  const access = handing?.access ?? accessText(key?.text ?? '', carried)
  const fields: Field[] = []
  const spent = newSpent()
  const missed = missedIn(trace, site, document)
  for (const asked of read.asked.filter(moves)) {
    const call = callOf(trace, site, read, asked, { key: access, spent, missed })
    if ('left' in call) return call
    fields.push({ asked, call })
  }
  if (!key && carriesNone && isKeyWritten(trace, site)) return { left: reasons.writtenKey() }
  if (!key && carriesNone) return { left: reasons.noKey(otherHeaderOf(trace, site), headersFrom(site)) }
  const made = handing?.wrap ?? dressFor(trace, answerOf(trace, site), site)
  if (!made) return { left: undressed(trace, site) }
  if (tellsErrorsApart(site)) return { left: reasons.clientError() }
  if (!key) return { left: reasons.key(keyText ?? '') }
  const staying = read.asked.filter((one) => !moves(one))
  const rest = staying.length > 0 ? restOf(trace, site, read, staying, made) : undefined
  if (staying.length > 0 && !rest)
    return { left: reasons.mixedDocument(staying.map(({ name }) => name).join(', ')) }
  const otherwise = evaluatedOtherwise(spent, {
    top: site.top,
    variables: variablesAt(trace, site),
    stays: rest !== undefined,
    isSeveral: fields.length > 1 || rest !== undefined,
  })
  const late = otherwise ?? handing?.otherwise(spent.nodes)
  if (late) return { left: reasons.evaluated(late.getText()) }
  // What a function of the program goes on to make of it, that function's own types say
  const type = handing ? undefined : saidOf(trace, site, made)
  const { text, wraps } = dressed(site, fields, read, made, rest, type?.text)
  const handed = handing?.handed(text)
  if (handing && !handed) return { left: undressed(trace, site) }
  const file = site.top.getSourceFile()
  if (!handing && (made === 'data' || WHOLE.test(made)))
    lost.push(...forgivenBy(trace, site, made !== 'data'))
  const more = carried.length > 0 ? ({ carries: true } as const) : {}
  const mappers = [...fields.map(({ call }) => ({ ...call.mapper, ...more })), ...wraps.map(wrapMapper)]
  return {
    operation: fields.map(({ asked }) => asked.name).join(', '),
    ...(handed ? { handed, edits: [] } : { edits: [replace(site.top, text), ...key.edits] }),
    mappers: mappers.map((mapper) => ({ file, mapper })),
    findings: [
      ...(carriesNone ? [keylessFinding(key.text)] : []),
      ...fields.flatMap(({ asked, call }) => withoutUnheard(trace, site, document, asked, call.findings)),
      ...stillShown(trace, document.nodes),
    ],
    ...(lost.length > 0 ? { around: lost } : {}),
    borrows: [...(key.borrows ?? []), ...(type?.borrows ?? [])],
    ...(staying.length > 0 ? { stays: staying.map(({ name }) => ({ name, why: goneOf(name) })) } : {}),
  }
}

/** What holds all of an answer. */
const WHOLE = /^(answer|checked|payload|reply|axios)$/

/** Why nothing can be made of `data` that the program would take for what it had. */
const undressed = (trace: Trace, site: Site): Reason => {
  if (site.sink.graphql) return reasons.moreThanData()
  return throwsErrors(trace, site) === 'sometimes' ? reasons.someThrown() : reasons.ownAnswer()
}

const keylessFinding = (text: string): Finding => ({
  code: 'TOLERATED',
  rule: 'codemod.graphql-key',
  at: 'API key',
  why: `GraphQL answered this without one; REST v2 is asked with ${text}, as the program's other calls are`,
  fix: 'see that the key is there where this runs',
})

/** The call that takes the site's place. */
const dressed = (
  site: Site,
  fields: readonly Field[],
  { kind }: ReadText,
  dress: Dress,
  rest: RestCallText | undefined,
  said = '',
): { readonly text: string; readonly wraps: readonly Wrap[] } => {
  const types = site.sink.graphql || dress === 'data' ? typeArguments(site) : ''
  const joined = joinedCalls(fields, kind, types, rest, styleOf(site.top.getSourceFile()))
  const isAsIs =
    /^(payload|axios|raw)$/.test(dress) && isUntaken(site) && !(dress === 'raw' && readsErrors(site))
  if (dress === 'data' || isAsIs) return joined
  if (dress === 'payload' || dress === 'axios')
    return { ...joined, text: joined.text + asThrown(dress, site, said) }
  if (dress === 'raw' && !readsErrors(site)) return { ...joined, text: joined.text + AS_MEMBER }
  const wrap = dress === 'raw' ? 'request' : dress
  const name = `${wrapMapper(wrap).name}${said && `<${said}>`}`
  return {
    text: `${name}(${joined.text}${nothingOf(fields, rest)})${dress === 'raw' ? AS_MEMBER : ''}`,
    wraps: [...joined.wraps, wrap],
  }
}

/** What the program says of a whole answer. */
const saidOf = (trace: Trace, site: Site, dress: Dress): SaidType | undefined => {
  if (!WHOLE.test(dress)) return undefined
  return dress === 'reply' || dress === 'axios' ? replyType(site) : wholeType(trace, site)
}
