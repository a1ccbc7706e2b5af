import type { Operation } from '../../operation.ts'
import * as templates from '../templates.ts'

export const templateOperations = {
  'v2.templates.list': {
    method: 'GET',
    path: '/v2/templates',
    summary: 'List your templates',
    response: templates.TemplateList,
    status: 200,
  },
  'v2.templates.create': {
    method: 'POST',
    path: '/v2/templates',
    summary: 'Create a template',
    request: templates.TemplateCreate,
    response: templates.Template,
    status: 201,
  },
  'v2.templates.get': {
    method: 'GET',
    path: '/v2/templates/{id}',
    summary: 'Read a template',
    response: templates.Template,
    status: 200,
  },
  'v2.templates.update': {
    method: 'PATCH',
    path: '/v2/templates/{id}',
    summary: 'Change a template; what is left out stays as it is',
    request: templates.TemplateUpdate,
    response: templates.Template,
    status: 200,
  },
  'v2.templates.delete': {
    method: 'DELETE',
    path: '/v2/templates/{id}',
    summary: 'Delete a template',
    status: 204,
  },
} as const satisfies Record<string, Operation>
