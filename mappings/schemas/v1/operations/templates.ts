import type { Operation } from '../../operation.ts'
import * as templates from '../templates.ts'

export const templateOperations = {
  'v1.templates.create': {
    method: 'POST',
    path: '/templates',
    summary: 'Save a template',
    request: templates.TemplateCreate,
    response: templates.Template,
    status: 200,
  },
  'v1.templates.list': {
    method: 'GET',
    path: '/templates',
    summary: 'List templates: your own, and others asked for',
    query: templates.TemplateQuery,
    response: templates.TemplateList,
    status: 200,
  },
  'v1.templates.get': {
    method: 'GET',
    path: '/templates/{templateId}',
    summary: 'Read one template',
    query: templates.TemplateQuery,
    response: templates.Template,
    status: 200,
  },
  'v1.templates.update': {
    method: 'PATCH',
    path: '/templates/{templateId}',
    summary: 'Change a template; what is left out stays as it is',
    request: templates.TemplateUpdate,
    response: templates.Template,
    status: 200,
  },
  'v1.templates.updateByPost': {
    method: 'POST',
    path: '/templates/{templateId}/update',
    summary: 'Change a template, for clients that cannot send PATCH',
    request: templates.TemplateUpdate,
    response: templates.Template,
    status: 200,
  },
  'v1.templates.delete': {
    method: 'DELETE',
    path: '/templates/{templateId}',
    summary: 'Delete a template that nothing uses',
    status: 204,
  },
} as const satisfies Record<string, Operation>
