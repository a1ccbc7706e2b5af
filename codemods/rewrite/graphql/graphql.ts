import { compiler } from '../../project/compiler.ts'
import { rowParameter } from '../../sites/open-row.ts'
import { passesDocumentOn } from '../../sites/passed-on.ts'
import { shiftedIn } from '../../sites/program/frames/shifted.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { runByPackage } from '../../sites/run-by.ts'
import { documentTexts, wholeParameter } from '../../sites/site-texts.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { Plan } from '../plan.ts'
import { type Reason, reasons } from '../reason.ts'
import { isGuard, isMereCheck } from './around/checks-around.ts'
import { isPrintedFirst } from './around/graphql-shown.ts'
import { otherCallee } from './around/other-callee.ts'
import { settledSite } from './around/settled-site.ts'
import { chosenAt } from './document/choice.ts'
import type { DocumentText } from './document/document-reader.ts'
import { documentsOf, wholeText } from './document/documents.ts'
import { holdsSeveral, type ReadText, readDocument } from './document/graphql-document.ts'
import { openDocument } from './document/graphql-open.ts'
import { operationNameAt } from './document/operation-named.ts'
import { refusedBy } from './document/refused.ts'
import { type Unsure, unsureOf } from './document/sent-surely.ts'
import { unreadDocument } from './document/unread-document.ts'
import { isEitherAddress } from './either-address.ts'
import { hiddenFor, nearestFields, neverIn, operationOf, writes } from './graphql-call.ts'
import { handingOf, isHandedCall } from './handed/graphql-handed.ts'
import { isNoKey, type KeyBeside, keyOf, keyOpened, keyTextOf } from './key/graphql-key.ts'
import { keyOfEnvironment } from './key/key-environment.ts'
import { goneOf, moveDocument, type SentDocument } from './move-document.ts'
import { inTheWay, isBare, moves, unreadFinding } from './reads/graphql-unread.ts'
import { TYPE_NAME, withoutUnread } from './reads/selection-unread.ts'

