import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as v1 from '../../mappings/schemas/v1/index.ts'
import * as v2 from '../../mappings/schemas/v2/index.ts'
import { arbitraryFor } from '../support/arbitrary.ts'
import { publishedSpec, publishedValidator } from '../support/published-spec.ts'

const present = publishedSpec('v1') !== undefined && publishedSpec('v2') !== undefined

const requests: ['v1' | 'v2', string, z.ZodType][] = [
  ['v1', 'PodCreateInput', v1.PodCreate],
  ['v1', 'PodUpdateInput', v1.PodUpdate],
  ['v1', 'EndpointCreateInput', v1.EndpointCreate],
  ['v1', 'EndpointUpdateInput', v1.EndpointUpdate],
  ['v1', 'TemplateCreateInput', v1.TemplateCreate],
  ['v1', 'TemplateUpdateInput', v1.TemplateUpdate],
  ['v1', 'NetworkVolumeCreateInput', v1.NetworkVolumeCreate],
  ['v1', 'NetworkVolumeUpdateInput', v1.NetworkVolumeUpdate],
  ['v1', 'ContainerRegistryAuthCreateInput', v1.RegistryCreate],
  ['v2', 'CreatePodRequest', v2.PodCreate],
  ['v2', 'UpdatePodRequest', v2.PodUpdate],
  ['v2', 'PodActionRequest', v2.PodActionRequest],
  ['v2', 'CreateEndpointRequest', v2.EndpointCreate],
  ['v2', 'UpdateEndpointRequest', v2.EndpointUpdate],
  ['v2', 'CreateTemplateRequest', v2.TemplateCreate],
  ['v2', 'UpdateTemplateRequest', v2.TemplateUpdate],
  ['v2', 'CreateNetworkVolumeRequest', v2.NetworkVolumeCreate],
  ['v2', 'UpdateNetworkVolumeRequest', v2.NetworkVolumeUpdate],
  ['v2', 'CreateRegistryRequest', v2.RegistryCreate],
  ['v2', 'CreateDelegationRequest', v2.DelegationCreate],
  ['v2', 'CreateClusterRequest', v2.ClusterCreate],
  ['v2', 'UpdateClusterRequest', v2.ClusterUpdate],
  ['v2', 'UpdateSshKeysRequest', v2.SshKeysUpdate],
]

const answers: ['v1' | 'v2', string, z.ZodType][] = [
  ['v1', 'Pod', v1.Pod],
  ['v1', 'Endpoint', v1.Endpoint],
  ['v1', 'Templates', v1.TemplateList],
  ['v1', 'BillingRecords', v1.BillingList],
  ['v1', 'NetworkVolumeBillingRecords', v1.NetworkVolumeBillingList],
  ['v2', 'Pod', v2.Pod],
  ['v2', 'Endpoint', v2.Endpoint],
  ['v2', 'Template', v2.Template],
  ['v2', 'Cluster', v2.Cluster],
  ['v2', 'GpuType', v2.GpuType],
  ['v2', 'DataCenter', v2.DataCenter],
  ['v2', 'ListPodBillingResponse', v2.PodBillingList],
  ['v2', 'ListEndpointReleasesResponse', v2.ReleaseList],
  ['v2', 'ErrorResponse', v2.Problem],
]

/** v1's document lists the values of sets that age; ours leaves them open, so a generated one is none of theirs. */
const OPEN_SET_FAILURE = 'must be equal to one of the allowed values'

describe.runIf(present)('what our schemas let through, the published schemas let through', () => {
  test.each([...requests, ...answers])('%s %s', (side, name, schema) => {
    const validate = publishedValidator(side, name)!
    fc.assert(
      fc.property(arbitraryFor(schema, { beyondSpec: false }), (body) => {
        const failures = validate(body).filter(
          (failure) => side === 'v2' || !failure.endsWith(OPEN_SET_FAILURE),
        )
        expect(failures).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
})

describe.runIf(present)(
  'of spoiled bodies, ours refuse what the published schemas of v2 refuse, and nothing else',
  () => {
    test.each(requests.filter(([side]) => side === 'v2'))('%s %s', (side, name, schema) => {
      const validate = publishedValidator(side, name)!
      fc.assert(
        fc.property(spoiled(schema), (body) => {
          expect({ body, refused: refusedBySchema(schema, body) }).toEqual({
            body,
            refused: validate(body).length > 0,
          })
        }),
        { numRuns: 40 },
      )
    })
  },
)

/** Refused for more than a rule that v2 checks after its schema, which it answers with 400. */
const refusedBySchema = (schema: z.ZodType, body: unknown): boolean =>
  (schema.safeParse(body).error?.issues ?? []).some(
    (issue) => issue.code !== 'custom' || issue.params?.status !== 400,
  )

/** A valid body with one key, at any depth, renamed, removed, or given a value of another kind. */
const spoiled = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      arbitraryFor(schema),
      fc.nat(),
      fc.constantFrom('rename', 'remove', 'null', 'text', 'number', 'nothing'),
    )
    .map(([body, pick, how]) => {
      const copy = structuredClone(body)
      const places = keysOf(copy)
      const place = places[pick % Math.max(places.length, 1)]
      if (place !== undefined) spoil(place.holder, place.key, how)
      return copy
    })

const spoil = (holder: Record<string, unknown>, key: string, how: string): void => {
  const value = holder[key]
  if (how === 'rename' || how === 'remove') delete holder[key]
  if (how === 'rename') holder[`${key}s`] = value
  if (how === 'null') holder[key] = null
  if (how === 'text') holder[key] = ''
  if (how === 'number') holder[key] = -0.5
  if (how === 'nothing') holder[key] = {}
}

const keysOf = (value: unknown): { holder: Record<string, unknown>; key: string }[] => {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  const own = Array.isArray(value) ? [] : Object.keys(holder).map((key) => ({ holder, key }))
  return [...own, ...Object.values(holder).flatMap(keysOf)]
}

describe.skipIf(present)('the published documents (NOT RUN: they are not beside the repository)', () => {
  test('are looked for in ../shared/specs', () => expect(present).toBe(false))
})
