/** One field: how it is given, and the values it may have; the first field of an operation is always there. */
interface Field {
  readonly name: string
  /** Written out, where it is not given. */
  readonly fixed?: string
  readonly isOptional?: true
  readonly values?: readonly unknown[]
}

/** A call of REST v1 that sends a body. */
export interface DrawnOperation {
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly fields: readonly Field[]
}

/** How a body is made: what stands before the call, and what is sent. */
export interface BodyForm {
  readonly name: string
  readonly write: (
    fields: readonly Field[],
    index: number,
  ) => { readonly outside?: string; readonly before?: string; readonly sent: string }
}

/** How a request is made. */
export interface ClientForm {
  readonly name: string
  readonly head: string
  readonly call: (operation: DrawnOperation, body: string) => string
}

const some = (name: string, ...values: unknown[]): Field => ({ name, isOptional: true, values })

export const OPERATIONS: readonly DrawnOperation[] = [
  {
    method: 'POST',
    path: '/pods',
    fields: [
      { name: 'name', values: ['n'] },
      { name: 'imageName', fixed: "'i'" },
      { name: 'gpuTypeIds', fixed: "['NVIDIA L4']" },
      { name: 'volumeMountPath', fixed: "'/data'" },
      some('networkVolumeId', 'v'),
      some('ports', ['80/http']),
    ],
  },
  {
    method: 'POST',
    path: '/endpoints',
    fields: [
      { name: 'name', values: ['n'] },
      { name: 'templateId', fixed: "'t'" },
      { name: 'gpuTypeIds', fixed: "['NVIDIA L4']" },
      some('workersMin', 1),
      some('idleTimeout', 9),
      some('flashboot', true, false),
    ],
  },
  {
    method: 'POST',
    path: '/templates',
    fields: [
      { name: 'name', values: ['n'] },
      { name: 'imageName', fixed: "'i'" },
      { name: 'isServerless', fixed: 'true' },
      some('dockerStartCmd', ['bash', '-c', 'a b']),
      some('env', { A: 'b' }),
    ],
  },
  {
    method: 'PATCH',
    path: '/endpoints/e',
    fields: [{ name: 'name', values: ['n'] }, some('workersMax', 5, 0), some('scalerValue', 7)],
  },
]

/** All that is optional there, none of it, and each by itself. */
export const inputsOf = ({ fields }: DrawnOperation): Record<string, unknown>[] => {
  const optional = fields.filter(({ isOptional }) => isOptional)
  const always = Object.fromEntries(
    fields.flatMap(({ name, fixed, isOptional, values }) =>
      fixed || isOptional ? [] : [[name, values?.[0]]],
    ),
  )
  const all = Object.fromEntries(optional.map(({ name, values }) => [name, values?.at(-1)]))
  const one = optional.map(({ name, values }) => ({ [name]: values?.[0] }))
  return [all, {}, ...one].map((given) => ({ ...always, ...given }))
}

const valueOfField = ({ name, fixed }: Field): string => fixed ?? `o.${name}`
const said = (field: Field): string => `${field.name}: ${valueOfField(field)}`
const literal = (fields: readonly Field[]): string => `{ ${fields.map(said).join(', ')} }`
const needed = (fields: readonly Field[]): readonly Field[] => fields.filter(({ isOptional }) => !isOptional)
const optional = (fields: readonly Field[]): readonly Field[] => fields.filter(({ isOptional }) => isOptional)
const steps = (fields: readonly Field[], step: (field: Field) => string): string =>
  `const body = ${literal(needed(fields))}\n${optional(fields).map(step).join('\n')}\n`
const isSet = ({ name }: Field): string => `if (o.${name} !== undefined) body.${name} = o.${name}`

