import { commandOfArgs, entrypointOfArgs } from '../codecs/command-json.ts'
import { environment } from '../codecs/environment.ts'
import { ports } from '../codecs/ports.ts'
import { registryId } from '../codecs/registry-id.ts'
import { shellWords } from '../codecs/shell-words.ts'
import { wholeNumber } from '../codecs/whole-number.ts'
import { between } from '../dsl/row.ts'
import type * as V1 from '../schemas/v1/index.ts'
import type * as V2 from '../schemas/v2/index.ts'

type Old = V1.TemplateCreate | V1.Template
type New = V2.TemplateCreate | V2.Template
const { field, refuse, serve } = between<Old, New>()

/** What pods and templates say about their container in the same words. */
export const container = [
  field('imageName', 'image'),
  field('containerDiskInGb', 'disk', {
    via: wholeNumber,
    or: 50, // GB
    why: 'v1 gave 50 GB of container disk to a caller who said nothing',
  }),
  field('containerRegistryAuthId', 'registry', { via: registryId }),
  field('env', 'env', { via: environment }),
  field('ports', 'ports', {
    via: ports,
    or: ['8888/http', '22/tcp'],
    saysNone: true,
    why: 'v1 exposed these ports for a caller who said nothing; v2 would expose none',
  }),
  field('dockerStartCmd', 'args', { via: shellWords, until: 'args-json' }),
  field('dockerStartCmd', 'args', { via: commandOfArgs, by: 'commandAsJson', since: 'args-json' }),
  field('dockerArgs', 'args', {
    only: 'up',
    why: "GraphQL's name for the start command; v1 callers send it too",
  }),
  refuse(
    'dockerEntrypoint',
    { allow: [[]], neutral: [], until: 'args-json' },
    "v2 cannot replace an image's entrypoint; build it into the image, or put the command in dockerStartCmd",
  ),
  serve('dockerEntrypoint', 'commandAsJson', 'newer v2 takes it beside the command, in args', {
    on: ['create', 'update'],
    since: 'args-json',
  }),
  field('dockerEntrypoint', 'args', { via: entrypointOfArgs, on: ['read'], since: 'args-json' }),
]
