import type { ts } from 'ts-morph'
import { isPromised } from '../../../mappings/graphql/operations.ts'
import { compiler } from '../../project/compiler.ts'
import { isInside } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { wrapMapper } from '../mapper/mapper.ts'
import type { Wrap } from '../mapper/mapper-wrap.ts'
import { type Style, styleOf, valueText } from '../mapper/style.ts'
import { documentNode } from './documents.ts'
import type { FieldCall } from './graphql-call.ts'
import { type Asked, type ReadText, reducedText } from './graphql-document.ts'
import type { Dress } from './graphql-dress.ts'

/** A field of a document, and the call that does its work. */
export interface Field {
  readonly asked: Asked
  readonly call: FieldCall
}

/** What of a document stays on GraphQL, as an expression for a promise of its data. */
export interface RestCallText {
  readonly text: string
  readonly wraps: readonly Wrap[]
}

/**
 * One call as it is; several, or one under another name, with their answers under their keys. Fields of a query are
 * asked for at once, those of a mutation one after the other, as GraphQL does.
 */
export const joinedCalls = (
  fields: readonly Field[],
  kind: ReadText['kind'],
  types: string,
  rest: RestCallText | undefined,
  style: Style,
): RestCallText => {
  const [only, ...others] = fields
  if (only && others.length === 0 && !rest && isPlain(only.asked))
    return { text: only.call.text(types), wraps: [] }
  const isMutation = kind === 'mutation'
  const members = fields.map(({ asked, call }) => {
    const promised = isPromised(asked.name) ? '!' : ''
    const path = asked.name.startsWith('myself.')
      ? valueText(`myself.${asked.key}${promised}`, style)
      : asked.key
    return `${path}: ${isMutation ? '() => ' : ''}${call.text('')}`
  })
  const wrap = isMutation ? 'steps' : 'fields'
  const given = `{ ${members.join(', ')} }${rest ? `, ${rest.text}` : ''}`
  return { text: `${wrapMapper(wrap).name}${types}(${given})`, wraps: [wrap, ...(rest?.wraps ?? [])] }
}

/** What `data` held where the one field that was asked for had failed; empty for several, which say it themselves. */
export const nothingOf = ([only, ...others]: readonly Field[], rest: RestCallText | undefined): string => {
  if (!only || others.length > 0 || rest || !isPlain(only.asked)) return ''
  const { name } = only.asked
  const [root = '', child] = name.split('.')
  return `, { ${root}: ${child && !isPromised(name) ? `{ ${child}: null }` : 'null'} }`
}

const isPlain = ({ name, key }: Asked): boolean => name.split('.').at(-1) === key

/** The site's own call with a document that asks for less; undefined where the document is not said in the call. */
export const restOf = (
  trace: Trace,
  site: Site,
  read: ReadText,
  staying: readonly Asked[],
  dress: Dress,
): RestCallText | undefined => {
  const document = reducedText(read, staying)
  const node = documentNode(trace, site)
  if (!document || !node || !isInside(node, site.top)) return undefined
  const said = valueText(document, styleOf(node.getSourceFile()))
  const call = spliced(site.top, node, isShorthand(node) ? `${node.getText()}: ${said}` : said)
  return unwrapped(call, dress)
}

const isShorthand = (node: ts.Node): boolean => compiler.isShorthandPropertyAssignment(node.parent)

const spliced = (top: ts.Node, part: ts.Node, text: string): string => {
  const { text: source } = top.getSourceFile()
  return source.slice(top.getStart(), part.getStart()) + text + source.slice(part.getEnd(), top.getEnd())
}

/** The call's answer as what `data` holds. */
const unwrapped = (call: string, dress: Dress): RestCallText => {
  const rest = wrapMapper('rest').name
  if (dress === 'answer' || dress === 'checked' || dress === 'payload')
    return { text: `${rest}(${call})`, wraps: ['rest'] }
  if (dress === 'response')
    return { text: `${rest}(${call}.then((response) => response.json()))`, wraps: ['rest'] }
  if (dress === 'reply' || dress === 'axios')
    return { text: `${rest}(${call}.then(({ data }) => data))`, wraps: ['rest'] }
  return { text: dress === 'raw' ? `${call}.then(({ data }) => data)` : call, wraps: [] }
}
