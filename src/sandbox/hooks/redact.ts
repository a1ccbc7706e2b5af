import { type ArgumentNode, type FieldNode, Kind, parse, type ValueNode, visit } from 'graphql'
import { keyParameter } from '../../../mappings/hosts.ts'

/** What stands where a secret stood. */
const REDACTED = '[redacted]'

const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
])

const SECRET_PARAMETERS: ReadonlySet<string> = new Set([
  keyParameter.is,
  'apikey',
  'access_token',
  'token',
  'key',
])

/** Members whose values are credentials wherever they stand: registry passwords, s3Config, spelt any way. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'password',
  'apikey',
  keyParameter.is,
  'authorization',
  'accessid',
  'accesssecret',
  'accesskeyid',
  'secretaccesskey',
])

const schemeOf = (value: string): string => /^(Bearer|Basic) /i.exec(value)?.[0] ?? ''

/** Headers for the request log; the scheme of a credential stays, so that its form can be asserted. */
export const redactHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    shown[name] = SECRET_HEADERS.has(name.toLowerCase()) ? schemeOf(value) + REDACTED : value
  }
  return shown
}

/** Query parameters for the request log; a repeated one becomes an array. */
export const redactQuery = (query: URLSearchParams): Record<string, string | string[]> => {
  const shown: Record<string, string | string[]> = {}
  for (const name of new Set(query.keys())) {
    const values = query
      .getAll(name)
      .map((value) => (SECRET_PARAMETERS.has(name.toLowerCase()) ? REDACTED : value))
    shown[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return shown
}

/** A copy of a JSON value without what `isSecret` names. */
const redactMembers = (
  value: unknown,
  isSecret: (name: string) => boolean = (name) => SECRET_MEMBERS.has(name.toLowerCase()),
): unknown => {
  if (Array.isArray(value)) return value.map((item) => redactMembers(item, isSecret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecret(name) && member !== null ? REDACTED : redactMembers(member, isSecret),
    ]),
  )
}

const isSecretInput = (name: string): boolean => name === 'value' || SECRET_MEMBERS.has(name.toLowerCase())

interface Span {
  readonly start: number
  readonly end: number
}

/** Where literals under secret names stand in one argument, and which variables carry such input. */
const secretsIn = (value: ValueNode, spans: Span[], variables: Set<string>): void => {
  if (value.kind === Kind.VARIABLE) variables.add(value.name.value)
  if (value.kind !== Kind.OBJECT) return
  for (const { name, value: member } of value.fields) {
    if (!isSecretInput(name.value)) secretsIn(member, spans, variables)
    else if (member.kind === Kind.VARIABLE) variables.add(member.name.value)
    else if (member.loc) spans.push(member.loc)
  }
}

const CARRIES_SECRETS = /secret|registryauth/i

const inspect = (query: string): { spans: Span[]; variables: Set<string> } => {
  const spans: Span[] = []
  const variables = new Set<string>()
  const look = (argument: ArgumentNode): void => secretsIn(argument.value, spans, variables)
  const enter = (field: FieldNode): void => {
    if (CARRIES_SECRETS.test(field.name.value)) field.arguments?.forEach(look)
  }
  visit(parse(query), {
    Field: enter,
    VariableDefinition: ({ variable, defaultValue }) => {
      if (defaultValue?.loc && CARRIES_SECRETS.test(query)) spans.push(defaultValue.loc)
      return void variable
    },
  })
  return { spans, variables }
}

const cutSpans = (text: string, spans: readonly Span[]): string =>
  [...spans]
    .sort((a, b) => b.start - a.start)
    .reduce((shown, { start, end }) => `${shown.slice(0, start)}"${REDACTED}"${shown.slice(end)}`, text)

const redactVariables = (variables: unknown, secret: ReadonlySet<string>): unknown => {
  if (typeof variables !== 'object' || variables === null) return variables
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      if (!secret.has(name)) return [name, redactMembers(value)]
      return [name, typeof value === 'string' ? REDACTED : redactMembers(value, isSecretInput)]
    }),
  )
}

/** A GraphQL request body for the log: the values of secrets and passwords are gone, inline or as variables. */
export const redactGraphql = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return body
  const { query, variables, ...rest } = body as { query?: unknown; variables?: unknown }
  if (typeof query !== 'string') return redactMembers(body)
  if (!CARRIES_SECRETS.test(query))
    return { query, ...(variables === undefined ? {} : { variables }), ...rest }
  try {
    const found = inspect(query)
    const shown = redactVariables(variables, found.variables)
    return {
      query: cutSpans(query, found.spans),
      ...(variables === undefined ? {} : { variables: shown }),
      ...rest,
    }
  } catch {
    return { query: '[withheld: it does not parse and may hold a secret]' }
  }
}

/** A REST body for the log. On the secrets resource `value` is one too. */
export const redactBody = (path: string, body: unknown): unknown => {
  if (path === '/graphql') return redactGraphql(body)
  return path.startsWith('/v2/account/secrets') ? redactMembers(body, isSecretInput) : redactMembers(body)
}
