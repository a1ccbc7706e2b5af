import fc from 'fast-check'

/** How programs call GraphQL: the text above the calls, one call, and what it gives. */
export interface Client {
  readonly head: string
  readonly call: (document: string, variables: string) => string
  /** `data`, the whole answer, or what axios gives. */
  readonly gives: 'data' | 'whole' | 'reply'
}

const URL = 'https://api.runpod.io/graphql'
const KEY = 'const KEY = process.env.RUNPOD_API_KEY\n'
const JSON_TYPE = "'Content-Type': 'application/json'"
const SENT = `method: 'POST', headers: { ${JSON_TYPE}, Authorization: \`Bearer \${KEY}\` }, body: JSON.stringify({ query, variables })`
const FETCHED = `await fetch('${URL}', { ${SENT} })`
const byHelper: Client['call'] = (document, variables) => `gql(${document}${variables})`

export const CLIENTS: Readonly<Record<string, Client>> = {
  'fetch in place': {
    head: KEY,
    call: (document, variables) =>
      `fetch(\`${URL}?api_key=\${KEY}\`, { method: 'POST', headers: { ${JSON_TYPE} }, body: JSON.stringify({ query: ${document}${variables && `, variables${variables.replace(',', ':')}`} }) }).then((res) => res.json())`,
    gives: 'whole',
  },
  'a helper that gives data': {
    head: `${KEY}async function gql(query, variables = {}) {\n  const res = ${FETCHED}\n  const { data, errors } = await res.json()\n  if (errors?.length) throw new Error(errors.map((one) => one.message).join('; '))\n  return data\n}\n`,
    call: byHelper,
    gives: 'data',
  },
  'a helper that gives the answer': {
    head: `${KEY}const gql = async (query, variables) => (${FETCHED}).json()\n`,
    call: byHelper,
    gives: 'whole',
  },
  'a helper that looks at the status': {
    head: `${KEY}async function gql(query, variables) {\n  const res = ${FETCHED}\n  if (!res.ok) throw new Error(\`status \${res.status}\`)\n  return res.json()\n}\n`,
    call: byHelper,
    gives: 'whole',
  },
  'a helper that takes the key': {
    head: `${KEY}const gql = async (key, query, variables) => {\n  const res = await fetch('${URL}', { ${SENT.replace('{KEY}', '{key}')} })\n  const json = await res.json()\n  if (json.errors) throw new Error(json.errors[0].message)\n  return json.data\n}\n`,
    call: (document, variables) => `gql(KEY, ${document}${variables})`,
    gives: 'data',
  },
  'axios in place': {
    head: `import axios from 'axios'\n${KEY}`,
    call: (document, variables) =>
      `axios.post(\`${URL}?api_key=\${KEY}\`, { query: ${document}${variables && `, variables${variables.replace(',', ':')}`} })`,
    gives: 'reply',
  },
  'an instance of axios': {
    head: `import axios from 'axios'\nconst api = axios.create({ baseURL: 'https://api.runpod.io', headers: { Authorization: \`Bearer \${process.env.RUNPOD_API_KEY}\` } })\nconst gql = async (query, variables) => (await api.post('/graphql', { query, variables })).data\n`,
    call: byHelper,
    gives: 'whole',
  },
  'graphql-request': {
    head: `import { GraphQLClient } from 'graphql-request'\nconst client = new GraphQLClient('${URL}', { headers: { authorization: \`Bearer \${process.env.RUNPOD_API_KEY}\` } })\n`,
    call: (document, variables) => `client.request(${document}${variables})`,
    gives: 'data',
  },
}

type Fields = Readonly<Record<string, readonly string[]>>

/** A field of GraphQL: what its input says, as code, and what is asked of the answer. */
interface Operation {
  readonly kind: 'query' | 'mutation'
  /** The input's type; without one, `id` is the argument's name. */
  readonly input?: string
  readonly id?: string
  readonly says: Fields
  readonly maySay?: Fields
  readonly selects: string
}