/** Plans one GraphQL call; undefined where the site is none. */
export const planGraphql = (trace: Trace, found: Site, beside: KeyBeside): Plan | undefined => {
  const site = settledSite(trace, found)
  if (!site.located.some(({ family }) => family === 'graphql')) return undefined
  const plan: Plan = { site, base: [], edits: [], mappers: [], findings: [] }
  const { library, listed } = site.sink
  if (listed) return { ...plan, left: reasons.client(library, listed) }
  if (site.located.some(({ family }) => family === 'other') || isEitherAddress(trace, site))
    return { ...plan, ...saidOf(trace, site), left: reasons.otherGraphql() }
  // A call of v2 would be made whether there is a client or not
  if (compiler.isCallChain(site.top))
    return { ...plan, left: reasons.onlySometimes(site.top.expression.getText()) }
  const shifted = shiftedIn(trace, site.scope)
  if (shifted) return { ...plan, ...saidOf(trace, site), left: reasons.shifted(flatText(shifted)) }
  trace.from(site.top)
  const texts = documentTexts(trace, site)
  if (texts.some(isHandedCall)) return undefined
  const [open] = texts.flatMap((text) => wholeParameter(text) ?? [])
  const [document, ...others] = documentsOf(trace, site)
  const read = document && readDocument(document)
  if ((open || !read) && passesDocumentOn(trace, site)) return { ...plan, left: reasons.passedOn() }
  if (open) return { ...plan, ...openDocument(trace, open) }
  const unsure = document && unsureOf(trace, site)
  if (unsure) {
    const operation = (read?.asked ?? []).map(({ name }) => name).join(', ')
    return { ...plan, ...(operation === '' ? {} : { operation }), left: unsureFor(unsure) }
  }
  const text = document ? undefined : wholeText(trace, site)
  if (text !== undefined)
    return { ...plan, left: /^\s*(\{\s*"|\[\s*\{)/.test(text) ? reasons.bodyText() : reasons.documentBody() }
  if (others.length > 0) {
    const chosen = planChosen(trace, site, beside)
    if (chosen) return { ...plan, ...chosen }
    const row = rowParameter(trace, site)
    if (row) return { ...plan, ...openDocument(trace, row) }
    const operation = namesIn([document, ...others])
    return { ...plan, operation, left: reasons.document(true, runByPackage(trace, site)) }
  }
  if (!document) return { ...plan, left: unreadDocument(trace, site, document) }
  const isOpen = document.slots.some(({ kind }) => kind === 'lost')
  const either = isOpen ? planChosen(trace, site, beside) : undefined
  if (either) return { ...plan, ...either }
  if (!read) return { ...plan, reads: document.nodes, left: unreadFor(trace, site, document) }
  const sent = { trace, site, document, read, beside }
  const whole = planRead(sent)
  if (whole.kept || refusedBy(read) !== undefined || !(whole.left || whole.stays))
    return { ...plan, ...whole }
  return { ...plan, ...planSlimmer(sent, whole) }
}

/** What a call asks that stays, whatever that is. */
const saidOf = (trace: Trace, site: Site): Pick<Plan, 'operation' | 'reads'> => {
  trace.from(site.top)
  const documents = documentsOf(trace, site)
  const operation = namesIn(documents)
  return { reads: documents.flatMap(({ nodes }) => nodes), ...(operation === '' ? {} : { operation }) }
}

/** The operations that documents ask, each once. */
const namesIn = (documents: readonly (DocumentText | undefined)[]): string => {
  const asked = documents.flatMap((one) => (one && readDocument(one)?.asked) ?? [])
  return [...new Set(asked.map(({ name }) => name))].join(', ')
}

const unsureFor = ({ kind, by }: Unsure): Reason =>
  kind === 'another' ? reasons.document(true) : reasons.documentSometimes(by.getText())

const unreadFor = (trace: Trace, site: Site, document: DocumentText): Reason => {
  if (holdsSeveral(document)) return reasons.severalOperations(operationNameAt(trace, site))
  return document.slots.length > 0 ? unreadDocument(trace, site, document) : reasons.noOperation()
}

/** One of two documents: both of them move, or neither. */
const planChosen = (trace: Trace, site: Site, beside: KeyBeside): Partial<Plan> | undefined => {
  const choice = chosenAt(trace, site)
  if (!choice || choice.some(({ read }) => decide(read) || !read.asked.every(moves))) return undefined
  const [{ document, read }] = choice
  const operation = choice.flatMap((one) => one.read.asked.map(({ name }) => name)).join(', ')
  const reads = choice.flatMap((one) => one.document.nodes)
  return { operation, reads, ...plainOrHanded({ trace, site, document, read, beside, choice }) }
}

const planRead = (sent: SentDocument): Partial<Plan> => {
  const { document, read } = sent
  const said = { operation: read.asked.map((one) => one.name).join(', '), reads: document.nodes }
  const decided = decide(read)
  if (decided) return { ...said, ...decided }
  // What stands in the source is then a default only: said as the value, nothing could override it any more
  if (document.env.length > 0) return { ...said, left: reasons.overridden(document.env) }
  return { ...said, ...plainOrHanded(sent) }
}

/**
 * A call of v2 in the place of the program's own; where that has no form for the answer, cannot say the key, or does
 * without what the program's function did around the request, that function is handed the call; else the key is exported,
 * or read where its object read it.
 * What a function may keep back that v2 would do is not done without it.
 */
const plainOrHanded = (sent: SentDocument): Partial<Plan> => {
  const other = otherCallee(sent.trace, sent.site)
  if (other !== undefined) return { left: reasons.otherCallee(other) }
  const plan = plainOr(sent)
  const isDone = !plan.left && !plan.handed && sent.read.kind !== 'query'
  const guard = isDone ? lossesOf(plan).find(isGuard) : undefined
  return guard === undefined ? plan : { left: reasons.guarded(guard) }
}

const plainOr = (sent: SentDocument): Partial<Plan> => {
  const { trace, site, read } = sent
  const plain = moveDocument(sent)
  const isWell = !plain.left && !lossesOf(plain).some((one) => !isMereCheck(one))
  const isOther = plain.left && !/^codemod\.(answer|graphql-key)$/.test(plain.left.rule)
  const mayHand = !isWell && !isOther && read.asked.every(moves) && !isKeyless(trace, site)
  const handing = mayHand ? handingOf(trace, site) : undefined
  const given = handing && moveDocument(sent, { handing })
  const isShut = plain.left?.rule === 'codemod.graphql-key' && (!given || given.left)
  for (const said of isShut ? [keyOpened, keyOfEnvironment] : []) {
    const opened = moveDocument(sent, { said })
    if (!opened.left) return opened
  }
  if (!given) return plain
  if (plain.left) return given
  const isBetter = given.handed && lossesOf(given).length < lossesOf(plain).length
  return isBetter ? { ...given, handed: { ...given.handed, plain } } : plain
}

const isKeyless = (trace: Trace, site: Site): boolean => {
  const text = keyOf(trace, site)?.text ?? keyTextOf(trace, site)
  return text === undefined || isNoKey(text)
}

/** What the program's own function would have to stay for; what it printed of what it threw is only told. */
const lossesOf = ({ around = [] }: Partial<Plan>): readonly string[] =>
  around.filter((one) => !isPrintedFirst(one))

/** What is in the way and nobody reads may be taken out at once, or only once something else is gone. */
const MOST_TRIES = 3

/** The plan for a document without what nobody reads; where that does not help, the whole one's, for what is in the way then. */
const planSlimmer = (first: SentDocument, whole: Partial<Plan>): Partial<Plan> => {
  let sent = first
  let { left } = whole
  const gone: string[] = []
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { trace, site, document } = sent
    const slimmer = withoutUnread(trace, site, document, { isInTheWay: inTheWay(sent.read), isBare })
    const read = slimmer && readDocument(slimmer.document)
    if (!slimmer || !read) break
    sent = { ...sent, document: slimmer.document, read }
    gone.push(...slimmer.dropped)
    const plan = planRead(sent)
    if (!plan.left && !plan.kept)
      return { ...plan, findings: [...(plan.findings ?? []), ...gone.map(unreadFinding)] }
    // Any other reason may be one of having lost sight of who reads it
    if (!plan.left?.rule.includes('.read.')) return whole
    left = plan.left
  }
  return whole.left && left ? { ...whole, left } : whole
}

/** What stays on GraphQL, what nobody can move, and what never existed. */
const decide = (read: ReadText): Pick<Plan, 'left' | 'kept' | 'stays'> | undefined => {
  const { asked, kind } = read
  const hidden = asked.find(({ name }) => name.includes('*'))
  if (hidden || asked.length === 0) return { left: hiddenFor(read) }
  if (asked.some(({ node }) => node.name.value === TYPE_NAME)) return { left: reasons.typeName() }
  const strange = asked.find(({ name }) => !operationOf(name))
  if (strange) return { left: reasons.unknownField(strange.name, nearestFields(strange.name, kind)) }
  const staying = asked.filter((one) => !moves(one)).map(({ name }) => name)
  const gone = staying.filter((name) => operationOf(name)?.source === 'upstream')
  if (gone.length === asked.length)
    return {
      kept: goneOf(gone[0] ?? ''),
      stays: [...new Set(gone)].map((name) => ({ name, why: goneOf(name) })),
    }
  if (staying.length === asked.length || (staying.length > 0 && kind !== 'query'))
    return { left: reasonFor(kind, staying, gone) }
  const refused = refusedBy(read)
  return refused === undefined
    ? undefined
    : {
        left: reasons.refusedDocument(
          refused,
          asked.some(({ name }) => writes(name)),
          neverIn(asked),
        ),
      }
}

/** Of a mutation nothing can be taken out; a query is left for what v2 has, and upshift does not write. */
const reasonFor = (kind: ReadText['kind'], staying: readonly string[], gone: readonly string[]): Reason =>
  kind !== 'query' && gone.length > 0
    ? reasons.mixedMutation(gone.join(', '))
    : movedBy(staying.find((name) => !gone.includes(name)) ?? '')

const movedBy = (name: string): Reason => reasons.moreCalls(name, operationOf(name)?.v2 ?? [])
