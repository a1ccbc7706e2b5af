/** What the lifecycle calls of pods answer where there is nothing left to do. */
const ALREADY = 'v1 answered 200 where the pod already was as asked; v2 answers 409'

/**
 * What v1 did on its own server and v2 leaves to the caller. Each is a function of this name in the proxy; the text is
 * what the reference says of it.
 */
const onRoutes = {
  templateSources:
    'Own templates come from /v2/templates (those bound to an endpoint only when asked for); public and official ones are fetched from the public catalog and appended.',
  wholeMount:
    'v2 takes a mount whole or not at all, so the present one is read, the given half is merged in, and both halves are sent.',
  wholeScaling:
    'v2 takes the kind of scaling and its value together, so what was not given is read from the endpoint first. An idle timeout is left out where the endpoint is a queue that scales on requests, which has none.',
  gpuFallback:
    'v2 takes one GPU type. The given ones are tried in turn, those with stock first unless the order was said to be custom; the next one is tried only after v2 answered that it has no instances.',
  cpuFallback:
    'v2 takes one CPU flavor. The given ones, or where none was named those of the catalog that offer the size, are tried in turn, those with stock first unless the order was said to be custom; the next one is tried only after v2 answered that it has no instances.',
  countryPlacement:
    "v2 places by data center, so the countries' data centers are looked up in the catalog and sent.",
  lockAfterCreate: 'v2 creates pods unlocked, so the lock is set by a second call once the pod exists.',
  gpuPools:
    "v2 takes pools of GPU types. The pools of the given types are looked up in the catalog; those pools' other types are excluded. In answers the types of the pools, less the excluded ones, are listed.",
  idempotentAction: `${ALREADY}, and the pod is read and returned.`,
  resetByPolicy:
    'v2 has no reset. It is refused, unless the operator chose to have the pod restarted instead.',
  gpuNames: "GPU display names come from v2's catalog.",
  listFilters: 'v2 lists everything; the filters are applied to what it returned.',
  expandNetworkVolume: 'The network volumes are fetched once and put into the pods that mount them.',
  expandTemplate: 'The templates are fetched once and put into what was made from them.',
  expandSavingsPlans: 'v2 has no savings plans; the list is empty.',
  expandWorkers: "The workers of an endpoint are fetched with one call an endpoint and shown as v1's pods.",
  workersAsPods:
    'The endpoints are listed, then the workers of each with one call an endpoint, and shown among the pods.',
  commandAsJson:
    'Where v2 can replace an entrypoint, command and entrypoint are sent together as JSON; on an update the one that was not given is read first.',
  anyCpuFlavor:
    'v1 took any CPU flavor where none was named; v2 wants it said, so those of the catalog that offer the size are sent.',
  inlineTemplate: 'v2 keeps a copy of the template in the endpoint; it is shown from there, without an id.',
  sumBuckets: 'v2 bills each volume; the records of a bucket are summed.',
  billingGroups: 'v2 bills by resource; records are summed into the groups that v1 offered.',
} as const satisfies Record<string, string>

/** What only GraphQL asks for: functions of its resolvers, which no route of v1 lists. */
const inDocuments = {
  loadBalancerScaling:
    'A load balancer takes only REQUEST_COUNT in v2: the number given for a queue delay counts requests, and a note says so.',
  catalogPrices:
    'The catalog is asked once for each distinct question of a document; a price for a GPU becomes the price of the whole shape.',
  catalogAvailability:
    'v2 says availability for a count and a cloud by GPU; that answer is turned round and shown by data center.',
  endpointReleases: 'The releases of an endpoint are fetched only where its version is asked for.',
  sentTemplateId:
    'v2 copies a template and does not keep which; the id is echoed to the caller who has just sent it.',
} as const satisfies Record<string, string>

/** Every behaviour by its name. */
export const behaviours = { ...onRoutes, ...inDocuments }

/** What a behaviour says of v2 itself, without what the proxy does about it. */
export const factBehind = (name: BehaviourName): string =>
  behaviours[name].replace(/(, so .*|(?<=\w)\. .*|\.)$/s, '')

/** A behaviour that a v1 route can have. */
export type RouteBehaviourName = keyof typeof onRoutes

/** A name that a row or a route may use. */
export type BehaviourName = keyof typeof behaviours

/** What a program that calls v2 by itself meets, where nothing serves a behaviour for it, and what it can do. */
export const unserved: Partial<Record<RouteBehaviourName, { readonly why: string; readonly fix: string }>> = {
  idempotentAction: { why: ALREADY, fix: 'take a 409 for done, where that is meant' },
  billingGroups: {
    why: 'v1 gave one record for a GPU type and time; v2 gives one for each pod',
    fix: 'add up the records, where that is meant',
  },
  sumBuckets: {
    why: 'v1 gave one record for all volumes and a time; v2 gives one for each volume',
    fix: 'add up the records, where that is meant',
  },
}
