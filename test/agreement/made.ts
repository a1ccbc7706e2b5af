/** Bodies of REST v2 that drawn programs make objects of, by collection. */
export const MADE: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  pods: [
    { image: 'pytorch', gpu: { id: 'NVIDIA L4', count: 1 }, disk: 10, cloud: 'SECURE', ports: ['22/tcp'] },
    { image: 'busybox', cpu: { id: 'cpu3c', vcpuCount: 2 }, disk: 10, cloud: 'SECURE', env: { A: 'b' } },
    {
      image: 'pytorch',
      gpu: { id: 'NVIDIA L4', count: 2 },
      mounts: { persistent: { size: 20, path: '/workspace' } },
      disk: 10,
      args: "bash -lc 'echo 1'",
      cloud: 'COMMUNITY',
    },
  ],
  templates: [
    { image: 'pytorch', disk: 10, serverless: true },
    { image: 'busybox', disk: 10, mounts: { persistent: { size: 20, path: '/w' } }, args: 'sleep 1' },
  ],
  serverless: [
    {
      image: 'pytorch',
      type: 'QUEUE',
      gpu: { pools: ['AMPERE_24'], count: 1 },
      workers: { min: 0, max: 1, idleTimeout: 5 },
      scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
    },
  ],
  'network-volumes': [{ size: 10, dataCenter: 'EU-RO-1' }],
  registries: [{ username: 'u', password: 'p' }],
}
