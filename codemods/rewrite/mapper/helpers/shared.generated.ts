// Written from mappings/shared by `UPDATE_FIXTURES=1 npx vitest run codemods/rewrite/mapper/helpers/shared-text.test.ts`.
export const SHARED = {
  cloudsFor: {
    needs: [],
    text: `/** The clouds that a deploy is tried in. */
const cloudsFor = (cloudType: any) =>
  cloudType === ¤SECURE¤ || cloudType === ¤COMMUNITY¤ ? [cloudType] : [¤SECURE¤, ¤COMMUNITY¤]§`,
  },
  inEachCloud: {
    needs: ['cloudsFor'],
    text: `/** A deploy for each cloud that it may be in. */
const inEachCloud = (input: any) =>
  cloudsFor(input.cloudType).map((cloudType: any) => ({ ...input, cloudType }))§`,
  },
  exactCuda: {
    needs: [],
    text: `/** v2 takes one rule for CUDA; versions that are said are the more exact one. */
const exactCuda = ({ minCudaVersion, ...input }: any) => {
  const versions = Array.isArray(input.allowedCudaVersions) ? input.allowedCudaVersions : []§
  const isExact = versions.length > 0 || Boolean(input.cudaVersion)§
  return isExact || minCudaVersion === undefined ? input : { ...input, minCudaVersion }§
}§`,
  },
  deployChoices: {
    needs: ['inEachCloud', 'exactCuda'],
    text: `/** A deploy for each GPU type and cloud that was asked for. */
const deployChoices = ({ gpuTypeIdList, ...input }: any) => {
  const listed = Array.isArray(gpuTypeIdList) ? gpuTypeIdList.filter(Boolean) : []§
  const types: any = listed.length > 0 ? listed : [input.gpuTypeId]§
  return types.flatMap((gpuTypeId: any) => inEachCloud(exactCuda({ ...input, gpuTypeId })))§
}§`,
  },
  scaledByRequests: {
    needs: [],
    text: `/** A load balancer has no queue to scale on: the same number counts requests. */
const scaledByRequests = (input: any) =>
  input.type === ¤LB¤ && input.scalerType !== ¤REQUEST_COUNT¤
    ? { ...input, scalerType: ¤REQUEST_COUNT¤ }
    : input§`,
  },
  startedFast: {
    needs: [],
    text: `/** An older spelling: a name ending in \`-fb\` asked for FlashBoot. */
const startedFast = (input: any) =>
  String(input.name ?? ¤¤).endsWith(¤-fb¤) && (input.flashBootType ?? undefined) === undefined
    ? { ...input, flashBootType: ¤FLASHBOOT¤ }
    : input§`,
  },
  oneVolumeList: {
    needs: [],
    text: `/** An empty list of volumes beside a single one says nothing. */
const oneVolumeList = ({ networkVolumeIds, ...input }: any) =>
  networkVolumeIds === undefined ||
  (Array.isArray(networkVolumeIds) && networkVolumeIds.length === 0 && input.networkVolumeId)
    ? input
    : { ...input, networkVolumeIds }§`,
  },
  lacksScaler: {
    needs: [],
    text: `/** Whether a scaling's number is changed without its kind; v2 takes both together. */
const lacksScaler = ({ scalerType, scalerValue }: any) =>
  (scalerValue ?? undefined) !== undefined && (scalerType ?? undefined) === undefined§`,
  },
  scalerOf: {
    needs: [],
    text: `/** The kind of scaling that an endpoint has; where there is none of that id, the change itself is refused. */
const scalerOf = (endpoint: any) => ({
  scalerType: endpoint?.scaling?.type ?? ¤QUEUE_DELAY¤,
})§`,
  },
  oneCudaRule: {
    needs: [],
    text: `/** v2 takes one rule for CUDA, of which a list of versions is the more exact one. */
const oneCudaRule = (body: any) => {
  const { minCudaVersion, ...gpu } = body.gpu ?? {}§
  return minCudaVersion !== undefined && gpu.allowedCudaVersions ? { ...body, gpu } : body§
}§`,
  },
  withSettings: {
    needs: [],
    text: `/** A template given inside an endpoint, under what the endpoint itself says; their environments, name by name. */
const withSettings = (body: any, settings: any) => {
  const env = { ...settings.env, ...body.env }§
  return { ...settings, ...body, ...(settings.env || body.env ? { env } : {}) }§
}§`,
  },
  dependsOnEndpoint: {
    needs: ['lacksScaler'],
    text: `/**
 * Whether only the endpoint itself says what a change of it may hold: a scaling's number without its kind, or an
 * idle time, which a queue that scales on its requests has not.
 */
const dependsOnEndpoint = (input: any) =>
  lacksScaler(input) || ((input.idleTimeout ?? undefined) !== undefined && input.scalerType !== ¤QUEUE_DELAY¤)§`,
  },
  withoutIdleTime: {
    needs: [],
    text: `/** v2 takes no idle time for a queue that scales on its requests. A change does not say what the endpoint is. */
const withoutIdleTime = (body: any, endpoint: any = null) => {
  const { idleTimeout, ...workers } = body.workers ?? {}§
  const { type, scaling } = { ...endpoint, ...body }§
  const isRequestQueue = type === ¤QUEUE¤ && scaling?.type === ¤REQUEST_COUNT¤§
  return isRequestQueue && idleTimeout !== undefined ? { ...body, workers } : body§
}§`,
  },
  wordsIn: {
    needs: [],
    text: `/** The words of a list in one text. */
const wordsIn = (text: any) =>
  text
    .split(¤,¤)
    .map((word: any) => word.trim())
    .filter((word: any) => word !== ¤¤)§`,
  },
  gpuIdsIn: {
    needs: ['wordsIn'],
    text: `/** \`gpuIds\`: pools or names of GPU types, and with a dash what to leave out of them. */
const gpuIdsIn = (text: any) => {
  const words = wordsIn(text)§
  return {
    pools: words.filter((word: any) => !word.startsWith(¤-¤)),
    excludedTypes: words.filter((word: any) => word.startsWith(¤-¤)).map((word: any) => word.slice(1).trim()),
  }§
}§`,
  },
  isCountry: {
    needs: [],
    text: `/** Whether a word is a country and not a data center. */
const isCountry = (word: any) => /^[A-Z]{2}$/.test(word)§`,
  },
  isPool: {
    needs: [],
    text: `/** Whether a word is a pool and not the name of a GPU type. */
const isPool = (word: any) => /^[A-Z0-9]+(_[A-Z0-9]+)*$/.test(word)§`,
  },
  poolNamed: {
    needs: ['isPool'],
    text: `/** The pool that a word of \`gpuIds\` means. */
const poolNamed = (gpus: any, word: any) =>
  isPool(word) ? word : gpus.find(({ id, name }: any) => id === word || name === word)?.pool§`,
  },
  countAsked: {
    needs: [],
    text: `/** How many GPUs a question is about. */
const countAsked = ({ gpuCount }: any) => (gpuCount && gpuCount > 0 ? gpuCount : 1)§`,
  },
  cloudsAsked: {
    needs: [],
    text: `/** The clouds that a question is about. */
const cloudsAsked = ({ secureCloud }: any) => {
  if (secureCloud === undefined || secureCloud === null) return [¤secure¤, ¤community¤]§
  return secureCloud ? [¤secure¤] : [¤community¤]§
}§`,
  },
  availabilityQuery: {
    needs: ['countAsked', 'cloudsAsked'],
    text: `/** What the catalog is asked for what is available, which it says by GPU type for a count and a cloud. */
const availabilityQuery = (question: any) => {
  const [cloud = ¤¤, ...others] = cloudsAsked(question)§
  return {
    include: ¤AVAILABILITY¤,
    product: question.includeAiApi ? ¤SERVERLESS¤ : ¤POD¤,
    count: String(countAsked(question)),
    ...(others.length > 0 ? {} : { cloud: cloud.toUpperCase() }),
  }§
}§`,
  },
  priceQuery: {
    needs: ['availabilityQuery'],
    text: `/** The same for a price in one cloud. The data center is not asked for: one answer serves all of them. */
const priceQuery = (question: any, cloud: any) => {
  const { countryCode, cudaVersion, allowedCudaVersions, minCudaVersion } = question§
  const exact = allowedCudaVersions?.length ? allowedCudaVersions : [cudaVersion].filter(Boolean)§
  const least = exact.length === 0 && minCudaVersion§
  return {
    ...availabilityQuery({ ...question, secureCloud: cloud === ¤secure¤ }),
    ...(countryCode ? { countryCodes: countryCode } : {}),
    ...(exact.length > 0 ? { cudaVersions: exact.join(¤,¤) } : {}),
    ...(least ? { minCudaVersion: least } : {}),
  }§
}§`,
  },
  lowestPriceOf: {
    needs: ['countAsked', 'cloudsAsked', 'STOCK_LEVELS', 'STOCK_WORDS'],
    text: `/** The lowest price of a number of GPUs, in dollars per hour for all of them: v2 says the price of one, and stock by count and cloud. */
const lowestPriceOf = (
  gpu: any,
  question: any,
  stockIn: any,
) => {
  const count = countAsked(question)§
  const place = question.dataCenterId§
  const offers = cloudsAsked(question).flatMap((cloud: any) => {
    const found = stockIn(cloud) ?? gpu§
    if (!found[cloud] || found.maxCount[cloud] < count) return []§
    const here = place ? found.dataCenters?.find(({ id }: any) => id === place) : found§
    return [{ price: found.price[cloud], stock: here?.availability ?? ¤NONE¤ }]§
  })§
  const stock = STOCK_LEVELS.find((level: any) => offers.some((offer: any) => offer.stock === level)) ?? ¤NONE¤§
  const dollars = Math.min(...offers.map(({ price }: any) => price)) * count§
  return {
    gpuName: gpu.name,
    gpuTypeId: gpu.id,
    uninterruptablePrice: offers.length > 0 ? Math.round(dollars * 1e6) / 1e6 : null,
    stockStatus: STOCK_WORDS[stock] ?? null,
    maxGpuCount: Math.max(gpu.maxCount.secure, gpu.maxCount.community),
  }§
}§`,
  },
  availabilityIn: {
    needs: ['STOCK_WORDS'],
    text: `/** What is available in a data center, by GPU type. */
const availabilityIn = (gpus: any, dataCenterId: any) =>
  gpus.flatMap(({ id, name, dataCenters }: any) => {
    const here = dataCenters?.find((place: any) => place.id === dataCenterId)§
    if (!here) return []§
    const level = here.availability ?? ¤NONE¤§
    return [
      {
        id,
        gpuTypeId: id,
        displayName: name,
        gpuTypeDisplayName: name,
        stockStatus: STOCK_WORDS[level] ?? null,
        available: level !== ¤NONE¤,
      },
    ]§
  })§`,
  },
  refusalText: {
    needs: [],
    text: `/** v2's refusal as one sentence: what it says, and what it says of each field. */
const refusalText = (detail: any, errors: any = []) =>
  errors.length > 0 ? \`\${detail}\${/[.:]$/.test(detail) ? ¤¤ : ¤:¤} \${errors.join(¤; ¤)}\` : detail§`,
  },
  STOCK_LEVELS: {
    needs: [],
    text: `/** How likely a create is to find a machine, the likeliest first. */
const STOCK_LEVELS: any = [¤HIGH¤, ¤MEDIUM¤, ¤LOW¤, ¤NONE¤]§`,
  },
  STOCK_WORDS: {
    needs: [],
    text: `/** The levels as GraphQL spelt them; none is null, for any text would read as "in stock". */
const STOCK_WORDS: any = {
  HIGH: ¤High¤,
  MEDIUM: ¤Medium¤,
  LOW: ¤Low¤,
  NONE: null,
}§`,
  },
  stockQuery: {
    needs: [],
    text: `/** What the catalog is asked for the stock of what a body chooses from. */
const stockQuery = ({ gpu, cloud }: any, product: any = ¤POD¤) => ({
  include: ¤AVAILABILITY¤,
  product,
  ...(gpu ? { count: String(gpu.count ?? 1) } : {}),
  ...(gpu && typeof cloud === ¤string¤ ? { cloud } : {}),
})§`,
  },
  byStock: {
    needs: ['STOCK_LEVELS'],
    text: `/** Choices in the order of their stock; those that the catalog does not list come last, equals keep their order. */
const byStock = (choices: any, listed: any) => {
  const rank = (choice: any) => {
    const found = listed.find(({ id }: any) => id === choice)§
    return found ? STOCK_LEVELS.indexOf(found.availability ?? ¤NONE¤) : STOCK_LEVELS.length§
  }§
  return [...choices].sort((a: any, b: any) => rank(a) - rank(b))§
}§`,
  },
  flavorsFor: {
    needs: ['byStock'],
    text: `/** The CPU flavors that offer a size, those with stock first. */
const flavorsFor = (flavors: any, vcpus: any) => {
  const fits = flavors.filter(({ vcpu }: any) => !vcpu || (vcpu.min <= vcpus && vcpus <= vcpu.max))§
  return byStock(
    fits.map(({ id }: any) => id),
    fits,
  )§
}§`,
  },
  countryQuery: {
    needs: [],
    text: `/** What the catalog is asked for the data centers of countries. */
const countryQuery = (product: any, countries: any) => ({
  include: ¤AVAILABILITY¤,
  product,
  countryCodes: countries.map((code: any) => String(code).toUpperCase()).join(¤,¤),
})§`,
  },
  placesIn: {
    needs: [],
    text: `/** The data centers of an answer of the catalog. */
const placesIn = (gpus: any) =>
  Array.from(new Set(gpus.flatMap(({ dataCenters = [] }: any) => dataCenters.map(({ id }: any) => id))))§`,
  },
  poolOf: {
    needs: [],
    text: `/** The pool of a name: a GPU type's own, or the name itself where it is a pool already. */
const poolOf = (gpus: any, name: any) =>
  gpus.find(({ id }: any) => id === name)?.pool ?? gpus.find(({ pool }: any) => pool === name)?.pool ?? undefined§`,
  },
  poolsHolding: {
    needs: ['poolOf'],
    text: `/** The pools that hold GPU types, and the types of these pools that were not named. */
const poolsHolding = (
  gpus: any,
  names: any,
) => {
  const pools = Array.from(new Set(names.map((name: any) => poolOf(gpus, name))))§
  const others = gpus.filter(({ pool }: any) => pools.includes(pool))§
  const unnamed = others.filter(({ id, pool }: any) => !names.includes(id) && !names.includes(pool))§
  return { pools, excludedTypes: unnamed.map(({ id }: any) => id) }§
}§`,
  },
  isTaken: {
    needs: [],
    text: `/**
 * Whether a template may not be given a name: they are unique in the old API, and v2 would make a second one. Where v2
 * has made one already, each of the two keeps its own.
 */
const isTaken = (templates: any, name: any, id: any) => {
  const named = templates.filter((template: any) => template.name === name)§
  return named.length > 0 && !named.some((template: any) => template.id === id)§
}§`,
  },
  takenWords: {
    needs: [],
    text: `/** GraphQL's own words for that; programs compare them. */
const takenWords = (name: any) =>
  \`Template name "\${String(name)}" is already taken; names must be unique.\`§`,
  },
  wordsOfNone: {
    needs: [],
    text: `const wordsOfNone = (name: any) => \`"\${name}" must be 0 for serverless templates.\`§`,
  },
  refusedVolume: {
    needs: ['wordsOfNone'],
    text: `/** Why a template is refused: serverless ones hold no volume, in GraphQL's own words for it; v2 would take one. */
const refusedVolume = (input: any) =>
  input.isServerless === true && Number(input.volumeInGb) > 0 ? wordsOfNone(¤volumeInGb¤) : undefined§`,
  },
  mountedAt: {
    needs: [],
    text: `/** Where a template mounts its volume: what nobody changes of it stays, and a new one is where the old API put it. */
const mountedAt = (templates: any, id: any) =>
  templates.find((template: any) => template.id === id)?.mounts
    ?.persistent?.path ?? ¤/workspace¤§`,
  },
  wholeMount: {
    needs: ['mountedAt'],
    text: `/** A change of a template that says a volume and no place for it: v2 takes a mount whole. */
const wholeMount = (
  body: any,
  templates: any,
  id: any,
) =>
  body.volumeInGb ? { ...body, volumeMountPath: body.volumeMountPath ?? mountedAt(templates, id) } : body§`,
  },
  oldWord: {
    needs: [],
    text: `/** A field of v2 in the caller's words; one that they have no word for stays as it is. */
const oldWord = (words: any, path: any) => {
  const exact = words.find(([v2]: any) => v2 === path)§
  if (exact) return exact[1]§
  const outer = words.find(([v2]: any) => path.startsWith(\`\${v2}.\`))§
  if (outer) return \`\${outer[1]}\${path.slice(outer[0].length)}\`§
  const inner = words.filter(([v2]: any) => v2.startsWith(\`\${path}.\`)).map(([, old]: any) => old)§
  return inner.length > 0 ? Array.from(new Set(inner)).join(¤, ¤) : path§
}§`,
  },
  oldLine: {
    needs: ['oldWord'],
    text: `/** A line of v2's refusal in the caller's words: \`$.disk: must be >= 1\`, \`$: missing property 'image'\`. */
const oldLine = (words: any, line: any) => {
  const found = /^\\$((?:[.[][\\w\\-\\]]+)*): ?([\\s\\S]*)$/.exec(line)§
  if (!found) return line§
  const [, path = ¤¤, said = ¤¤] = found§
  const at = path.replace(/\\[(\\w+)\\]/g, ¤.$1¤).replace(/^\\./, ¤¤)§
  const text = said.replace(/'([\\w.-]+)'/g, (whole: any, name: any) => {
    const field = at === ¤¤ ? name : \`\${at}.\${name}\`§
    const word = oldWord(words, field)§
    return word === field && at !== ¤¤ ? whole : \`'\${word}'\`§
  })§
  // A field that the caller knows by its own name needs no mention of the object that it would lie in.
  const isNamed = text !== said && text.startsWith(¤missing property¤)§
  return at === ¤¤ || isNamed ? text : \`\${oldWord(words, at).replace(/\\.(\\d+)/g, ¤[$1]¤)}: \${text}\`§
}§`,
  },
} as const
