import type { Resource } from '../../mappings/dsl/mapping.ts'
import { type RestCall, restCalls } from '../../mappings/graphql/calls.ts'
import type { Operation, RootOperation, Takes } from '../../mappings/graphql/operation.ts'
import {
  graphqlArguments,
  graphqlChildren,
  graphqlMutations,
  graphqlQueries,
} from '../../mappings/graphql/operations.ts'
import { compiler } from '../project/compiler.ts'
import { answerOf } from '../sites/answer.ts'
import type { Held } from '../sites/held.ts'
import { walk } from '../sites/scope.ts'
import { documentTexts, type Site, wholeParameter } from '../sites/sites.ts'
import type { Trace } from '../sites/trace.ts'
import { documentsOf } from './documents.ts'
import { replace } from './edit.ts'
import { wordsAt } from './graphql-arguments.ts'
import { type Asked, pathsIn, type ReadText, readDocument, selectionText } from './graphql-document.ts'
import { keyOf } from './graphql-key.ts'
import { ignoredBy, innerArguments, lossOf, neverWas, unsaid } from './graphql-loss.ts'
import { graphqlResource } from './graphql-resources.ts'
import { argumentsText } from './graphql-words.ts'
import { readsOnlyData } from './key-field.ts'
import { callMapper, wrapMapper } from './mapper.ts'
import { takesArguments } from './mapper-call.ts'
import type { Wrap } from './mapper-wrap.ts'
import type { MapperUse, Plan } from './plan.ts'
import { reasons } from './reason.ts'
import { valueText as quoteValue, styleOf } from './style.ts'

/** Plans one GraphQL call; undefined where the site is none. */
export const planGraphql = (trace: Trace, site: Site): Plan | undefined => {
  if (!site.located.some(({ family }) => family === 'graphql')) return undefined
  const plan: Plan = { site, base: [], edits: [], mappers: [], findings: [] }
  trace.from(site.top)
  const texts = documentTexts(trace, site)
  if (texts.some((text) => wholeParameter(text) !== undefined))
    return { ...plan, operation: 'helper', kept: 'nothing in these files calls this GraphQL helper any more' }
  const [document, ...others] = documentsOf(trace, site)
  if (!document || others.length > 0) return { ...plan, left: reasons.document(others.length > 0) }
  const read = readDocument(document)
  if (!read) return { ...plan, left: reasons.document(false) }
  const name = read.asked.map((one) => one.name).join(', ')
  const said = { ...plan, operation: name, reads: document.nodes }
  const decided = decide(read)
  if (decided) return { ...said, ...decided }
  // What stands in the source is then a default only: said as the value, nothing could override it any more
  if (document.env.length > 0) return { ...said, left: reasons.overridden(document.env) }
  return { ...said, ...rewriteAsked(trace, site, read) }
}

const operationOf = (name: string): Operation | undefined => {
  const known: Readonly<Record<string, Operation>> = { ...graphqlQueries, ...graphqlMutations }
  const children: Readonly<Record<string, Operation>> = graphqlChildren
  return name.startsWith('myself.') ? children[name.slice('myself.'.length)] : known[name]
}

/** What stays on GraphQL, what nobody can move, and what never existed. */
const decide = ({ asked, slots }: ReadText): Pick<Plan, 'left' | 'kept'> | undefined => {
  const sources = asked.map(({ name }) => ({ name, operation: operationOf(name) }))
  const hidden = asked.find(({ name }) => name.includes('*'))
  if (hidden || asked.length === 0) return { left: reasons.selection(lostText(slots)) }
  const strange = sources.find(({ operation }) => !operation)
  if (strange) return { left: reasons.unknownField(strange.name) }
  const staying = sources.filter(({ operation }) => operation?.source === 'upstream')
  if (staying.length === asked.length)
    return { kept: staying[0]?.operation?.gone ?? 'REST v2 has no equivalent' }
  if (staying.length > 0) return { left: reasons.mixedDocument(staying.map(({ name }) => name).join(', ')) }
  if (asked.length > 1) return { left: reasons.severalFields() }
  const [only] = asked
  if (only && !restCalls[only.name])
    return { left: reasons.moreCalls(only.name, operationOf(only.name)?.v2 ?? []) }
  return undefined
}

