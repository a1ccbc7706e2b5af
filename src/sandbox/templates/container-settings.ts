import type { Template } from '../../../mappings/schemas/v2/templates.ts'
import { unprocessable } from '../http/problem.ts'
import { DEFAULT_DISK_GB } from './template-store.ts'

/** The container part of a create or update body. */
export interface ContainerBody {
  readonly args?: string | undefined
  readonly disk?: number | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly image?: string | undefined
  readonly ports?: string[] | undefined
  readonly registry?: string | null | undefined
}

/** Every container setting, decided. */
export interface ContainerSettings {
  readonly args: string
  readonly disk: number
  readonly env: Readonly<Record<string, string>>
  readonly image: string
  readonly ports: string[]
  readonly registry: string | null
}

/** The body over the template: explicit fields win, `env` merges name by name and the body's names win. */
export const overTemplate = (body: ContainerBody, template: Template | undefined): ContainerBody => {
  if (!template) return body
  return {
    args: body.args ?? template.args,
    disk: body.disk ?? template.disk,
    env: { ...template.env, ...body.env },
    image: body.image ?? template.image,
    ports: body.ports ?? template.ports,
    registry: body.registry === undefined ? template.registry : body.registry,
  }
}

/** What a create leaves open is empty, but for the disk. */
export const settled = (body: ContainerBody): ContainerSettings => ({
  args: body.args ?? '',
  disk: body.disk ?? DEFAULT_DISK_GB,
  env: body.env ?? {},
  image: body.image ?? '',
  ports: body.ports ?? [],
  registry: body.registry ?? null,
})

/** The same over settings that exist: what the body leaves out stays. */
export const changed = (body: ContainerBody, present: ContainerSettings): ContainerSettings => ({
  args: body.args ?? present.args,
  disk: body.disk ?? present.disk,
  env: body.env ?? present.env,
  image: body.image ?? present.image,
  ports: body.ports ?? present.ports,
  registry: body.registry === undefined ? present.registry : body.registry,
})

/** @throws {Problem} 422 where a template of the other kind is named */
export const requireKind = (template: Template, serverless: boolean): Template => {
  if (template.serverless === serverless) return template
  const needed = serverless ? 'a serverless template' : 'a pod template'
  throw unprocessable([`$.templateId: '${template.id}' is not ${needed}`])
}