const POD_ID = ['o.pod', 'o.pod', 'String(o.pod)', 'once(o.pod)']
const POD = 'id desiredStatus imageName env'
const NUMBERS = ['20', 'o.disk', 'o.some ?? 20', 'o.some || 20', "Number('15')", 'once(o.disk)']
const TEXTS = ["'lit'", 'o.name', "o.word ?? 'std'", "o.word || 'std'", 'o.word', `o.word || undefined`]
const ENV = [
  "[{ key: 'A', value: 'b' }]",
  'Object.entries(o.env).map(([key, value]) => ({ key, value }))',
  'o.word ? [{ key: "W", value: o.word }] : []',
]
const CONTAINER: Fields = {
  containerDiskInGb: NUMBERS,
  dockerArgs: TEXTS,
  ports: ["'8888/http,22/tcp'", "o.ports.join(',')", 'o.word && "9/tcp"'],
  env: ENV,
}

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  podStop: { kind: 'mutation', input: 'PodStopInput!', says: { podId: POD_ID }, selects: POD },
  podResume: {
    kind: 'mutation',
    input: 'PodResumeInput!',
    says: { podId: POD_ID },
    maySay: { gpuCount: ['1', 'o.one', 'o.none ?? 1'] },
    selects: POD,
  },
  podTerminate: { kind: 'mutation', input: 'PodTerminateInput!', says: { podId: POD_ID }, selects: '' },
  pod: { kind: 'query', input: 'PodFilter!', says: { podId: POD_ID }, selects: POD },
  podEditJob: {
    kind: 'mutation',
    input: 'PodEditJobInput!',
    says: { podId: POD_ID, imageName: ["'busybox'", 'o.name'] },
    maySay: { ...CONTAINER, volumeInGb: ['o.disk'] },
    selects: POD,
  },
  podFindAndDeployOnDemand: {
    kind: 'mutation',
    input: 'PodFindAndDeployOnDemandInput!',
    says: {
      cloudType: ["'SECURE'", "'ALL'"],
      gpuTypeId: ["'NVIDIA L4'", 'o.gpu', 'once(o.gpu)'],
      gpuCount: ['1', 'o.one', 'o.none ?? 1', 'o.none || 1'],
      imageName: ["'pytorch'", 'o.name'],
      volumeInGb: ['0', 'o.some ?? 0', 'o.disk'],
    },
    maySay: {
      ...CONTAINER,
      name: TEXTS,
      volumeMountPath: ["'/data'", 'o.word && "/w"'],
      countryCode: ["'RO'"],
    },
    selects: POD,
  },
  saveTemplate: {
    kind: 'mutation',
    input: 'SaveTemplateInput!',
    says: {
      name: ['`t${count++}`'],
      imageName: ["'busybox'", 'o.name'],
      containerDiskInGb: NUMBERS,
      volumeInGb: ['0', 'o.some ?? 0'],
      dockerArgs: ["''", "o.word ?? ''"],
      env: ENV,
    },
    maySay: { id: ['o.template', 'o.none'], isPublic: ['false'] },
    selects: 'id imageName env { key value }',
  },
  saveEndpoint: {
    kind: 'mutation',
    input: 'EndpointInput!',
    says: {
      name: ['`e${count++}`'],
      templateId: ['o.template'],
      gpuIds: ["'AMPERE_24'", "'AMPERE_24,ADA_24'"],
      workersMin: ['0'],
      workersMax: ['3', 'o.one', 'o.none ?? 3'],
    },
    maySay: { id: ['o.endpoint'], idleTimeout: ['5', 'o.disk'], scalerValue: ['4', 'o.one'] },
    selects: 'id workersMax idleTimeout',
  },
  deleteEndpoint: {
    kind: 'mutation',
    id: 'id',
    says: { id: ['o.endpoint', 'once(o.endpoint)'] },
    selects: '',
  },
  deleteTemplate: { kind: 'mutation', id: 'templateName', says: { templateName: ['o.title'] }, selects: '' },
  'myself.pods': { kind: 'query', says: {}, selects: POD },
}

/** One call as code: what stands above it, the statements before it, and its arguments. */
export interface FormedCall {
  readonly field: string
  readonly before: string
  readonly document: string
  readonly variables: string
  readonly read: string
}
type Said = readonly (readonly [name: string, value: string])[]

const oneOf = <T>(all: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...all)

/** Which fields an input says, and by which code. */
const saidBy = ({ says, maySay = {} }: Operation): fc.Arbitrary<Said> =>
  fc
    .subarray(Object.entries(maySay), { maxLength: Math.min(3, Object.keys(maySay).length) })
    .chain((more) =>
      fc.tuple(
        ...[...Object.entries(says), ...more].map(([name, values]) =>
          oneOf(values).map((value) => [name, value] as const),
        ),
      ),
    )

const member = ([name, value]: Said[number]): string => `${name}: ${value}`
const literal = (said: Said): string => `{ ${said.map(member).join(', ')} }`

