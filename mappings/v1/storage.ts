import { wholeNumber } from '../codecs/whole-number.ts'
import { absent, either, present } from '../dsl/facts.ts'
import { between, type Row } from '../dsl/row.ts'
import type * as V1 from '../schemas/v1/index.ts'
import type * as V2 from '../schemas/v2/index.ts'

type Old = V1.TemplateCreate | V1.Template
type New = V2.TemplateCreate | V2.Template
const { field, drop, cases, when, otherwise } = between<Old, New>()

/** Host-local disk: v1 says it flat, v2 as a mount that is there or not. Templates and GPU pods alike. */
export const persistentStorage: Row = cases(
  when({ volumeInGb: either(0, '0') }, { 'mounts.persistent': absent }, [
    drop('volumeMountPath', 'without a volume there is nothing to mount', {
      neutral: '',
      on: ['create', 'read'],
      allow: ['/workspace'],
    }),
    drop('volumeInGb', 'v2 cannot take a mount away: what has one keeps it', { on: ['update'] }),
  ]),
  otherwise([
    field('volumeInGb', 'mounts.persistent.size', {
      via: wholeNumber,
      or: 20, // GB
      unless: { isServerless: true },
      why: 'v1 gave a 20 GB volume to a caller who said nothing',
    }),
    field('volumeMountPath', 'mounts.persistent.path', {
      or: '/workspace',
      unless: { isServerless: true, volumeInGb: absent },
      why: 'v1 mounted the volume at /workspace for a caller who said nothing',
    }),
  ]),
)

const p = between<V1.PodCreate | V1.Pod, V2.PodCreate | V2.Pod>()

/** A pod's storage: a network volume wins over host-local disk, and a CPU pod takes no host-local disk. */
export const podStorage: Row = p.cases(
  p.when({ networkVolumeId: present }, { 'mounts.network': present }, [
    p.field('networkVolumeId', 'mounts.network.0.volumeId'),
    p.field('volumeMountPath', 'mounts.network.0.path', {
      or: '/workspace',
      always: true,
      why: 'v1 mounted the network volume at /workspace for a caller who said nothing; v2 wants the path said',
    }),
    p.drop('volumeInGb', 'v1 ignored it beside a network volume', { allow: [0], neutral: 0 }),
  ]),
  p.otherwise([
    p.cases(
      p.when({ computeType: 'CPU' }, { cpu: present }, [
        p.refuse(
          'volumeInGb',
          { allow: [0], neutral: 0 },
          'v2 has no host-local volume on CPU pods; attach a network volume (networkVolumeId) or use the container disk',
        ),
        p.drop('volumeMountPath', 'without a volume there is nothing to mount', {
          neutral: '',
          allow: ['/workspace'],
        }),
      ]),
      p.otherwise([persistentStorage]),
    ),
  ]),
)
