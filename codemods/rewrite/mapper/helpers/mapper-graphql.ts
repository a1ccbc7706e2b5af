import { capacityRefusal, v2Base } from '../../../../mappings/hosts.ts'
import { CATALOG_HELPERS, CATALOG_NEEDS } from './mapper-graphql-catalog.ts'
import type { Helper } from './mapper-printer.ts'

const NO_CAPACITY = capacityRefusal.is

/** Helpers that other helpers call. */
export const GRAPHQL_NEEDS: Partial<Record<Helper, readonly Helper[]>> = {
  asked: ['send'],
  listAll: ['send'],
  worded: ['oldLine'],
  act: ['send', 'idOf'],
  gathered: ['isOpen'],
  ...CATALOG_NEEDS,
}

const ASKED = '  if (typeof apiKey === ¤function¤) return asked(await apiKey(path))§\n'
const ACCESS = '  const { apiKey: key, headers, ...options } = accessOf(apiKey)§\n'

/** `send` for programs that say more than the key. */
const withAccess = (text: string): string =>
  text
    .replace('  const response = await fetch(', `${ACCESS}  const response = await fetch(`)
    .replace('    method,\n', '    ...options,\n    method,\n')
    .replace('{ Authorization: `Bearer ${apiKey}`', '{ ...headers, Authorization: `Bearer ${key}`')

