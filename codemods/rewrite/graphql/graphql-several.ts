import { isPromised } from '../../../mappings/graphql/operations.ts'
import type { Wrap } from '../mapper/around/mapper-wrap.ts'
import { type Style, valueText } from '../mapper/helpers/style.ts'
import { wrapMapper } from '../mapper/mapper.ts'
import type { Asked, ReadText } from './document/graphql-document.ts'
import type { FieldCall } from './graphql-call.ts'

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
