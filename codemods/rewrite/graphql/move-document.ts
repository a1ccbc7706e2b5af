import type { Finding } from '../../../mappings/dsl/finding.ts'
import { answerOf } from '../../sites/answers/answer.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { replace } from '../edit/edit.ts'
import type { Said } from '../edit/key-field.ts'
import type { Wrap } from '../mapper/around/mapper-wrap.ts'
import { drawnTo, styleOf } from '../mapper/helpers/style.ts'
import { wrapMapper } from '../mapper/mapper.ts'
import type { Plan } from '../plan.ts'
import { type Reason, reasons } from '../reason.ts'
import { accessText, aroundOf } from './around/graphql-around.ts'
import {
  AS_MEMBER,
  asThrown,
  behindWrap,
  type Dress,
  dressFor,
  isUntaken,
  readsErrors,
  tellsErrorsApart,
  typeArguments,
  wrapOf,
} from './around/graphql-dress.ts'
import { forgivenBy } from './around/graphql-forgiven.ts'
import { stillShown } from './around/graphql-shown.ts'
import { throwsErrors } from './around/graphql-thrown.ts'
import { checksOfMakers } from './around/makers-around.ts'
import { dataType, replyType, type SaidType, wholeType } from './around/whole-type.ts'
import { type Chosen, choiceText } from './document/choice.ts'
import type { documentsOf } from './document/documents.ts'
import type { ReadText } from './document/graphql-document.ts'
import { callOf, operationOf } from './graphql-call.ts'
import { type RestCall, restOf } from './graphql-rest.ts'
import { type Field, joinedCalls, nothingOf, type RestCallText } from './graphql-several.ts'
import type { Handing } from './handed/graphql-handed.ts'
import { isNoKey, type KeyBeside, keyOf, keyTextOf, mayCarryKey } from './key/graphql-key.ts'
import { keyless, unnamed } from './key/key-reasons.ts'
import { missedIn, moves, withoutUnheard } from './reads/graphql-unread.ts'
import { variablesAt } from './words/graphql-variables.ts'
import type { Spent } from './words/spent.ts'
import { evaluatedOtherwise, newSpent } from './words/spent.ts'

/** A document, read from the source. */
export type Document = ReturnType<typeof documentsOf>[number]

/** Why v2 has nothing for a field. */
export const goneOf = (name: string): string => operationOf(name)?.gone ?? 'REST v2 has no equivalent'

/** A GraphQL call whose document is read. */
export interface SentDocument {
  readonly trace: Trace
  readonly site: Site
  readonly document: Document
  readonly read: ReadText
  readonly beside: KeyBeside
  /** What else may be sent, and the condition of which one it is. */
  readonly choice?: readonly [Chosen, Chosen] | undefined
}

/** How the calls of v2 are made: in the place of the program's own, or by a function that is handed them. */
interface Manner {
  readonly handing?: Handing
  /** How the key is said at the call. */
  readonly said?: typeof keyOf
}

/** The calls of v2 that do what a document asks for, or why there are none that the program could be given. */
export const moveDocument = (asked: SentDocument, manner: Manner = {}): Partial<Plan> => {
  const { trace, choice } = asked
  const sides: Side[] = []
  for (const one of choice ?? [undefined]) {
    const own: SentDocument = one ? { ...asked, document: one.document, read: one.read } : asked
    const parts = trace.assuming(one?.branch, () => partsOf(own, manner))
    if ('left' in parts) return parts
    sides.push({ asked: own, parts })
  }
  return planOf(asked, manner, sides)
}

/** A document, and what its calls are put together from. */
interface Side {
  readonly asked: SentDocument
  readonly parts: Parts
}

/** The key that the calls of v2 carry, and what the program says in its place where it can be none. */
const keyFor = ({ trace, site, read, beside }: SentDocument, { handing, said = keyOf }: Manner) => {
  const own = handing ? { text: handing.key, edits: [] } : said(trace, site)
  const text = own?.text ?? keyTextOf(trace, site)
  const carriesNone = text === undefined || isNoKey(text)
  // What nobody was answered without a key is not to be done with one now
  const isOpen = read.asked.every(({ name }) => operationOf(name)?.isOpen)
  const isGiven = carriesNone && isOpen && !mayCarryKey(trace, site)
  const key: Said | undefined = isGiven ? beside(site) : carriesNone ? undefined : own
  return { key, text, carriesNone }
}

