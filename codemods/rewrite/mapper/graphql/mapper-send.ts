import type { RestCall } from '../../../../mappings/graphql/calls.ts'

const pathText = ({ path, id }: RestCall): string => {
  const below = path.replace('/v2', '')
  return id ? `\`${below.replace('{id}', `\${idOf(${id})}`)}\`` : `¤${below}¤`
}

/** A call as an expression for a promise of its answer. */
export const sendText = (call: RestCall, body?: string): string =>
  `send(apiKey, ¤${call.method}¤, ${pathText(call)}${body ? `, ${body}` : ''})`

/** The same for a whole list. */
export const listText = (call: RestCall): string => `listAll(apiKey, ${pathText(call)}, ¤${call.list}¤)`