const readsOf = (call: RestCall): Resource | undefined => {
  const id = call.reads ?? call.resource
  return id === undefined ? undefined : graphqlResource(id)
}

const rewriteAsked = (trace: Trace, site: Site, read: ReadText): Partial<Plan> => {
  const asked = read.asked[0] as Asked
  const call = restCalls[asked.name] as RestCall
  const resource = call.resource ? graphqlResource(call.resource) : undefined
  const reads = readsOf(call)
  const root = asked.name.startsWith('myself.') ? undefined : (operationOf(asked.name) as RootOperation)
  const lost = lostIn(asked, read)
  if (lost) return { left: reasons.arguments(lost) }
  const strange = neverWas(asked, root, call.answer === 'none' ? undefined : reads)
  if (strange) return { left: reasons.unknownField(strange) }
  if (asked.key !== asked.name.split('.').at(-1)) return { left: reasons.alias(asked.key) }
  if (!asked.selected || (call.answer !== 'none' && asked.selected.length === 0))
    return { left: reasons.selection(lostText(read.slots)) }
  const dress = dressFor(trace, answerOf(trace, site), site)
  if (!dress) return { left: site.sink.graphql ? reasons.moreThanData() : reasons.answer() }
  if (tellsErrorsApart(site)) return { left: reasons.clientError() }
  const key = keyOf(trace, site)
  if (!key) return { left: reasons.key() }
  const said = sayArguments(trace, site, read, asked)
  if (typeof said === 'string') return { left: reasons.arguments(said) }
  const findings = [
    ...lossOf(trace, site, read, asked, call, resource),
    ...(reads && call.answer !== 'none' ? unsaid(asked, call, reads) : []),
    ...ignoredBy(asked, call),
  ]
  const refused = findings.find(
    ({ code }) => code === 'REFUSED' || code === 'UNKNOWN_FIELD' || code === 'LOSSY',
  )
  if (refused)
    return {
      left: {
        rule: refused.rule,
        why: `${refused.at}: ${refused.why}`,
        fix: `decide about ${refused.at}`,
      },
    }
  const { edits, mappers } = printed(site, asked, call, [key.text, ...said], dress)
  return { edits: [...edits, ...key.edits], mappers, findings }
}

/** The call that takes the site's place. */
const printed = (
  site: Site,
  asked: Asked,
  call: RestCall,
  given: readonly string[],
  dress: Dress,
): Pick<Plan, 'edits' | 'mappers'> => {
  const file = site.top.getSourceFile()
  const selected = asked.selected ?? []
  const resource = call.resource ? graphqlResource(call.resource) : undefined
  const mapper = callMapper(asked.name, call, resource, pathsIn(selected))
  const fields = call.answer === 'none' ? [] : [quoteValue(selectionText(selected), styleOf(file))]
  const types = site.sink.graphql || dress === 'data' ? typeArguments(site) : ''
  const text = `${mapper.name}${types}(${[...given, ...fields].join(', ')})`
  if (dress === 'data') return { edits: [replace(site.top, text)], mappers: [{ file, mapper }] }
  if (dress === 'raw' && !readsErrors(site))
    return { edits: [replace(site.top, `${text}${AS_MEMBER}`)], mappers: [{ file, mapper }] }
  const wrap = wrapMapper(dress === 'raw' ? 'request' : dress)
  const mappers: MapperUse[] = [
    { file, mapper },
    { file, mapper: wrap },
  ]
  const whole = `${wrap.name}(${text})${dress === 'raw' ? AS_MEMBER : ''}`
  return { edits: [replace(site.top, whole)], mappers }
}

const AS_MEMBER = '.then((data) => ({ data }))'

