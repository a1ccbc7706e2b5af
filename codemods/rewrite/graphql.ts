import { Kind, type ObjectValueNode } from 'graphql'
import type { ts } from 'ts-morph'
import type { Finding } from '../../mappings/dsl/finding.ts'
import { Hole } from '../../mappings/dsl/hole.ts'
import type { CompiledFacet, Resource } from '../../mappings/dsl/mapping.ts'
import { type RestCall, restCalls } from '../../mappings/graphql/calls.ts'
import type { Operation } from '../../mappings/graphql/operation.ts'
import { graphqlChildren, graphqlMutations, graphqlQueries } from '../../mappings/graphql/operations.ts'
import { compiler } from '../project/compiler.ts'
import { answerOf, type Held } from '../sites/answer.ts'
import { memberAt, outermostOf } from '../sites/body.ts'
import { bare } from '../sites/scope.ts'
import { documentTexts, payloadSources, type Site, wholeParameter } from '../sites/sites.ts'
import type { Trace } from '../sites/trace.ts'
import { replace } from './edit.ts'
import {
  type Asked,
  argumentsText,
  type ReadText,
  readDocument,
  valueText,
  type Words,
} from './graphql-document.ts'
import { keyOf } from './graphql-key.ts'
import { graphqlResource } from './graphql-resources.ts'
import { knownValue, readLiteral } from './literal.ts'
import { missingFromV2, needsMoreCalls } from './loss.ts'
import { callMapper, type Wrap, wrapMapper } from './mapper.ts'
import type { MapperUse, Plan } from './plan.ts'
import { reasons } from './reason.ts'
import { valueText as quoteValue, styleOf } from './style.ts'
import { visibleAt } from './visible.ts'

/** Plans one GraphQL call; undefined where the site is none. */
export const planGraphql = (trace: Trace, site: Site): Plan | undefined => {
  if (!site.located.some(({ family }) => family === 'graphql')) return undefined
  const plan: Plan = { site, base: [], edits: [], mappers: [], findings: [] }
  trace.from(site.top)
  const documents = documentTexts(trace, site)
  const isHelper = documents.some((text) => wholeParameter(text) !== undefined)
  if (isHelper)
    return { ...plan, operation: 'helper', kept: 'nothing in these files calls this GraphQL helper any more' }
  if (documents.length !== 1) return { ...plan, left: reasons.document(documents.length > 1) }
  const read = readDocument(documents[0] as (typeof documents)[number])
  if (!read) return { ...plan, left: reasons.document(false) }
  const name = read.asked.map((one) => one.name).join(', ')
  const decided = decide(read)
  if (decided) return { ...plan, operation: name, ...decided }
  return { ...plan, operation: name, ...rewriteAsked(trace, site, read) }
}

const operationOf = (name: string): Operation | undefined => {
  const known: Readonly<Record<string, Operation>> = { ...graphqlQueries, ...graphqlMutations }
  const children: Readonly<Record<string, Operation>> = graphqlChildren
  return name.startsWith('myself.') ? children[name.slice('myself.'.length)] : known[name]
}

