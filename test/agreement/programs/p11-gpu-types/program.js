const Q = `query GpuTypes($id: String) { gpuTypes(input: { id: $id }) { id displayName memoryInGb securePrice communityPrice } }`

async function gql(query, variables) {
  const res = await fetch('https://api.runpod.io/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data } = await res.json()
  return data
}

export async function main() {
  const [gpu] = (await gql(Q, { id: 'NVIDIA L4' })).gpuTypes
  console.log(gpu.id, gpu.displayName, gpu.memoryInGb, gpu.securePrice > 0)
  // What v2 does not say is asked for, and never looked at.
  const { gpuTypes } = await gql(
    'query { gpuTypes { id lowestPrice(input: { gpuCount: 1 }) { minimumBidPrice uninterruptablePrice } } }',
  )
  const priced = gpuTypes.filter(({ lowestPrice }) => lowestPrice?.uninterruptablePrice > 0)
  console.log(priced.map(({ id, lowestPrice: { uninterruptablePrice: price } }) => `${id} ${price}`).join())
  // What v2 does not say is taken for not known where it is read.
  const spot = await gql('query { gpuTypes { id oneMonthPrice lowestPrice(input: { gpuCount: 1 }) { minimumBidPrice } } }')
  console.log(
    spot.gpuTypes.map(({ id, oneMonthPrice, lowestPrice: low }) => [id, low?.minimumBidPrice ?? 'n/a', oneMonthPrice ? 1 : '-'].join()).join(' '),
  )
  // Several prices at once, each under a name of its own
  const { gpuTypes: both } = await gql(
    `query ($counts: Int) { gpuTypes { id one: lowestPrice(input: { gpuCount: 1, secureCloud: true }) { uninterruptablePrice stockStatus }
      more: lowestPrice(input: { gpuCount: $counts, secureCloud: false }) { price: uninterruptablePrice stockStatus } } }`,
    { counts: 2 },
  )
  console.log(both.map(({ id, one, more }) => [id, one?.uninterruptablePrice, one?.stockStatus, more?.price, more?.stockStatus].join()).join(' '))
}
