import type { RestCall } from '../../mappings/graphql/calls.ts'
import type { CallMapper, Wrap } from './mapper.ts'
import type { Dialect } from './mapper-helpers.ts'
import type { Style } from './style.ts'

/** The names of the shape mappers that a call uses. */
export interface CallNames {
  readonly create: string
  readonly update: string
  readonly read: string
  readonly list: string
}

/** Prints the function that does a GraphQL field's work by REST v2 and gives what `data` held. */
export const printCall = (mapper: CallMapper, names: CallNames, dialect: Dialect, style: Style): string => {
  const { indent, semicolon } = style
  const { call, field } = mapper
  const lines = call.whenId
    ? twoCalls(call, call.whenId, names, style)
    : [
        `${indent}const answer = ${call.everywhere ? everywhere(call, call.everywhere, names) : oneCall(call, names)}${semicolon}`,
      ]
  const read = readText(call, names)
  const data = field.startsWith('myself.')
    ? `{ myself: { ${field.slice('myself.'.length)}: ${read} } }`
    : `{ ${field}: ${read} }`
  return [
    `/** GraphQL's \`${field}\` by REST v2: gives what \`data\` held. */`,
    `${head(mapper.name, argumentsOf(call), dialect)}`,
    ...lines,
    `${indent}return ${data}${semicolon}`,
    `}${semicolon}`,
  ].join('\n')
}

const head = (name: string, parameter: string, dialect: Dialect): string => {
  if (dialect === 'ts')
    return `export const ${name} = async (apiKey: string | undefined${parameter && `, ${parameter}: any`}): Promise<any> => {`
  return `${dialect === 'esm' ? 'export ' : ''}const ${name} = async (apiKey${parameter && `, ${parameter}`}) => {`
}

const argumentsOf = (call: RestCall): string => {
  const names = new Set([call.id, call.body?.argument].flatMap((path) => (path ? [path.split('.')[0]] : [])))
  return names.size === 0 ? '' : `{ ${[...names].join(', ')} }`
}

const pathText = ({ path, id }: RestCall): string =>
  `\`${path.replace('/v2', '').replace('{id}', `\${${id}}`)}\``

const oneCall = (call: RestCall, names: CallNames, body = call.body?.argument): string => {
  const sent = call.body ? `${names[call.body.facet]}(${body})` : call.sends && JSON.stringify(call.sends)
  const more = sent ? `, ${sent.replace(/^\{"(\w+)":"(\w+)"\}$/, "{ $1: '$2' }")}` : ''
  return `await send(apiKey, '${call.method}', ${pathText(call)}${more})`
}

const everywhere = (
  call: RestCall,
  { field, value, tried }: NonNullable<RestCall['everywhere']>,
  names: CallNames,
): string => {
  const [first, second] = tried
  const argument = call.body?.argument ?? 'input'
  return `await everywhere(${argument}, '${field}', '${value}', ['${first}', '${second}'], (${argument}) => ${oneCall(call, names).replace('await ', '')})`
}

const twoCalls = (
  create: RestCall,
  update: RestCall,
  names: CallNames,
  { indent, semicolon }: Style,
): string[] => {
  const argument = create.body?.argument ?? 'input'
  return [
    `${indent}const { id, ...body } = ${argument}${semicolon}`,
    `${indent}const answer = id`,
    `${indent}${indent}? ${oneCall({ ...update, id: 'id' }, names, 'body')}`,
    `${indent}${indent}: ${oneCall(create, names, 'body')}${semicolon}`,
  ]
}

const readText = (call: RestCall, names: CallNames): string => {
  if (call.answer === 'none') return 'answer'
  if (!call.resource) return call.list ? `answer.${call.list}` : 'answer'
  return `${call.answer === 'list' ? names.list : names.read}(answer)`
}

/** Prints the function that dresses \`data\` up as what the program expects of its call. */
export const wrapText = (wrap: Wrap, dialect: Dialect, style: Style): string => {
  const { text, about, name } = WRAPS[wrap]
  const parameter = dialect === 'ts' ? 'data: Promise<any>' : 'data'
  const typed = dialect === 'ts' ? ': Promise<any>' : ''
  const exported = dialect === 'cjs' ? '' : 'export '
  return `/** ${about} */\n${exported}const ${name} = (${parameter})${typed} =>\n${text}`
    .replaceAll('  ', style.indent)
    .replaceAll('§', style.semicolon)
}

const WRAPS: Record<Wrap, { readonly name: string; readonly about: string; readonly text: string }> = {
  answer: {
    name: 'graphqlAnswer',
    about: "A whole GraphQL answer: `data`, or v2's refusal among `errors`.",
    text: `  data.then(
    (value) => ({ data: value }),
    (error) => ({ data: null, errors: [{ message: error.message }] }),
  )§`,
  },
  response: {
    name: 'graphqlResponse',
    about: 'The same as a Response, which GraphQL answered with 200 in either case.',
    text: `  data.then(
    (value) => Response.json({ data: value }),
    (error) => Response.json({ data: null, errors: [{ message: error.message }] }),
  )§`,
  },
  reply: {
    name: 'graphqlReply',
    about: 'The same as axios gives it.',
    text: `  data.then(
    (value) => ({ status: 200, data: { data: value } }),
    (error) => ({ status: 200, data: { data: null, errors: [{ message: error.message }] } }),
  )§`,
  },
}
