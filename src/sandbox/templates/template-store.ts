import type { Template, TemplateCreate, TemplateUpdate } from '../../../mappings/schemas/v2/templates.ts'
import { badRequest, notFound } from '../http/problem.ts'
import { defined } from '../state/defined.ts'
import type { Sequences } from '../state/sequences.ts'
import type { Table } from '../state/table.ts'
import { publicTemplates } from './public-templates.ts'
import type { TemplateRecord } from './template-record.ts'

/** Container disk of a template or pod that names none, GB. v2 does not publish its own. */
export const DEFAULT_DISK_GB = 10

const DEFAULTS: Omit<Template, 'id' | 'name' | 'image'> = {
  args: '',
  disk: DEFAULT_DISK_GB,
  env: {},
  ports: [],
  registry: null,
  mounts: {},
  serverless: false,
  public: false,
  category: 'NVIDIA',
  startSsh: true,
  startJupyter: true,
  allowedCudaVersions: [],
}

/** True while a pod or an endpoint lives that was made from the template. */
export type IsTemplateUsed = (templateId: string) => boolean

/** The templates a caller can read, and those of them he may change. */
export interface TemplateStore {
  list(): Template[]
  /** Own or public. @throws {Problem} 404 */
  read(id: string): Template
  create(body: TemplateCreate, endpointId?: string): Template
  update(id: string, body: TemplateUpdate): Template
  delete(id: string): void
  /** The copy bound to an endpoint follows the endpoint's settings. */
  rebind(endpointId: string, body: TemplateUpdate): void
  /** Removes the copy bound to an endpoint. */
  release(endpointId: string): void
  /** Forgets a registry credential that is being deleted. */
  dropRegistry(registry: string): void
}

const publicById: ReadonlyMap<string, Template> = new Map(
  publicTemplates.map(({ template }) => [template.id, template]),
)

const IN_USE = 'template is in use by a pod or serverless endpoint and cannot be deleted'

/** An empty `mounts` leaves the mount as it is; everything else given replaces what was there, `env` whole. */
const patched = (template: Template, { mounts, ...rest }: TemplateUpdate): Template => ({
  ...template,
  ...defined(rest),
  ...(mounts?.persistent ? { mounts: { persistent: mounts.persistent } } : {}),
})

/** Templates in a table, and the public ones of the catalog. @param isUsed asked before a template is deleted */
export const templateStore = (
  table: Table<TemplateRecord>,
  sequences: Sequences,
  isUsed: IsTemplateUsed,
): TemplateStore => {
  const own = (id: string): TemplateRecord => {
    const record = table.get(id)
    if (!record) throw notFound('template')
    return record
  }
  const bound = (endpointId: string): TemplateRecord[] =>
    table.values().filter((record) => record.endpointId === endpointId)
  const create = (body: TemplateCreate, endpointId?: string): Template => {
    const template: Template = { id: sequences.next('template'), ...DEFAULTS, ...defined(body) }
    table.put(template.id, endpointId === undefined ? { template } : { template, endpointId })
    return template
  }
  const change = (record: TemplateRecord, body: TemplateUpdate): Template =>
    table.put(record.template.id, { ...record, template: patched(record.template, body) }).template
  return {
    list: () => table.values().map(({ template }) => template),
    read: (id) => {
      const template = table.get(id)?.template ?? publicById.get(id)
      if (!template) throw notFound('template')
      return template
    },
    create,
    update: (id, body) => {
      const record = own(id)
      return change(record, body)
    },
    delete: (id) => {
      const record = own(id)
      if (record.endpointId !== undefined || isUsed(id)) throw badRequest(IN_USE)
      table.delete(id)
    },
    rebind: (endpointId, body) => {
      for (const record of bound(endpointId)) change(record, body)
    },
    release: (endpointId) => {
      for (const { template } of bound(endpointId)) table.delete(template.id)
    },
    dropRegistry: (registry) => {
      const users = table.values().filter(({ template }) => template.registry === registry)
      for (const record of users) change(record, { registry: null })
    },
  }
}
