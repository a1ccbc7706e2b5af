import { PublicTemplateQuery } from '../../../mappings/schemas/v2/catalog-queries.ts'
import { TemplateCreate, TemplateUpdate } from '../../../mappings/schemas/v2/templates.ts'
import { queryAs } from '../http/query.ts'
import { created, idOf, noContent, ok, type Route } from '../http/route.ts'
import { validate } from '../http/violations.ts'
import { listPublicTemplates } from './public-templates.ts'
import type { TemplateStore } from './template-store.ts'

/** The operations of /v2/templates and the public catalog of them. */
export const templateRoutes = (templates: TemplateStore): Route[] => [
  { method: 'GET', path: '/v2/templates', handle: () => ok({ templates: templates.list() }) },
  {
    method: 'POST',
    path: '/v2/templates',
    handle: (call) => created(templates.create(validate(TemplateCreate, call.body))),
  },
  { method: 'GET', path: '/v2/templates/:id', handle: (call) => ok(templates.read(idOf(call))) },
  {
    method: 'PATCH',
    path: '/v2/templates/:id',
    handle: (call) => ok(templates.update(idOf(call), validate(TemplateUpdate, call.body))),
  },
  {
    method: 'DELETE',
    path: '/v2/templates/:id',
    handle: (call) => {
      templates.delete(idOf(call))
      return noContent
    },
  },
  {
    method: 'GET',
    path: '/v2/catalog/templates',
    handle: (call) =>
      ok({ templates: listPublicTemplates(queryAs(PublicTemplateQuery, call.query).source ?? 'official') }),
  },
]