/** The ways in which programs put an input together. */
const BODIES: readonly ((said: Said) => { readonly before: string; readonly text: string })[] = [
  (said) => ({ before: '', text: literal(said) }),
  (said) => ({ before: `const given = ${literal(said)}; `, text: 'given' }),
  (said) => ({
    before: `const given = ${literal(said.slice(0, 2))}; ${said
      .slice(2)
      .map(([name, value]) => `given.${name} = ${value}; `)
      .join('')}`,
    text: 'given',
  }),
  (said) => ({
    before: `const base = ${literal(said.slice(0, 2))}; `,
    text: `{ ...base, ${said.slice(2).map(member).join(', ')} }`,
  }),
  (said) => ({
    before: '',
    text: `Object.assign({}, ${literal(said.slice(0, 2))}, ${literal(said.slice(2))})`,
  }),
  (said) => ({ before: `const made = () => (${literal(said)}); `, text: 'made()' }),
]

/** A value as it stands in a document; undefined where it stands in none. */
const written = (name: string, value: string): string | undefined => {
  if (value.startsWith("'")) return name === 'cloudType' ? value.slice(1, -1) : `"${value.slice(1, -1)}"`
  if (/^(\d+|true|false)$/.test(value)) return value
  if (/InGb|Count|Max|Min$|Timeout|Value/.test(name))
    return /^o\.(some|none)$/.test(value) ? undefined : `\${${value}}`
  return /^(o\.(pod|gpu|name|template|endpoint|title)|once\(.*\)|`.*`)$/.test(value)
    ? `\${JSON.stringify(${value})}`
    : undefined
}

const READS: Readonly<Record<string, readonly string[]>> = {
  '': ['return at === null', "return at ?? 'gone'", 'return DATA'],
  one: [
    'return at',
    'return at?.id ?? null',
    'if (!at) throw new Error("none"); return at.id',
    'return DATA',
    'return at === null',
  ],
  list: [
    'return at.map((one) => one.id)',
    'return (at ?? []).length',
    'const out = []; for (const one of at) out.push(one); return out',
  ],
}

const readOf = (field: string, { selects }: Operation, gives: Client['gives']): fc.Arbitrary<string> => {
  const shape = selects === '' ? '' : field.startsWith('myself.') ? 'list' : 'one'
  const data = gives === 'data' ? 'got' : gives === 'reply' ? 'got.data.data' : 'got.data'
  const errors = gives === 'reply' ? 'got.data.errors' : 'got.errors'
  const looks =
    gives === 'data'
      ? ['']
      : [
          '',
          `if (${errors}) throw new Error(${errors}[0].message); `,
          `if (${errors}?.length) return { failed: ${errors}[0].message }; `,
        ]
  return fc.tuple(oneOf(looks), oneOf(READS[shape] ?? [])).map(([look, read]) => {
    const at = `${data}${gives === 'data' ? '' : '?'}.${field}`
    return `${look}${read.replace(/\bat\b/g, at).replace('DATA', data)}`
  })
}

/** One call of a field, in one of the ways that programs write it. */
export const formOf = (field: string, gives: Client['gives']): fc.Arbitrary<FormedCall> => {
  const operation = OPERATIONS[field] as Operation
  const { kind, input, id, selects } = operation
  const selection = selects && ` { ${selects} }`
  const [parent, child] = field.split('.')
  const asked = (given: string): string =>
    child ? `${parent} { ${child}${selection} }` : `${parent}${given}${selection}`
  return fc
    .record({
      said: saidBy(operation),
      body: oneOf(BODIES),
      isInline: fc.boolean(),
      read: readOf(field, operation, gives),
    })
    .map(({ said, body, isInline, read }) => {
      const values = said.map(([name, value]) => [name, written(name, value)] as const)
      if (!input && !id)
        return { field, before: '', document: `'${kind} { ${asked('')} }'`, variables: '', read }
      if (isInline && values.every(([, value]) => value !== undefined)) {
        const inner = values.map(([name, value]) => `${name}: ${value}`).join(', ')
        const given = input ? `(input: { ${inner} })` : `(${inner})`
        return { field, before: '', document: `\`${kind} { ${asked(given)} }\``, variables: '', read }
      }
      if (!input)
        return {
          field,
          before: '',
          document: `'${kind} Run($given: String!) { ${asked(`(${id}: $given)`)} }'`,
          variables: `, { given: ${said[0]?.[1]} }`,
          read,
        }
      const { before, text } = body(said)
      return {
        field,
        before,
        document: `'${kind} Run($input: ${input}) { ${asked('(input: $input)')} }'`,
        variables: `, { input: ${text} }`,
        read,
      }
    })
}
