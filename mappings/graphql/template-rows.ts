import type { z } from 'zod'
import { environmentPairs } from '../codecs/environment.ts'
import { portList } from '../codecs/ports.ts'
import { registryId } from '../codecs/registry-id.ts'
import { absent } from '../dsl/facts.ts'
import { mapping } from '../dsl/mapping.ts'
import { between } from '../dsl/row.ts'
import { PodTemplate, SaveTemplateInput } from '../schemas/graphql/templates.ts'
import * as V2 from '../schemas/v2/index.ts'

const input = SaveTemplateInput.omit({ id: true })

type Old = z.infer<typeof input> | z.infer<typeof PodTemplate>
type New = V2.TemplateCreate | V2.TemplateUpdate | V2.Template
const { same, field, drop, cases, when, otherwise } = between<Old, New>()

/** Templates as GraphQL says them. Where the input names a template's id it is the update facet, else create. */
export const graphqlTemplates = mapping('graphql.templates', {
  facets: {
    create: [input, V2.TemplateCreate],
    update: [input, V2.TemplateUpdate],
    read: [PodTemplate, V2.Template],
  },
  blankIsAbsent: ['create'],
  rows: [
    same('id'),
    same('name'),
    field('imageName', 'image'),
    field('dockerArgs', 'args'),
    field('containerDiskInGb', 'disk'),
    field('env', 'env', { via: environmentPairs }),
    field('ports', 'ports', { via: portList }),
    field('isServerless', 'serverless'),
    field('isPublic', 'public'),
    field('containerRegistryAuthId', 'registry', { via: registryId, on: ['create', 'update'] }),
    field('containerRegistryAuthId', 'registry', { on: ['read'] }),
    same('category'),
    same('startSsh'),
    same('startJupyter'),
    same('allowedCudaVersions'),
    cases(
      when({ volumeInGb: 0 }, { 'mounts.persistent': absent }, [
        drop('volumeMountPath', 'without a volume there is nothing to mount', {
          allow: ['', '/workspace'],
        }),
        drop('volumeInGb', 'v2 cannot take a mount away: a template that has one keeps it', {
          on: ['update'],
          allow: [0],
        }),
      ]),
      otherwise([
        field('volumeInGb', 'mounts.persistent.size'),
        field('volumeMountPath', 'mounts.persistent.path', {
          or: '/workspace',
          why: 'the legacy API mounted the volume there for a caller who said nothing; v2 wants the path said',
        }),
      ]),
    ),
    drop('readme', 'v2 has no readme; keep the text with your code', { allow: [''] }),
    drop('startScript', 'v2 has no start script; call it from dockerArgs', { allow: [''] }),
    drop('portsConfig', 'v2 does not name ports', { allow: [[]] }),
    drop('config', 'v2 keeps no console settings', { allow: [{}, ''] }),
    drop('advancedStart', 'v2 keeps no console settings', { allow: [false] }),
    drop('isRunpod', 'v2 marks official templates by the catalog they come from', { neutral: false }),
    drop('boundEndpointId', 'v2 does not say which endpoint a template was made for'),
    drop('userId', 'v2 does not say who owns what: a key sees its own account'),
    drop('earned', 'v2 does not say what a template earned'),
    drop('runtimeInMin', 'v2 does not say how long a template ran'),
  ],
})
