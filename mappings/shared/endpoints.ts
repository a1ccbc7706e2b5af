type Input = Readonly<Record<string, unknown>>

/** A load balancer has no queue to scale on: the same number counts requests. */
export const scaledByRequests = (input: Input): Input =>
  input.type === 'LB' && input.scalerType !== 'REQUEST_COUNT'
    ? { ...input, scalerType: 'REQUEST_COUNT' }
    : input

/** An older spelling: a name ending in `-fb` asked for FlashBoot. */
export const startedFast = (input: Input): Input =>
  String(input.name ?? '').endsWith('-fb') && (input.flashBootType ?? undefined) === undefined
    ? { ...input, flashBootType: 'FLASHBOOT' }
    : input

/** An empty list of volumes beside a single one says nothing. */
export const oneVolumeList = ({ networkVolumeIds, ...input }: Input): Input =>
  networkVolumeIds === undefined ||
  (Array.isArray(networkVolumeIds) && networkVolumeIds.length === 0 && input.networkVolumeId)
    ? input
    : { ...input, networkVolumeIds }

/** Whether a scaling's number is changed without its kind; v2 takes both together. */
export const lacksScaler = ({ scalerType, scalerValue }: Input): boolean =>
  (scalerValue ?? undefined) !== undefined && (scalerType ?? undefined) === undefined

/** The kind of scaling that an endpoint has; where there is none of that id, the change itself is refused. */
export const scalerOf = (endpoint: Input | null): Input => ({
  scalerType: (endpoint?.scaling as { type?: string } | undefined)?.type ?? 'QUEUE_DELAY',
})

type Body = {
  readonly type?: unknown
  readonly scaling?: { readonly type?: string }
  readonly workers?: Input
  readonly gpu?: Input
}

/** v2 takes one rule for CUDA, of which a list of versions is the more exact one. */
export const oneCudaRule = (body: Body): Body => {
  const { minCudaVersion, ...gpu } = body.gpu ?? {}
  return minCudaVersion !== undefined && gpu.allowedCudaVersions ? { ...body, gpu } : body
}

/** A template given inside an endpoint, under what the endpoint itself says; their environments, name by name. */
export const withSettings = (body: Input, settings: Input): Input => {
  const env = { ...(settings.env as Input | undefined), ...(body.env as Input | undefined) }
  return { ...settings, ...body, ...(settings.env || body.env ? { env } : {}) }
}

/**
 * Whether only the endpoint itself says what a change of it may hold: a scaling's number without its kind, or an
 * idle time, which a queue that scales on its requests has not.
 */
export const dependsOnEndpoint = (input: Input): boolean =>
  lacksScaler(input) || ((input.idleTimeout ?? undefined) !== undefined && input.scalerType !== 'QUEUE_DELAY')

/** v2 takes no idle time for a queue that scales on its requests. A change does not say what the endpoint is. */
export const withoutIdleTime = (body: Body, endpoint: Body | null = null): Body => {
  const { idleTimeout, ...workers } = body.workers ?? {}
  const { type, scaling } = { ...endpoint, ...body }
  const isRequestQueue = type === 'QUEUE' && scaling?.type === 'REQUEST_COUNT'
  return isRequestQueue && idleTimeout !== undefined ? { ...body, workers } : body
}

/** The words of a list in one text. */
export const wordsIn = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** `gpuIds`: pools or names of GPU types, and with a dash what to leave out of them. */
export const gpuIdsIn = (text: string): { pools: string[]; excludedTypes: string[] } => {
  const words = wordsIn(text)
  return {
    pools: words.filter((word) => !word.startsWith('-')),
    excludedTypes: words.filter((word) => word.startsWith('-')).map((word) => word.slice(1).trim()),
  }
}

/** Whether a word is a country and not a data center. */
export const isCountry = (word: string): boolean => /^[A-Z]{2}$/.test(word)

/** Whether a word is a pool and not the name of a GPU type. */
export const isPool = (word: string): boolean => /^[A-Z0-9]+(_[A-Z0-9]+)*$/.test(word)

interface NamedGpu {
  readonly id: string
  readonly name: string
  readonly pool?: string | null
}

/** The pool that a word of `gpuIds` means. */
export const poolNamed = (gpus: readonly NamedGpu[], word: string): string | null | undefined =>
  isPool(word) ? word : gpus.find(({ id, name }) => id === word || name === word)?.pool
