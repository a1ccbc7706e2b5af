/** A fact that can age: what was true, when it was last seen to be true, and where it was read. */
export interface Dated<T> {
  readonly is: T
  /** Day the source was read, ISO 8601. */
  readonly asOf: string
  readonly source: string
}

/** The services a legacy program talks to. A URL is an origin, but `graphql`, which is a whole address. */
export interface HostProfile {
  readonly v2: string
  readonly queue: string
  readonly graphql: string
  /** The retired REST v1 host, to recognise it in source text; nothing is ever sent there. */
  readonly v1?: string
}

/** Who to talk to, by the name `--target` takes. */
export const hostProfiles = {
  runpod: {
    is: {
      v2: 'https://api.runpod.io',
      queue: 'https://api.runpod.ai',
      graphql: 'https://api.runpod.io/graphql',
      v1: 'https://rest.runpod.io',
    },
    asOf: '2026-08-31',
    source:
      'servers of the published OpenAPI documents v1 0.1.0 and v2 2.0.0; job API and GraphQL documentation',
  },
  sandbox: {
    is: {
      v2: 'http://127.0.0.1:8789',
      queue: 'http://127.0.0.1:8789',
      graphql: 'http://127.0.0.1:8789/graphql',
    },
    asOf: '2026-11-21',
    source: 'the embedded sandbox and its default port',
  },
} as const satisfies Record<string, Dated<HostProfile>>

/** The address that REST v2's paths begin with, as programs say it. */
export const v2Base = `${hostProfiles.runpod.is.v2}/v2`

/** Other hosts that answer as REST v2: a program that says one of them speaks v2 already. */
export const otherV2Hosts = {
  is: ['v2-rest.runpod.io'],
  asOf: '2026-11-30',
  source:
    "release notes of the vendor's MCP server: api.runpod.io is the documented host, both serve the same API",
} as const satisfies Dated<readonly string[]>

/** When a legacy API stops answering. Feeds Deprecation (RFC 9745), Sunset (RFC 8594) and the reference. */
export interface Retirement {
  /** Day the API was known to be deprecated, ISO 8601. */
  readonly deprecated: string
  /** First day it may be gone, ISO 8601. */
  readonly sunset: string
  /** The date in the vendor's words, where they are less exact than a day. */
  readonly said: string
  /** Where the successor is described. */
  readonly successor: string
}

export const retirements = {
  v1: {
    is: {
      deprecated: '2026-08-01',
      sunset: '2026-11-15',
      said: '15 November 2026',
      successor: 'https://api.runpod.io/v2/openapi.json',
    },
    asOf: '2026-08-31',
    source: 'v1 to v2 migration notes: "deprecated and retired on 15 November 2026"',
  },
  graphql: {
    is: {
      deprecated: '2026-08-01',
      sunset: '2027-01-01',
      said: 'early 2027',
      successor: 'https://api.runpod.io/v2/openapi.json',
    },
    asOf: '2026-08-31',
    source: 'GraphQL documentation: "deprecated and retired in early 2027"',
  },
} as const satisfies Record<string, Dated<Retirement>>

/** The parameter of GraphQL's address that carries a key where no header does. */
export const keyParameter = {
  is: 'api_key',
  asOf: '2026-08-31',
  source: 'GraphQL documentation; runpodctl 1.14 and the Python library up to 1.7.6 send it so',
} as const satisfies Dated<string>

/** First path segments under /v2 that belong to REST v2, never to an endpoint's queue. */
export const v2Families = {
  is: [
    'pods',
    'serverless',
    'templates',
    'network-volumes',
    'registries',
    'clusters',
    'catalog',
    'billing',
    'account',
    'openapi.json',
  ],
  asOf: '2026-08-31',
  source: 'paths of the published OpenAPI document v2 2.0.0',
} as const satisfies Dated<readonly string[]>

/** One operation of an endpoint's queue: `/v2/{endpoint_id}/{name}` and what may follow. */
export interface JobOperation {
  readonly name: string
  readonly methods: readonly string[]
  /** `job`: one segment, a job's id. `any`: whatever the worker serves below it. */
  readonly below: 'nothing' | 'job' | 'any'
}

/** The second path segment that makes `/v2/{endpoint_id}/…` a call to the job API. */
export const jobOperations = {
  is: [
    { name: 'run', methods: ['POST'], below: 'nothing' },
    { name: 'runsync', methods: ['POST'], below: 'nothing' },
    { name: 'status', methods: ['GET', 'POST'], below: 'job' },
    { name: 'status-sync', methods: ['GET', 'POST'], below: 'job' },
    { name: 'stream', methods: ['GET', 'POST'], below: 'job' },
    { name: 'cancel', methods: ['POST', 'GET'], below: 'job' },
    { name: 'retry', methods: ['POST'], below: 'job' },
    { name: 'purge-queue', methods: ['POST'], below: 'nothing' },
    { name: 'health', methods: ['GET'], below: 'nothing' },
    { name: 'requests', methods: ['GET'], below: 'any' },
    { name: 'openai', methods: ['GET', 'POST'], below: 'any' },
  ],
  asOf: '2026-08-31',
  source: 'queue-based endpoint documentation; status-sync as the public JavaScript SDK calls it',
} as const satisfies Dated<readonly JobOperation[]>

/** The longest `wait` a runsync call may ask for, milliseconds. No deadline on job calls may be shorter. */
export const longestJobWait = {
  is: 300_000,
  asOf: '2026-08-31',
  source: 'queue-based endpoint documentation: wait = 1000 to 300000',
} as const satisfies Dated<number>

/** Something newer REST v2 can do, off until `--capability` names it. */
export interface Capability {
  readonly name: string
  readonly what: string
}

export const capabilities = {
  is: [
    {
      name: 'secrets',
      what: 'GET, POST and DELETE /v2/account/secrets replace the GraphQL secret mutations',
    },
    { name: 'cursors', what: 'lists may answer with a next-cursor member; the whole list is then fetched' },
    {
      name: 'args-json',
      what: '`args` may hold {"cmd":[…],"entrypoint":[…]}, which makes dockerEntrypoint expressible',
    },
    {
      name: 'min-resources',
      what: '`gpu.minVcpuCountPerGpu` and its like exist, which makes the min* fields expressible',
    },
  ],
  asOf: '2026-08-31',
  source: 'announced for REST v2; absent from the published document v2 2.0.0',
} as const satisfies Dated<readonly Capability[]>

/** A name `--capability` takes. */
export type CapabilityName = (typeof capabilities.is)[number]['name']

/** How a list that comes in pages says that there are more, and how the next one is asked for. */
export const cursors = {
  is: {
    /** Where the next page's cursor may stand in an answer; the first that holds one counts. */
    members: [
      'pagination.nextCursor',
      'pagination.next_cursor',
      'pagination.next',
      'nextCursor',
      'next_cursor',
    ],
    parameter: 'cursor',
  },
  asOf: '2026-08-31',
  source:
    'announced for REST v2 (capability cursors); the spelling is not published, so the usual ones are read',
} as const satisfies Dated<{ readonly members: readonly string[]; readonly parameter: string }>

/**
 * How v2 refuses a create for lack of machines; the legacy APIs used the same sentence, and clients match it. Only this
 * refusal makes it safe to try the next choice: nothing was made.
 */
export const capacityRefusal = {
  is: { status: 400, detail: /\bno\b[^.]*\binstances\b[^.]*\bavailable\b/i },
  asOf: '2026-08-31',
  source: 'answers of REST v2 and GraphQL as public clients match them',
} as const satisfies Dated<{ readonly status: number; readonly detail: RegExp }>
