import { Kind } from 'graphql'
import type { Finding } from '../../../mappings/dsl/finding.ts'
import { groupBy } from '../../../mappings/dsl/group-by.ts'
import type { Resource } from '../../../mappings/dsl/mapping.ts'
import { type RestCall, restCalls } from '../../../mappings/graphql/calls.ts'
import type { Operation, RootOperation, Takes } from '../../../mappings/graphql/operation.ts'
import {
  graphqlArguments,
  graphqlChildren,
  graphqlMutations,
  graphqlQueries,
} from '../../../mappings/graphql/operations.ts'
import { unservedFields } from '../../../mappings/graphql/unserved.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { LostRead } from '../answer/reads/read-paths.ts'
import { namesWrittenAt } from '../body/held/names-written.ts'
import { answersNothing, childOf, hasFields, takesArguments } from '../mapper/graphql/mapper-call.ts'
import { valueText as quoteValue, styleOf } from '../mapper/helpers/style.ts'
import { callMapper, type Mapper } from '../mapper/mapper.ts'
import { fewOf, type Meant, nearestNames } from '../nearest.ts'
import { type Reason, reasons } from '../reason.ts'
import { saidOnce, settling } from '../reason-text.ts'
import {
  type Asked,
  myselfAs,
  onConditions,
  pathsIn,
  type ReadText,
  selectionText,
} from './document/graphql-document.ts'
import { innerArguments, selectedFor } from './graphql-questions.ts'
import { graphqlResource } from './graphql-resources.ts'
import { checkedLater, ignoredBy, lossOf } from './lost/graphql-loss.ts'
import { type NeverWas, neverWere } from './lost/graphql-never.ts'
import { questionLoss } from './lost/question-loss.ts'
import { lostElsewhere, type Missed, unsaid } from './reads/graphql-unsaid.ts'
import { fieldsGiven } from './words/argument-given.ts'
import { wordsAt } from './words/graphql-arguments.ts'
import { argumentsText, type Words } from './words/graphql-words.ts'
import type { Spent } from './words/spent.ts'

/** The mapping's entry for a field, or for a child of `myself`. */
export const operationOf = (name: string): Operation | undefined => {
  const known: Readonly<Record<string, Operation>> = { ...graphqlQueries, ...graphqlMutations }
  const children: Readonly<Record<string, Operation>> = graphqlChildren
  const served = name.startsWith('myself.') ? children[name.slice('myself.'.length)] : known[name]
  return served ?? unservedFields[name]
}

/** Whether a field does something. */
export const writes = (name: string): boolean => name in graphqlMutations

/** Root fields of GraphQL, or children of `myself`, whose names come near to one that it never had. */
export const nearestFields = (name: string, kind: string): readonly string[] => {
  const [parent, child] = name.split('.')
  if (child !== undefined && parent === 'myself')
    return nearestNames(child, Object.keys(graphqlChildren)).map((one) => `myself.${one}`)
  return nearestNames(name, Object.keys(kind === 'mutation' ? graphqlMutations : graphqlQueries))
}

/** The arguments that a field takes. */
const takesOf = (name: string): Takes =>
  name.startsWith('myself.')
    ? (graphqlArguments[name.replace('myself', 'User')] ?? {})
    : ((operationOf(name) as RootOperation | undefined)?.takes ?? {})

/** The call of a generated function that does one field's work. */
export interface FieldCall {
  readonly mapper: Mapper
  readonly findings: readonly Finding[]
  /** Reads far from the call of what v2 does not say. */
  readonly lost: readonly LostRead[]
  /** @param types what the program says of `data` */
  readonly text: (types: string) => string
}

/** What the calls of one document have in common. */
interface Speaking {
  readonly key: string
  readonly spent: Spent
  readonly missed: Missed
}