/** What stays on GraphQL, what nobody can move, and what never existed. */
const decide = ({ asked }: ReadText): Pick<Plan, 'left' | 'kept'> | undefined => {
  const sources = asked.map(({ name }) => ({ name, operation: operationOf(name) }))
  const hidden = asked.find(({ name }) => name.includes('*'))
  if (hidden || asked.length === 0) return { left: reasons.document(false) }
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

const rewriteAsked = (trace: Trace, site: Site, read: ReadText): Partial<Plan> => {
  const asked = read.asked[0] as Asked
  const call = restCalls[asked.name] as RestCall
  const resource = call.resource ? graphqlResource(call.resource) : undefined
  if (call.resource && !resource)
    return { left: reasons.moreCalls(asked.name, operationOf(asked.name)?.v2 ?? []) }
  if (asked.key !== asked.name.split('.').at(-1)) return { left: reasons.alias(asked.key) }
  const held = answerOf(trace, site)
  const wrap = wrapperFor(held, site)
  if (!wrap) return { left: reasons.answer() }
  const key = keyOf(trace, site)
  if (!key) return { left: reasons.key() }
  const said = sayArguments(trace, site, read, asked)
  if (said === undefined) return { left: reasons.arguments() }
  const findings = [
    ...lossOf(trace, site, read, asked, call, resource).filter(({ at }) => at !== call.everywhere?.field),
    ...unreadable(asked, resource),
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
  const file = site.top.getSourceFile()
  const mapper = callMapper(asked.name, call, resource)
  const text = `${mapper.name}(${key}${said === '{}' ? '' : `, ${said}`})`
  if (wrap === 'data') return { edits: [replace(site.top, text)], mappers: [{ file, mapper }], findings }
  const dress = wrapMapper(wrap)
  const mappers: MapperUse[] = [
    { file, mapper },
    { file, mapper: dress },
  ]
  return { edits: [replace(site.top, `${dress.name}(${text})`)], mappers, findings }
}

/** What the call's value has to look like afterwards. */
const wrapperFor = (held: Held, site: Site): Wrap | 'data' | undefined => {
  if (held.kind === 'data') return 'data'
  if (held.kind === 'payload') return 'answer'
  if (held.kind === 'response' && site.sink.library === 'fetch') return 'response'
  return held.kind === 'axios' ? 'reply' : undefined
}

const wordsAt = (trace: Trace, site: Site, read: ReadText): Words => {
  const style = styleOf(site.top.getSourceFile())
  return {
    quote: (text) => quoteValue(text, style),
    gap: (index) => {
      const gap = read.gaps[index]
      const outer = gap && outermostOf(trace, { node: gap.node, scope: gap.scope })
      return outer && visibleAt(trace, outer.node, site.top) ? outer.node.getText() : undefined
    },
    variable: (name) => variableText(trace, site, name),
  }
}

/** The object of variables as the outermost caller says it. */
const variablesAt = (trace: Trace, site: Site): ts.Expression | undefined => {
  for (const { node, scope } of payloadSources(trace, site)) {
    const at = compiler.isExpression(node) ? memberAt(trace, node, 'variables', scope) : undefined
    const outer = at && outermostOf(trace, at)
    if (outer) return outer.node
  }
  return undefined
}

const variableText = (trace: Trace, site: Site, name: string): string | undefined => {
  const node = variablesAt(trace, site)
  if (!node || !visibleAt(trace, node, site.top)) return undefined
  const literal = bare(node)
  if (!compiler.isObjectLiteralExpression(literal))
    return compiler.isIdentifier(literal) ? `${literal.text}.${name}` : undefined
  for (const property of literal.properties) {
    if (compiler.isShorthandPropertyAssignment(property) && property.name.text === name) return name
    if (compiler.isPropertyAssignment(property) && property.name.getText() === name)
      return property.initializer.getText()
  }
  return literal.properties.some(compiler.isSpreadAssignment) ? undefined : 'undefined'
}

const sayArguments = (trace: Trace, site: Site, read: ReadText, asked: Asked): string | undefined =>
  argumentsText(asked, wordsAt(trace, site, read))

/** What the mapping says of the values that are written out. */
const lossOf = (
  trace: Trace,
  site: Site,
  read: ReadText,
  asked: Asked,
  call: RestCall,
  resource: Resource | undefined,
): Finding[] => {
  const facet =
    call.body && (resource as unknown as Record<string, CompiledFacet> | undefined)?.[call.body.facet]
  if (!facet || !call.body) return []
  const doc = bodyDocument(trace, site, read, asked, call.body.argument)
  if (!doc) return []
  const { id: _id, ...body } = doc
  const { doc: v2, findings } = facet.upHoles(body)
  return [...needsMoreCalls(facet.plan, body), ...findings, ...missingFromV2(facet, v2)].filter(
    ({ code }) => code !== 'DEFAULTED' && code !== 'DYNAMIC' && code !== 'UNREADABLE',
  )
}

const bodyDocument = (
  trace: Trace,
  site: Site,
  read: ReadText,
  asked: Asked,
  argument: string,
): Record<string, unknown> | undefined => {
  const value = asked.arguments.find(({ name }) => name.value === argument)?.value
  if (value?.kind === Kind.OBJECT) return objectDocument(value, wordsAt(trace, site, read))
  if (value?.kind !== Kind.VARIABLE) return undefined
  const node = variablesAt(trace, site)
  const literal = node && bare(node)
  if (!literal || !compiler.isObjectLiteralExpression(literal)) return undefined
  const property = literal.properties.find((one) => one.name?.getText() === value.name.value)
  if (!property || !compiler.isPropertyAssignment(property)) return undefined
  const inner = bare(property.initializer)
  return compiler.isObjectLiteralExpression(inner) ? readLiteral(trace.checker, inner) : undefined
}

const objectDocument = (node: ObjectValueNode, words: Words): Record<string, unknown> =>
  Object.fromEntries(
    node.fields.map(({ name, value }) => {
      const text = valueText(value, words) ?? name.value
      const known = text.includes('__gap') ? undefined : literalOf(text)
      return [name.value, new Hole(text, known ? { known } : {})]
    }),
  )

/** The value of printed source text, where it is a literal. */
const literalOf = (text: string): { value: unknown } | undefined => {
  const file = compiler.createSourceFile('value.ts', `(${text})`, compiler.ScriptTarget.ESNext, true)
  const [statement] = file.statements
  return statement && compiler.isExpressionStatement(statement) ? knownValue(statement.expression) : undefined
}

/** Arguments that v2's call does not take. */
const ignoredBy = (asked: Asked, { ignores = {} }: RestCall): Finding[] => {
  const fields = asked.arguments.flatMap(({ value }) =>
    value.kind === Kind.OBJECT ? value.fields.map(({ name }) => name.value) : [],
  )
  return Object.entries(ignores)
    .filter(([name]) => fields.includes(name))
    .map(([at, why]) => ({ code: 'DROPPED', rule: `graphql.${asked.name}.${at}`, at, why }))
}

/** Fields that are selected and that v2 does not say. */
const unreadable = (asked: Asked, resource: Resource | undefined): Finding[] => {
  const plan = resource?.read.plan
  if (!plan) return []
  return asked.fields.flatMap((name): Finding[] => {
    const row = plan.rows.find((one) => 'old' in one && one.old.split('.')[0] === name)
    const isLost = row && (row.kind === 'drop' || row.kind === 'refuse')
    return isLost ? [{ code: 'DROPPED', rule: `${plan.id}.read.${name}`, at: name, why: row.why }] : []
  })
}
