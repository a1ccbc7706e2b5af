// What the bench's upstream says: v2 documents as they are on the wire.

const pod = (number) => ({
  id: `pod${number}`,
  name: `trainer ${number}`,
  image: 'example/trainer:1.4',
  args: '',
  disk: 50,
  env: { MODE: 'train' },
  ports: ['8888/http', '22/tcp'],
  registry: null,
  status: 'RUNNING',
  actions: ['stop', 'restart', 'terminate'],
  mounts: { persistent: { size: 20, path: '/workspace' } },
  gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 },
  cloud: 'SECURE',
  dataCenterId: 'US-KS-2',
  cudaVersion: '12.8',
  ssh: { proxy: null, direct: null },
  template: null,
  cost: 0.69,
  locked: false,
  globalNetworking: { enabled: false },
  runtime: null,
  createdAt: '2026-11-01T02:47:45.352Z',
  startedAt: '2026-11-01T02:48:12.012Z',
})

/** A v2 list of that many pods; three are 2 KB. */
export const pods = (count) => ({ pods: Array.from({ length: count }, (_unused, number) => pod(number)) })

const template = {
  id: 'tpl1',
  name: 'worker',
  image: 'example/worker:2',
  args: '',
  disk: 10,
  env: { MODE: 'serve' },
  ports: ['8888/http'],
  registry: null,
  mounts: {},
  serverless: true,
  public: false,
  category: 'NVIDIA',
  startSsh: true,
  startJupyter: true,
  allowedCudaVersions: [],
}

const gpus = {
  gpus: [
    { id: 'NVIDIA GeForce RTX 4090', name: 'RTX 4090', pool: 'ADA_24', memory: 24, price: { secure: 0.69 } },
  ],
}

const bytes = (value) => Buffer.from(JSON.stringify(value))

/** Method and path -> status and body. A list's length is named by the key that asks for it. */
export const createAnswers = () => {
  const lists = new Map()
  const list = (count) => {
    if (!lists.has(count)) lists.set(count, bytes(pods(count)))
    return lists.get(count)
  }
  const fixed = {
    'POST /v2/pods': [201, bytes(pod(1))],
    'GET /v2/templates': [200, bytes({ templates: [] })],
    'POST /v2/templates': [201, bytes(template)],
    'GET /v2/catalog/gpus': [200, bytes(gpus)],
    'POST /v2/ep1/run': [200, bytes({ id: 'job-1', status: 'IN_QUEUE' })],
    'GET /v2/ep1/status/job-1': [200, bytes({ id: 'job-1', status: 'COMPLETED', output: 'x'.repeat(200) })],
  }
  return (method, path, authorization = '') =>
    method === 'GET' && path.split('?')[0] === '/v2/pods'
      ? [200, list(Number(/pods-(\d+)/.exec(authorization)?.[1] ?? 3))]
      : (fixed[`${method} ${path}`] ?? [
          404,
          bytes({ title: 'Not found', status: 404, detail: 'no such path' }),
        ])
}