/** Plans the call for one field of a document; the reason where it cannot be made. */
export const callOf = (
  trace: Trace,
  site: Site,
  read: ReadText,
  asked: Asked,
  { key, spent, missed }: Speaking,
): FieldCall | { readonly left: Reason } => {
  const call = restCalls[asked.name] as RestCall
  const resource = call.resource ? graphqlResource(call.resource) : undefined
  const reads = readsOf(call)
  // What a body says, its rows know
  const seen = call.body ? {} : fieldsGiven(trace, site, asked)
  const strange = strangeIn(asked, read, call, reads, seen)
  if (strange) return { left: strange }
  const said = sayArguments(trace, site, read, asked, spent)
  if (!Array.isArray(said)) return { left: said as Reason }
  const findings = [
    ...lossOf(trace, site, read, asked, call, resource),
    ...questionLoss(trace, site, read, asked, reads?.query),
    ...(reads && hasFields(call) ? unsaid(asked, call, reads, missed) : []),
    ...ignoredBy(asked, call),
    ...checkedLater(asked, call, said),
  ]
  const refused = findings.filter(({ code }) => /^(REFUSED|UNKNOWN_FIELD|LOSSY)$/.test(code))
  if (refused[0]) {
    const at = refused.flatMap((one) => missed.deciding(asked, one.at))
    return { left: { ...refusedFor(refused[0].rule, refused), ...(at.length > 0 ? { at } : {}) } }
  }
  const selected = asked.selected ?? []
  const says = bodySays(call, said)
  const paths = call.answer === 'value' ? [childOf(asked.name)] : pathsIn(selected)
  const mapper = { ...callMapper(asked.name, call, resource, paths), ...(says ? { says } : {}) }
  const style = styleOf(site.top.getSourceFile())
  const fields = !hasFields(call) ? [] : [quoteValue(selectionText(selectedFor(asked)), style)]
  const text = [key, ...said, ...fields].join(', ')
  const lost = reads ? lostElsewhere(asked, reads, findings, missed) : []
  return { mapper, findings, lost, text: (types) => `${mapper.name}${types}(${text})` }
}

/** The fields that a call's body says, where they are all written out. */
const bodySays = ({ body, adds = [], whenId }: RestCall, [said]: readonly string[]): string[] | undefined => {
  const names = body && said ? namesWrittenAt(said, body.argument) : undefined
  const more = names?.includes('id') ? (whenId?.adds ?? []) : []
  return names && [...new Set([...names, ...adds, ...more])]
}

/** All that holds a field, so that nobody has to run this once for each. */
const refusedFor = (rule: string, refused: readonly Finding[]): Reason => ({
  rule,
  why: saidOnce(refused),
  fix: settling(refused),
})

const readsOf = (call: RestCall): Resource | undefined => {
  const id = call.reads ?? call.resource
  return id === undefined ? undefined : graphqlResource(id)
}

/** What may be meant; of several that never were, each with the one that it is a guess for. */
const guessesFor = (strange: readonly NeverWas[]): readonly string[] => {
  const [only, ...others] = strange
  if (others.length === 0) return only?.nearest ?? []
  const guessed = strange.filter(({ nearest }) => nearest.length > 0)
  const groups = groupBy(guessed, ({ nearest }) => nearest.join(' or '))
  return fewOf(
    [...groups].map(([nearest, of]) => `${nearest} (for ${of.map(({ said }) => lastOf(said)).join(', ')})`),
  )
}

/** Fields and arguments of a document that is refused for something else, and which the API never had either. */
export const neverIn = (all: readonly Asked[]): Meant | undefined => {
  const strange = all.flatMap((asked) => {
    const call = restCalls[asked.name]
    const reads = call && hasFields(call) ? readsOf(call) : undefined
    return neverWere(asked, takesOf(asked.name), reads, { said: {} }).filter(
      ({ said }) => !unservedFields[said],
    )
  })
  return strange.length === 0 ? undefined : meantIn(strange)
}

const meantIn = (strange: readonly NeverWas[]): Meant => ({
  names: strange.map(({ said }) => said).join(', '),
  nearest: guessesFor(strange),
})

/** `force` of `podStop(input.force)`. */
const lastOf = (said: string): string => {
  const last = said.split('.').at(-1) ?? said
  return last.includes('(') ? last : last.replace(/\)$/, '')
}