/** What the calls of v2 are put together from. */
interface Parts {
  readonly key: Said
  /** Whether GraphQL was asked without one. */
  readonly carriesNone: boolean
  readonly fields: readonly Field[]
  readonly made: Dress
  readonly rest: RestCallText | undefined
  readonly around: ReturnType<typeof aroundOf>
}

const partsOf = (asked: SentDocument, manner: Manner): Parts | { readonly left: Reason } => {
  const { trace, site } = asked
  const { handing } = manner
  const { key, text, carriesNone } = keyFor(asked, manner)
  const around = handing ?? aroundOf(trace, site)
  const spent = newSpent()
  const fields = fieldsOf(asked, handing?.access ?? accessText(key?.text ?? '', around.carried), spent)
  if ('left' in fields) return fields
  if (!key && carriesNone) return { left: keyless(trace, site) }
  const made = handing?.wrap ?? dressFor(trace, answerOf(trace, site), site)
  if (!made) return { left: undressed(trace, site) }
  if (tellsErrorsApart(site)) return { left: reasons.clientError() }
  if (!key) return { left: unnamed(trace, site, text ?? '') }
  const rest = restFor(asked, made, spent)
  if (rest && 'left' in rest) return rest
  const asks = (asked.choice ?? []).slice(0, 1).map(({ branch }) => branch.condition)
  const late = evaluatedLate(asked, fields, spent, rest) ?? handing?.otherwise([...spent.nodes, ...asks])
  return late ? { left: reasons.evaluated(late.getText()) } : { key, carriesNone, fields, made, rest, around }
}

const planOf = (asked: SentDocument, { handing }: Manner, sides: readonly Side[]): Partial<Plan> => {
  const { trace, site, choice } = asked
  const [side, other] = sides as readonly [Side, Side?]
  const { key, carriesNone, made } = side.parts
  if (other && other.parts.made !== made) return { left: reasons.document(true) }
  const { carried, lost } = side.parts.around
  // What a function of the program goes on to make of it, that function's own types say
  const type = handing ? undefined : saidOf(trace, site, made)
  const saying = ({ asked: { read }, parts }: Side): Dressed =>
    dressed(asked, parts.fields, read, made, parts.rest, type?.text)
  const said = sides.map(saying)
  const [one = '', two] = said.map((each) => each.text)
  const place = handing ? undefined : site.top
  const text = choice && two !== undefined ? choiceText(choice[0].branch, one, two, place) : one
  const file = site.top.getSourceFile()
  const handed = handing?.handed(text)
  if (handing && !handed) return { left: undressed(trace, site) }
  const isWhole = made === 'data' || WHOLE.test(made)
  const around = new Set([
    ...lost,
    ...checksOfMakers(trace, site, key.text, handing !== undefined),
    ...(!handing && isWhole ? forgivenBy(trace, site, made !== 'data') : []),
  ])
  const more = carried.length > 0 ? ({ carries: true } as const) : {}
  const fields = sides.flatMap(({ parts }) => parts.fields)
  const mappers = [
    ...fields.map(({ call }) => ({ ...call.mapper, ...more })),
    ...said.flatMap(({ wraps }) => wraps.map(wrapMapper)),
  ]
  return {
    operation: fields.map((field) => field.asked.name).join(', '),
    ...(handed
      ? { handed, edits: [] }
      : { edits: [replace(site.top, drawnTo(file, site.top.getStart(), text)), ...key.edits] }),
    mappers: mappers.map((mapper) => ({ file, mapper })),
    findings: [
      ...(carriesNone ? [keylessFinding(key.text)] : []),
      ...sides.flatMap(({ asked: { document }, parts }) =>
        parts.fields.flatMap((field) =>
          withoutUnheard(trace, site, document, field.asked, field.call.findings),
        ),
      ),
      ...sides.flatMap(({ asked: { document } }) => stillShown(trace, document.nodes)),
    ],
    lost: fields.flatMap(({ call }) => call.lost),
    ...(around.size > 0 ? { around: [...around] } : {}),
    borrows: [...(key.borrows ?? []), ...(type?.borrows ?? [])],
    ...staysOf(asked.read),
  }
}