export const BODIES: readonly BodyForm[] = [
  { name: 'written out', write: (all) => ({ sent: literal(all) }) },
  { name: 'a variable', write: (all) => ({ before: `const body = ${literal(all)}`, sent: 'body' }) },
  { name: 'in steps', write: (all) => ({ before: steps(all, isSet), sent: 'body' }) },
  {
    name: 'taken back',
    write: (all) => ({
      before: `const body = ${literal(all)}\n${optional(all)
        .map(({ name }) => `if (o.${name} === undefined) delete body.${name}`)
        .join('\n')}`,
      sent: 'body',
    }),
  },
  {
    name: 'spread on conditions',
    write: (all) => ({
      sent: `{ ${[...needed(all).map(said), ...optional(all).map((one) => `...(o.${one.name} !== undefined ? { ${said(one)} } : {})`)].join(', ')} }`,
    }),
  },
  {
    name: 'assigned',
    write: (all) => ({ sent: `Object.assign(${literal(needed(all))}, ${literal(optional(all))})` }),
  },
  {
    name: 'in a loop',
    write: (all) => ({
      before: `const body = ${literal(needed(all))}\nfor (const key of ${JSON.stringify(optional(all).map(({ name }) => name))}) if (o[key] !== undefined) body[key] = o[key]`,
      sent: 'body',
    }),
  },
  {
    name: 'a loop that sets all',
    write: (all) => ({
      before: `const whole = ${literal(all)}\nconst body = {}\nfor (const key of Object.keys(whole)) body[key] = whole[key]`,
      sent: 'body',
    }),
  },
  {
    name: 'without what is undefined',
    write: (all) => ({
      sent: `Object.fromEntries(Object.entries(${literal(all)}).filter(([, value]) => value !== undefined))`,
    }),
  },
  {
    name: 'one of two',
    write: (all) => ({ sent: `Object.keys(o).length > 1 ? ${literal(all)} : ${literal(needed(all))}` }),
  },
  {
    name: 'built by a function',
    write: (all, index) => ({
      outside: `function bodyOf${index}(o) {\n  return ${literal(all)}\n}\n`,
      sent: `bodyOf${index}(o)`,
    }),
  },
  {
    name: 'built by a function in steps',
    write: (all, index) => ({
      outside: `function bodyOf${index}(o) {\n${steps(all, isSet)}return body\n}\n`,
      sent: `bodyOf${index}(o)`,
    }),
  },
  {
    name: 'the rest of what is given',
    write: (all, index) => ({
      outside: `const bodyOf${index} = ({ name = 'x', ...rest }) => ({ name, ...rest })\n`,
      sent: `bodyOf${index}(${literal(all)})`,
    }),
  },
  {
    name: 'a constant and more',
    write: (all, index) => ({
      outside: `const BASE${index} = ${literal(all.filter(({ fixed }) => fixed))}\n`,
      sent: `{ ...BASE${index}, ${all
        .filter(({ fixed }) => !fixed)
        .map(said)
        .join(', ')} }`,
    }),
  },
  {
    name: 'blanks for nothing',
    write: (all) => ({
      sent: `{ ${all.map((one) => (one.name === 'networkVolumeId' ? `${said(one)} ?? ''` : said(one))).join(', ')} }`,
    }),
  },
  { name: 'a copy', write: (all) => ({ sent: `JSON.parse(JSON.stringify(${literal(all)}))` }) },
]

export const HEAD = `const V1 = 'https://rest.runpod.io/v1'
const headers = { Authorization: \`Bearer \${process.env.RUNPOD_API_KEY}\`, 'Content-Type': 'application/json' }
`

const quoted = (path: string): string => `'${path}'`

export const CLIENTS: readonly ClientForm[] = [
  {
    name: 'fetch',
    head: '',
    call: ({ method, path }, body) =>
      `fetch(\`\${V1}${path}\`, { method: '${method}', headers, body: JSON.stringify(${body}) })`,
  },
  {
    name: '(method, path, body)',
    head: 'const callApi = (method, path, body) => fetch(V1 + path, { method, headers, body: body && JSON.stringify(body) })\n',
    call: ({ method, path }, body) => `callApi('${method}', ${quoted(path)}, ${body})`,
  },
  {
    name: '(path, { method, body })',
    head: "const callApi = (path, { method = 'GET', body } = {}) => fetch(`${V1}${path}`, { method, headers, body: body ? JSON.stringify(body) : undefined })\n",
    call: ({ method, path }, body) => `callApi(${quoted(path)}, { method: '${method}', body: ${body} })`,
  },
  {
    name: "(path, body, method = 'POST')",
    head: "const callApi = (path, body, method = 'POST') => fetch(V1 + path, { method, headers, body: JSON.stringify(body) })\n",
    call: ({ method, path }, body) =>
      `callApi(${quoted(path)}, ${body}${method === 'POST' ? '' : `, '${method}'`})`,
  },
  {
    name: 'a function for each method',
    head: 'const by = (method) => (path, body) => fetch(V1 + path, { method, headers, body: JSON.stringify(body) })\nconst http = { post: by("POST"), patch: by("PATCH") }\n',
    call: ({ method, path }, body) => `http.${method.toLowerCase()}(${quoted(path)}, ${body})`,
  },
  {
    name: 'a class',
    head: "class Api {\n  base = V1\n  async request(method, path, body) {\n    const init = { method, headers }\n    if (body !== undefined) init.body = JSON.stringify(body)\n    return fetch(`${this.base}${path}`, init)\n  }\n  post(path, body) {\n    return this.request('POST', path, body)\n  }\n  patch(path, body) {\n    return this.request('PATCH', path, body)\n  }\n}\nconst api = new Api()\n",
    call: ({ method, path }, body) => `api.${method.toLowerCase()}(${quoted(path)}, ${body})`,
  },
  {
    name: 'a table of paths',
    head: `const PATHS = { ${OPERATIONS.map(({ path }) => `'${path.split('/')[1]}': '/${path.split('/')[1]}'`)
      .filter((one, index, all) => all.indexOf(one) === index)
      .join(', ')} }\n`,
    call: ({ method, path }, body) => {
      const [, resource = '', id] = path.split('/')
      return `fetch(\`\${V1}\${PATHS.${resource}}${id ? `/${id}` : ''}\`, { method: '${method}', headers, body: JSON.stringify(${body}) })`
    },
  },
]

/** A function that makes a body and sends it. */
export const callIn = (
  { call }: ClientForm,
  operation: DrawnOperation,
  { write }: BodyForm,
  index: number,
): string => {
  const { outside = '', before = '', sent } = write(operation.fields, index)
  return `${outside}export const main${index} = async (o) => {\n${before}\nconst answer = await ${call(operation, sent)}\nreturn answer.ok\n}\n`
}