/** What of a field is not there to see, or never was. */
const strangeIn = (
  asked: Asked,
  read: ReadText,
  call: RestCall,
  reads: Resource | undefined,
  seen: ReturnType<typeof fieldsGiven>,
): Reason | undefined => {
  const lost = lostIn(asked, read)
  if (lost) return reasons.arguments(lost)
  const selected = (asked.selected ?? []).map(({ name }) => name)
  if (!hasFields(call) && selected.length > 0) return reasons.nothingToSelect(asked.name, selected.join(', '))
  const given = { said: seen, id: call.id }
  const below = answersNothing(call) ? pathsIn(asked.selected ?? []) : []
  const strange = [
    ...neverWere(asked, takesOf(asked.name), hasFields(call) ? reads : undefined, given),
    ...below.map((path): NeverWas => ({ said: `${asked.name}.${path}`, nearest: [] })),
  ]
  for (const { said } of strange) {
    const gone = unservedFields[said]?.gone
    if (gone) return reasons.unservedField(said, gone)
  }
  // A reader who mends one is not to find the next only then
  if (strange.length > 0) {
    const { names, nearest } = meantIn(strange)
    return reasons.unknownField(names, nearest)
  }
  const needed = call.id?.split('.')[0]
  if (needed !== undefined && !asked.arguments.some(({ name }) => name.value === needed))
    return reasons.refusedDocument(
      `Argument "${needed}" of "${asked.name}" was not provided`,
      writes(asked.name),
    )
  const isWhole = asked.selected && (!hasFields(call) || asked.selected.length > 0)
  return isWhole ? undefined : hiddenFor(read)
}

const unsaidOf = ({ unsaid, unseen }: Words): Reason =>
  unseen[0] === undefined ? reasons.arguments(unsaid[0]) : reasons.variables(unseen[0])

/** The arguments after the key, as the call says them; the reason where some part cannot be said. */
const sayArguments = (
  trace: Trace,
  site: Site,
  read: ReadText,
  asked: Asked,
  spent: Spent,
): readonly string[] | Reason => {
  const call = restCalls[asked.name] as RestCall
  const words = wordsAt(trace, site, read, spent)
  const own = argumentsText(asked.arguments, words, takesOf(asked.name))
  const inner = innerArguments(asked)
  if (!inner) return reasons.innerFields()
  if (own === undefined) return unsaidOf(words)
  const asks = Object.entries(inner).map(([key, { name, given }]) => {
    if (given.length === 0) return INNER[name] ? `${key}: {}` : ''
    const takes = INNER[name]
    const text = takes && argumentsText(given, words, takes)
    return text && `${key}: ${text.replace(/^\{ input: (.*) \}$/s, '$1').replace(/^\{ input \}$/, 'input')}`
  })
  if (asks.some((one) => one === undefined)) return unsaidOf(words)
  const [missing] = words.missing
  if (missing !== undefined)
    return reasons.refusedDocument(`Variable "$${missing}" was not provided`, writes(asked.name))
  if (!takesArguments(call)) return []
  const members = [own.slice(1, -1).trim(), ...asks].flatMap((one) => one || [])
  if (members.length === 0) return ['{}']
  return [wholeOf(asked, members) ?? `{ ${members.join(', ')} }`]
}

/** `variables`, of `{ input: variables.input }`: what holds all that a field takes, under the names that it takes it by. */
const wholeOf = (asked: Asked, [member = '', ...others]: readonly string[]): string | undefined => {
  const [name = '', ...more] = Object.keys(takesOf(asked.name))
  const [given] = asked.arguments
  const isVariable = given?.value.kind === Kind.VARIABLE && given.value.name.value === name
  const holder = new RegExp(`^${name}: ([\\w$]+)\\.${name}$`).exec(member)?.[1]
  return isVariable && others.length + more.length === 0 ? holder : undefined
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

/** Why not all that a document asks for can be seen. */
export const hiddenFor = (read: ReadText): Reason => {
  const lost = lostText(read.slots)
  const names = lost === undefined ? onConditions(read) : []
  const other = lost === undefined ? myselfAs(read) : undefined
  if (other !== undefined && names.length === 0) return reasons.myselfAs(other)
  return names.length > 0 ? reasons.onConditions(names) : reasons.selection(lost)
}

/** What puts a part of the arguments together, where nobody here can tell what comes out. */
const lostIn = (asked: Asked, { slots }: ReadText): string | undefined => {
  const said = JSON.stringify(asked.arguments)
  const lost = slots.find((one, index) => one.kind === 'lost' && said.includes(`"__gap${index}__"`))
  return lost?.kind === 'lost' ? lost.at.node.getText() : undefined
}
