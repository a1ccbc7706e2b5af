import { wholeNumber } from '../codecs/whole-number.ts'
import { mapping } from '../dsl/mapping.ts'
import { routesOf } from '../dsl/route.ts'
import { between } from '../dsl/row.ts'
import * as V1 from '../schemas/v1/index.ts'
import * as V2 from '../schemas/v2/index.ts'

type Old = V1.NetworkVolumeCreate | V1.NetworkVolumeUpdate | V1.NetworkVolume
type New = V2.NetworkVolumeCreate | V2.NetworkVolumeUpdate | V2.NetworkVolume
const { same, field, hide } = between<Old, New>()

/** Network volumes. */
export const networkVolumes = mapping('v1.networkvolumes', {
  facets: {
    create: [V1.NetworkVolumeCreate, V2.NetworkVolumeCreate],
    update: [V1.NetworkVolumeUpdate, V2.NetworkVolumeUpdate],
    read: [V1.NetworkVolume, V2.NetworkVolume],
  },
  rows: [
    same('id'),
    same('name'),
    field('size', 'size', { via: wholeNumber }), // GB
    field('dataCenterId', 'dataCenter'),
    hide('type', 'v1 knew one tier; v2 makes the standard one where nothing is said'),
  ],
})

const route = routesOf(networkVolumes)
const VOLUME = 'PATCH /v2/network-volumes/{id}'

/** The operations of network volumes. */
export const networkVolumeRoutes = [
  route('create', 'POST /v1/networkvolumes', 'POST /v2/network-volumes', { body: 'create' }),
  route('list', 'GET /v1/networkvolumes', 'GET /v2/network-volumes', { list: 'networkVolumes' }),
  route('get', 'GET /v1/networkvolumes/{networkVolumeId}', 'GET /v2/network-volumes/{id}'),
  route('update', 'PATCH /v1/networkvolumes/{networkVolumeId}', VOLUME, { body: 'update' }),
  route('updateByPost', 'POST /v1/networkvolumes/{networkVolumeId}/update', VOLUME, { body: 'update' }),
  route('delete', 'DELETE /v1/networkvolumes/{networkVolumeId}', 'DELETE /v2/network-volumes/{id}', {
    answer: 'none',
    success: 204,
  }),
]