/** The types that the program gave its own helper for `data`. */
const typeArguments = ({ top, sink }: Site): string => {
  const given = top.typeArguments ?? []
  const isOfData = sink.graphql ? given.length > 0 : top !== sink.call && given.length === 1
  const isTyped = isOfData && /\.[cm]?tsx?$/.test(top.getSourceFile().fileName)
  return isTyped ? `<${given[0]?.getText()}>` : ''
}

/** What is made of `data`: nothing, the object it is a member of, or what a wrap's function makes of it. */
type Dress = Wrap | 'data' | 'raw'

/** What the call's value has to look like afterwards. */
const dressFor = (trace: Trace, held: Held, site: Site): Dress | undefined => {
  if (held.kind === 'data') return site.sink.graphql && readsErrors(site) ? 'request' : 'data'
  const isRaw = site.sink.answer === 'raw' && site.top === site.sink.call
  if (isRaw) return readsOnlyData(trace, site.top) ? 'raw' : undefined
  if (held.kind === 'payload') return 'answer'
  if (held.kind === 'response' && site.sink.library === 'fetch') return 'response'
  return held.kind === 'axios' ? 'reply' : undefined
}

/** Whether what graphql-request throws is looked into: `error.response.errors`. */
const readsErrors = ({ top }: Site): boolean => {
  let isRead = false
  walk(top.getSourceFile(), (node) => {
    const isCatch =
      compiler.isCatchClause(node) ||
      (compiler.isCallExpression(node) && /\.catch$/.test(node.expression.getText()))
    if (isCatch && /\bresponse\b/.test(node.getText())) isRead = true
    return !isRead
  })
  return isRead
}

const tellsErrorsApart = ({ sink, top }: Site): boolean =>
  sink.graphql !== undefined && /\binstanceof\s+ClientError\b/.test(top.getSourceFile().text)

/** The arguments after the key, as the call says them; where some part cannot be said, that part. */
const sayArguments = (trace: Trace, site: Site, read: ReadText, asked: Asked): readonly string[] | string => {
  const call = restCalls[asked.name] as RestCall
  const words = wordsAt(trace, site, read)
  const root = asked.name.startsWith('myself.') ? undefined : (operationOf(asked.name) as RootOperation)
  const own = argumentsText(asked.arguments, words, root?.takes)
  const inner = innerArguments(asked)
  if (own === undefined || !inner) return words.unsaid[0] ?? ''
  const asks = Object.entries(inner).map(([name, given]) => {
    if (given.length === 0) return INNER[name] ? `${name}: {}` : ''
    const takes = INNER[name]
    const text = takes && argumentsText(given, words, takes)
    return text && `${name}: ${text.replace(/^\{ input: (.*) \}$/s, '$1').replace(/^\{ input \}$/, 'input')}`
  })
  if (asks.some((one) => one === undefined)) return words.unsaid[0] ?? ''
  if (!takesArguments(call)) return []
  const members = [own.slice(1, -1).trim(), ...asks].filter((one) => one !== '')
  return [members.length === 0 ? '{}' : `{ ${members.join(', ')} }`]
}

/** Fields below the root that take arguments. */
const INNER: Readonly<Record<string, Takes>> = Object.fromEntries(
  ['GpuType.lowestPrice', 'DataCenter.gpuAvailability'].map((name) => [
    name.split('.')[1],
    graphqlArguments[name] ?? {},
  ]),
)

/** What is asked for, but known only at run time. */
const lostText = (slots: ReadText['slots']): string | undefined => {
  const lost = slots.find(({ kind }) => kind === 'lost')
  return lost?.kind === 'lost' ? lost.at.node.getText() : undefined
}

/** What puts a part of the arguments together, where nobody here can tell what comes out. */
const lostIn = (asked: Asked, { slots }: ReadText): string | undefined => {
  const said = JSON.stringify(asked.arguments)
  const lost = slots.find((one, index) => one.kind === 'lost' && said.includes(`"__gap${index}__"`))
  return lost?.kind === 'lost' ? lost.at.node.getText() : undefined
}