/** What the functions for GraphQL fields call. `¤` stands for a quote, `§` for a semicolon. */
export const GRAPHQL_HELPERS = {
  accessOf: `/** The key, alone or with what else the program says for its requests: a deadline, headers. */
const accessOf = (access: any) => (typeof access === ¤object¤ && access !== null ? access : { apiKey: access })§`,
  asked: `/** What the program's own client answered, parsed. */
const asked = async (answer: any): Promise<any> => {
  if (typeof answer?.json === ¤function¤) {
    if (answer.status === 404) return null§
    if (answer.ok) return answer.json()§
    throw await refusalOf(answer)§
  }
  const said = typeof answer?.status === ¤number¤ && ¤data¤ in answer ? answer.data : answer§
  if (said && !said.detail) return said§
  throw new Error(said?.detail ?? ¤REST v2 could not be asked¤)§
}§`,
  send: `/** One call of REST v2. Throws what v2 says; a GET of what does not exist gives null. */
const send = async (apiKey: any, method: string, path: string, body: any = undefined): Promise<any> => {
  const response = await fetch(\`${v2Base}\${path}\`, {
    method,
    headers: { Authorization: \`Bearer \${apiKey}\`, ¤Content-Type¤: ¤application/json¤ },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })§
  if (response.status === 204 || (response.status === 404 && method === ¤GET¤)) return null§
  if (response.ok) return response.json()§
  throw await refusalOf(response)§
}§

/** What v2 says, in the words that GraphQL had for it where it had some. */
const refusalOf = async (response: any): Promise<any> => {
  const { status } = response§
  const { detail, errors = [] }: any = await response.json().catch(() => ({}))§
  const lines = status === 422 ? errors : []§
  const message = lines.length > 0 ? lines.join(¤; ¤) : (detail ?? \`REST v2 answered \${status}\`)§
  return Object.assign(new Error(status === 403 ? ¤Unauthorized¤ : message), { status, lines })§
}§`,
  worded: `/** What v2 refuses of a body, with the names that the old API had for its fields. */
const worded = (words: any) => (error: any) => {
  const lines = (error.lines ?? []).map((line: any) => oldLine(words, line))§
  throw lines.length > 0 ? Object.assign(error, { message: lines.join(¤; ¤) }) : error§
}§`,
  listAll: `/** A whole list of REST v2; a long one may come in pages. */
const listAll = async (apiKey: any, path: string, key: string): Promise<any> => {
  const items: any = []§
  for (let cursor: any = ¤¤; ; ) {
    const answer = await send(apiKey, ¤GET¤, cursor ? \`\${path}\${path.includes(¤?¤) ? ¤&¤ : ¤?¤}cursor=\${encodeURIComponent(cursor)}\` : path)§
    items.push(...answer[key])§
    cursor = answer.pagination?.nextCursor ?? answer.nextCursor§
    if (!cursor) return items§
  }
}§`,
  idOf: `/** An id as a part of a path; an empty one would name the whole list. */
const idOf = (id: any) => {
  if (id === undefined || id === null || id === ¤¤) throw new Error(¤an id is missing¤)§
  return encodeURIComponent(id)§
}§`,
  saying: `/** GraphQL's own words for an id that nothing has; programs compare them. */
const saying = (words: string) => (error: any) => {
  throw error.status === 404 ? Object.assign(error, { message: words }) : error§
}§`,
  act: `/** Starts or stops a pod. Where it is so already, that is no error, as it was none. */
const act = async (apiKey: any, id: any, action: string, already: any): Promise<any> => {
  try {
    const acted = await send(apiKey, ¤POST¤, \`/pods/\${idOf(id)}/action\`, { action })§
    return acted ?? (await send(apiKey, ¤GET¤, \`/pods/\${idOf(id)}\`))§
  } catch (error: any) {
    if (error.status !== 409) throw error§
    const pod = await send(apiKey, ¤GET¤, \`/pods/\${idOf(id)}\`)§
    if (!already.includes(pod?.status)) throw error§
    return pod§
  }
}§`,
  firstOf: `/** The old API looked for a place by itself; v2 is asked for each, the next only once it has said that it has no instances. */
const firstOf = async (choices: any, deploy: (choice: any) => unknown): Promise<any> => {
  const [choice, ...others] = choices§
  try {
    return await deploy(choice)§
  } catch (error: any) {
    if (others.length === 0 || error.status !== ${NO_CAPACITY.status} || !${NO_CAPACITY.detail}.test(error.message)) throw error§
    return firstOf(others, deploy)§
  }
}§`,
  ...CATALOG_HELPERS,
  select: `/** What a GraphQL selection asks of a value and no more; null for what is not there. */
const select = (value: any, fields: string) => pick(value, read(fields.match(/[{}]|[\\w:]+/g) ?? []))§

const read = (words: any) => {
  const fields: any = []§
  for (let word = words.shift(); word && word !== ¤}¤; word = words.shift()) {
    if (word === ¤{¤) fields.at(-1).inner = read(words)§
    else fields.push({ name: word.split(¤:¤)[0], from: word.split(¤:¤).at(-1) })§
  }
  return fields§
}§

const pick = (value: any, fields: any): any => {
  if (Array.isArray(value)) return value.map((item) => pick(item, fields))§
  if (typeof value !== ¤object¤ || value === null) return value ?? null§
  return Object.fromEntries(
    fields.map(({ name, from, inner }: any) => [name, inner ? pick(value[from], inner) : (value[from] ?? null)]),
  )§
}§`,
  isOpen: `/** Whether nobody knows what became of a call: no answer came, or a fault. */
const isOpen = (error: any) => error !== undefined && (error.status >= 500 || error.constructor !== Error)§`,
  gathered: `/** Puts what fields gave under their keys. Where one was refused, that is thrown, with what the others gave. */
const gathered = (names: any, results: any, { data: rest, errors: said = [] }: any) => {
  const data: any = { ...rest }§
  const errors: any = [...said]§
  results.forEach(({ value, reason }: any, index: any) => {
    if (isOpen(reason)) throw reason§
    if (reason) errors.push(reason)§
    const [key, inner] = names[index].split(¤.¤)§
    const child = inner?.replace(¤!¤, ¤¤)§
    if (!child) data[key] = reason ? null : only(value)§
    else if (reason && child !== inner) data[key] = null§ // such a list was never null: all around it was
    else if (data[key] !== null) data[key] = { ...data[key], [child]: reason ? null : only(value[key]) }§
  })§
  if (errors.length === 0) return data§
  const [{ message, status }] = errors§
  throw Object.assign(new Error(message), { status, data, errors: errors.map(({ message }: any) => ({ message })) })§
}§

const only = (value: any) => Object.values(value)[0]§`,
  errorsOf: `/** What was refused, as GraphQL's errors, beside what was there all the same. Where nobody knows what became of a call, that is thrown, as it was. */
const errorsOf = (error: any, nothing: any) => {
  const { data = nothing, errors = [{ message: error.message }] } = error§
  if (error.constructor !== Error) throw error§
  return { data, errors }§
}§`,
  statusOf: `const statusOf = ({ status = 200 }: any) => (status === 401 || status === 429 || status >= 500 ? status : 200)§`,
} as const satisfies Partial<Record<Helper, string>>

/** `send` as a module needs it: for those who say more than the key, and those who ask by a client of their own. */
export const sendText = (used: ReadonlySet<Helper>): string => {
  const text = used.has('accessOf') ? withAccess(GRAPHQL_HELPERS.send) : GRAPHQL_HELPERS.send
  return used.has('asked') ? text.replace(/ => \{\n/, (begun) => begun + ASKED) : text
}
