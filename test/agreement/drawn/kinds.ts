import type { Body } from './bodies.ts'

/** What is drawn of one kind of resource: the values that v1's members may have, and the members that are read. */
export interface Kind {
  readonly path: string
  /** Members that every body says. */
  readonly always: Body
  readonly may: Readonly<Record<string, readonly unknown[]>>
  readonly reads: readonly string[]
  readonly changes?: Readonly<Record<string, readonly unknown[]>>
}

const CHANGES = {
  imageName: ['busybox:2'],
  containerDiskInGb: [20],
  env: [{ Z: 'y' }],
  ports: [['9000/http']],
  name: ['renamed'],
}

/** Some kinds of resources, by a name of our own. */
export const KINDS = {
  pod: {
    path: '/pods',
    always: { name: 'p', imageName: 'busybox', gpuTypeIds: ['NVIDIA L4'] },
    may: {
      gpuCount: [1, 2],
      containerDiskInGb: [10, 40],
      volumeInGb: [0, 20, 30],
      volumeMountPath: ['/workspace', '/data'],
      ports: [['8888/http', '22/tcp'], ['8080/http'], []],
      env: [{ A: 'b' }, { A: '1', B: '2' }, {}],
      cloudType: ['SECURE'],
      dockerStartCmd: [['bash', '-c', 'echo 1'], ['python', 'x.py'], []],
      interruptible: [false],
      dataCenterIds: [['EU-RO-1']],
    },
    reads: [
      'id',
      'name',
      'image',
      'desiredStatus',
      'costPerHr',
      'env',
      'ports',
      'volumeInGb',
      'containerDiskInGb',
      'volumeMountPath',
      'gpuCount',
      'interruptible',
    ],
    changes: CHANGES,
  },
  manyGpus: {
    path: '/pods',
    always: { name: 'm', imageName: 'busybox', gpuTypeIds: ['NVIDIA GeForce RTX 4090', 'NVIDIA L4'] },
    may: { cloudType: ['COMMUNITY', 'SECURE'], containerDiskInGb: [10], env: [{ A: 'b' }] },
    reads: ['id', 'name', 'costPerHr'],
    changes: CHANGES,
  },
  cpu: {
    path: '/pods',
    always: { name: 'c', imageName: 'busybox', computeType: 'CPU', cpuFlavorIds: ['cpu3c'] },
    may: { vcpuCount: [2, 4], containerDiskInGb: [10], ports: [['22/tcp']], env: [{ A: 'b' }] },
    reads: ['id', 'name', 'image', 'vcpuCount', 'containerDiskInGb', 'env'],
    changes: CHANGES,
  },
  template: {
    path: '/templates',
    always: { name: 't', imageName: 'busybox' },
    may: {
      containerDiskInGb: [5, 10],
      volumeInGb: [0, 10],
      volumeMountPath: ['/w'],
      ports: [['80/http']],
      env: [{ A: 'b' }],
      dockerStartCmd: [['sleep', '1']],
      readme: ['hello'],
    },
    reads: [
      'id',
      'name',
      'imageName',
      'containerDiskInGb',
      'volumeInGb',
      'ports',
      'env',
      'dockerStartCmd',
      'readme',
    ],
    changes: { name: ['renamed'], imageName: ['busybox:3'] },
  },
  volume: {
    path: '/networkvolumes',
    always: { name: 'v', size: 10, dataCenterId: 'EU-RO-1' },
    may: {},
    reads: ['id', 'name', 'size', 'dataCenterId'],
    changes: { name: ['renamed'], size: [20] },
  },
  registry: {
    path: '/containerregistryauth',
    always: { name: 'r', username: 'u', password: 'p' },
    may: {},
    reads: ['id', 'name'],
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS
export const kindNames = Object.keys(KINDS) as KindName[]

/** A kind by its name. */
export const kindOf = (name: KindName): Kind => KINDS[name]
