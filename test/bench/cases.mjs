// What is asked. `path` is how our proxy's callers ask; `plain` how everybody who only forwards is asked.

const headers = (pods = 3) => ({
  authorization: `Bearer pods-${pods}`,
  accept: 'application/json',
  'user-agent': 'bench/1',
})
const json = (pods) => ({ ...headers(pods), 'content-type': 'application/json' })

const podBody = JSON.stringify({
  name: 'trainer',
  imageName: 'example/trainer:1.4',
  gpuTypeIds: ['NVIDIA GeForce RTX 4090'],
  gpuCount: 1,
  cloudType: 'SECURE',
  containerDiskInGb: 50,
  volumeInGb: 20,
  volumeMountPath: '/workspace',
  ports: ['8888/http', '22/tcp'],
  env: { MODE: 'train', NOTES: 'x'.repeat(290) },
})

const document = `mutation save($input: SaveTemplateInput!) {
  saveTemplate(input: $input) { id name imageName containerDiskInGb dockerArgs env { key value } ports isServerless }
}`
const input = {
  name: 'worker',
  imageName: 'example/worker:2',
  containerDiskInGb: 10,
  volumeInGb: 0,
  dockerArgs: '',
  isServerless: true,
  ports: '8888/http',
  env: [{ key: 'MODE', value: 'serve' }],
}
const graphqlBody = (text) => JSON.stringify({ query: text, variables: { input } })
const savedBody = graphqlBody(document)

const podsDocument =
  '{ myself { pods { id name imageName desiredStatus costPerHr ports env machine { podHostId } } } }'

const job = JSON.stringify({ input: { prompt: 'x'.repeat(560) } })
const LARGE = Buffer.alloc(20 * 1024 * 1024, 120)

/** `budget`: CPU time as a multiple of the floor's. `share`: of the requests a round makes. */
export const cases = [
  {
    name: 'v1 pod list, 2 KB',
    method: 'GET',
    path: '/v1/pods',
    plain: '/v2/pods',
    headers: headers(),
    budget: 1.9,
  },
  {
    name: 'v1 pod list, 500 pods',
    method: 'GET',
    path: '/v1/pods',
    plain: '/v2/pods',
    headers: headers(500),
    share: 0.03,
  },
  {
    name: 'v1 pod list, 10,000 pods',
    method: 'GET',
    path: '/v1/pods',
    plain: '/v2/pods',
    headers: headers(10_000),
    share: 0.002,
  },
  {
    name: 'GraphQL pods, 10,000 pods',
    method: 'POST',
    path: '/graphql',
    plain: '/v2/templates',
    headers: json(10_000),
    body: JSON.stringify({ query: podsDocument }),
    share: 0.002,
  },
  {
    name: 'v1 pod create',
    method: 'POST',
    path: '/v1/pods',
    plain: '/v2/pods',
    headers: json(),
    body: podBody,
    budget: 1.7,
  },
  {
    name: 'GraphQL saveTemplate, document seen',
    method: 'POST',
    path: '/graphql',
    plain: '/v2/templates',
    headers: json(),
    body: savedBody,
    budget: 1.9,
  },
  {
    name: 'GraphQL saveTemplate, new document',
    method: 'POST',
    path: '/graphql',
    plain: '/v2/templates',
    headers: json(),
    body: (number) => graphqlBody(document.replace('save(', `save${number}(`)),
    budget: 8,
    share: 0.3,
  },
  {
    name: 'v2 pod list, 2 KB',
    method: 'GET',
    path: '/v2/pods',
    plain: '/v2/pods',
    headers: headers(),
    budget: 1.4,
  },
  { name: 'job status', method: 'GET', path: '/v2/ep1/status/job-1', headers: headers(), budget: 1.4 },
  {
    name: 'job run, 600 bytes',
    method: 'POST',
    path: '/v2/ep1/run',
    headers: json(),
    body: job,
    budget: 1.4,
  },
  { name: 'job run, 20 MB', method: 'POST', path: '/v2/ep1/run', headers: json(), body: LARGE, share: 0.002 },
]