/** The call of v2 for each field that moves. @param access how the key, and what is carried along, is said */
const fieldsOf = (
  { trace, site, document, read }: SentDocument,
  access: string,
  spent: Spent,
): readonly Field[] | { readonly left: Reason } => {
  const fields: Field[] = []
  const missed = missedIn(trace, site, document)
  for (const asked of read.asked.filter(moves)) {
    const call = callOf(trace, site, read, asked, { key: access, spent, missed })
    if ('left' in call) return call
    fields.push({ asked, call })
  }
  return fields
}

const stayingIn = ({ asked }: ReadText) => asked.filter((one) => !moves(one))

/** The fields that stay on GraphQL, each with the reason. */
const staysOf = (read: ReadText): Pick<Plan, 'stays'> => {
  const stays = stayingIn(read).map(({ name }) => ({ name, why: goneOf(name) }))
  return stays.length > 0 ? { stays } : {}
}

/** What GraphQL is still asked for beside the calls of v2; nothing where all of a document moves. */
const restFor = (
  asked: SentDocument,
  made: Dress,
  spent: Spent,
): RestCall | { readonly left: Reason } | undefined => {
  const staying = stayingIn(asked.read)
  if (staying.length === 0) return undefined
  const left = reasons.mixedDocument(staying.map(({ name }) => name).join(', '))
  return restOf(asked, staying, made, spent) ?? { left }
}

/** What would be evaluated otherwise than before, were the calls made so. */
const evaluatedLate = (
  { trace, site }: SentDocument,
  fields: readonly Field[],
  spent: Spent,
  rest: RestCall | undefined,
) =>
  evaluatedOtherwise(spent, {
    top: site.top,
    variables: variablesAt(trace, site),
    kept: rest?.given ?? [],
    isSeveral: fields.length > 1 || rest !== undefined,
  })

/** What holds all of an answer. */
const WHOLE = /^(answer|checked|payload|reply|axios)$/

/** Why nothing can be made of `data` that the program would take for what it had. */
const undressed = (trace: Trace, site: Site): Reason => {
  if (site.sink.graphql) return reasons.moreThanData()
  if (answerOf(trace, site).kind === 'record' && site.sink.answer === 'undici') return reasons.moreThanBody()
  return throwsErrors(trace, site) === 'sometimes' ? reasons.someThrown() : reasons.ownAnswer()
}

const keylessFinding = (text: string): Finding => ({
  code: 'TOLERATED',
  rule: 'codemod.graphql-key',
  at: 'API key',
  why: `GraphQL answered this without one; REST v2 is asked with ${text}, as the program's other calls are`,
  fix: 'see that the key is there where this runs',
})

type Dressed = ReturnType<typeof dressed>

/** The call that takes the site's place. */
const dressed = (
  { trace, site }: SentDocument,
  fields: readonly Field[],
  { kind }: ReadText,
  dress: Dress,
  rest: RestCallText | undefined,
  said = '',
): { readonly text: string; readonly wraps: readonly Wrap[] } => {
  const own = site.sink.graphql || dress === 'data' ? typeArguments(site) : ''
  const types = own || (dress === 'data' && said ? `<${said}>` : '')
  const joined = joinedCalls(fields, kind, types, rest, styleOf(site.top.getSourceFile()))
  const isAsIs =
    /^(payload|axios|raw)$/.test(dress) && isUntaken(site) && !(dress === 'raw' && readsErrors(site))
  if (dress === 'data' || isAsIs) return joined
  if (dress === 'payload' || dress === 'axios')
    return { ...joined, text: joined.text + asThrown(dress, site, said) }
  if (dress === 'raw' && !readsErrors(site)) return { ...joined, text: joined.text + AS_MEMBER }
  const wrap = wrapOf(dress)
  const name = `${wrapMapper(wrap).name}${said && `<${said}>`}`
  return {
    text: `${name}(${joined.text}${nothingOf(fields, rest)})${behindWrap(trace, site, dress)}`,
    wraps: [...joined.wraps, wrap],
  }
}

/** What the program says of a whole answer, or of the data that its own helper takes out of one. */
const saidOf = (trace: Trace, site: Site, dress: Dress): SaidType | undefined => {
  if (dress === 'data') return typeArguments(site) ? undefined : dataType(trace, site)
  if (!WHOLE.test(dress)) return undefined
  return dress === 'reply' || dress === 'axios' ? replyType(trace, site) : wholeType(trace, site)
}
