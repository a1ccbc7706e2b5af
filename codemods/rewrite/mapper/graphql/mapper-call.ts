import type { RestCall } from '../../../../mappings/graphql/calls.ts'
import { type Dialect, printed } from '../helpers/mapper-helpers.ts'
import type { Helper } from '../helpers/mapper-printer.ts'
import { type Style, valueText } from '../helpers/style.ts'
import type { CallMapper } from '../mapper.ts'
import type { CallNames, CallText } from './call-text.ts'
import { errandLines } from './mapper-errands.ts'
import { listText, sendText } from './mapper-send.ts'
import { showing, shown } from './mapper-shown.ts'

/** Prints the function that does a GraphQL field's work by REST v2 and gives what `data` held. */
export const printCall = (
  mapper: CallMapper,
  names: CallNames,
  dialect: Dialect,
  style: Style,
): { text: string; helpers: readonly Helper[] } => {
  const { call, field } = mapper
  const { lines, value, helpers } = call.errand
    ? errandLines(mapper, call.errand, names)
    : oneCall(mapper, names, style)
  const held = hasFields(call) ? `select(${value}, fields)` : value
  const data = field.startsWith('myself.')
    ? `{ myself: { ${childOf(field)}: ${held} } }`
    : `{ ${field}: ${held} }`
  const body = [...lines, `return ${data} as T§`].map((line) => `  ${line}`).join('\n')
  const text = `/** GraphQL's \`${field}\` by REST v2: gives what \`data\` held. */\n${head(mapper, dialect, body)}\n${body}\n}§`
  return {
    text: printed(text, dialect, style),
    helpers: [
      ...helpers,
      ...(hasFields(call) ? ['select' as const] : []),
      ...(mapper.carries ? ['accessOf' as const] : []),
    ],
  }
}

/** The field of `myself` in `myself.pods`. */
export const childOf = (field: string): string => field.replace('myself.', '')

/** Whether GraphQL answered with nothing at all, and had no fields to ask for. */
export const answersNothing = ({ answer }: RestCall): boolean => answer === 'none'

/** Whether a selection stands below the field. */
export const hasFields = ({ answer }: RestCall): boolean => answer === 'one' || answer === 'list'

const head = ({ name, call, carries }: CallMapper, dialect: Dialect, body: string): string => {
  const given = argumentsRead(call, body)
  const parameters = [
    dialect === 'ts' ? `apiKey: ${carries ? 'any' : 'string | null | undefined'}` : 'apiKey',
    ...(given === '' ? [] : [dialect === 'ts' ? `${given}: any` : given]),
    ...(hasFields(call) ? ['fields: string'] : []),
  ].join(', ')
  return `${dialect === 'cjs' ? '' : 'export '}const ${name} = async <T = any>(${parameters}): Promise<T> => {`
}

const ERRAND_ARGUMENTS: Partial<Record<NonNullable<RestCall['errand']>, string>> = {
  deleteTemplate: '{ templateName }',
  listGpuTypes: '{ input, ...questions }',
  listDataCenters: '{ gpuAvailability }',
}

const argumentsOf = (call: RestCall): string => {
  const special = call.errand && ERRAND_ARGUMENTS[call.errand]
  if (special) return special
  const names = new Set([call.id, call.body?.argument].flatMap((path) => (path ? [path.split('.')[0]] : [])))
  return names.size === 0 ? '' : `{ ${[...names].join(', ')} }`
}

/** The arguments that a function takes apart: those it reads, for a compiler that minds the others. */
const argumentsRead = (call: RestCall, body: string): string => {
  const all = argumentsOf(call)
  const read = (all.match(/(\.{3})?\w+/g) ?? []).filter((name) =>
    new RegExp(`\\b${name.replace('...', '')}\\b`).test(body),
  )
  if (all === '') return ''
  return read.length === 0 ? '_' : `{ ${read.join(', ')} }`
}

/** Whether a call's function takes an object of arguments. */
export const takesArguments = (call: RestCall): boolean => argumentsOf(call) !== ''

const idHelper = ({ id }: RestCall): Helper[] => (id ? ['idOf'] : [])

const oneCall = (mapper: CallMapper, names: CallNames, style: Style): CallText => {
  const { call } = mapper
  if (call.answer === 'none') return removal(call, style)
  if (call.answer === 'list') return wholeList(mapper, names)
  if (call.answer === 'value')
    return {
      lines: [`const answer = await ${sendText(call)}§`],
      value: `${names.read}(answer).${childOf(mapper.field)}`,
      helpers: ['send'],
    }
  const { lines, value, helpers } = shown(mapper, names)
  if (call.already) {
    const already = valueText(call.already, style)
    const action = valueText(call.sends?.action, style)
    return {
      lines: [`const answer = await act(apiKey, ${call.id}, ${action}, ${already})§`, ...lines],
      value,
      helpers: ['act', ...helpers],
    }
  }
  const separate = call.body && call.id?.startsWith(`${call.body.argument}.`)
  const key = call.id?.split('.')[1] ?? ''
  const said = call.body ? names.worded[call.body.facet] : ''
  const body = call.body && `${names[call.body.facet]}(${separate ? 'body' : call.body.argument})`
  return {
    lines: [
      ...(separate ? [`const { ${key}, ...body } = ${call.body?.argument}§`] : []),
      `const answer = await ${sendText(separate ? { ...call, id: key } : call, body)}${said}§`,
      ...lines,
    ],
    value,
    helpers: ['send', ...(said ? ['worded' as const] : []), ...idHelper(call), ...helpers],
  }
}

const removal = (call: RestCall, style: Style): CallText => {
  const caught = call.missing ? `.catch(saying(${valueText(call.missing, style)}))` : ''
  return {
    lines: [`await ${sendText(call)}${caught}§`],
    value: 'null',
    helpers: ['send', ...idHelper(call), ...(call.missing ? ['saying' as const] : [])],
  }
}

const wholeList = (mapper: CallMapper, names: CallNames): CallText => {
  const { call } = mapper
  const hidden = call.hides ? `.filter(({ status }: any) => status !== ¤${call.hides}¤)` : ''
  const { lines, of, helpers } = showing(mapper, names)
  return {
    lines: [`const answer = await ${listText(call)}§`, ...lines],
    value: `answer${hidden}.map((one: any) => ${of('one')})`,
    helpers: ['listAll', ...helpers],
  }
}
