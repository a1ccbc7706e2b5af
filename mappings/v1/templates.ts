import { mapping } from '../dsl/mapping.ts'
import { type Besides, routesOf } from '../dsl/route.ts'
import { between } from '../dsl/row.ts'
import * as V1 from '../schemas/v1/index.ts'
import * as V2 from '../schemas/v2/index.ts'
import { container } from './container.ts'
import { persistentStorage } from './storage.ts'

type Old = V1.TemplateCreate | V1.TemplateUpdate | V1.Template | V1.TemplateQuery
type New = V2.TemplateCreate | V2.TemplateUpdate | V2.Template
const { same, field, drop, hide, serve } = between<Old, New>()

/** Templates: the container, what the template adds, and what v2 no longer keeps. */
export const templates = mapping('v1.templates', {
  facets: {
    create: [V1.TemplateCreate, V2.TemplateCreate],
    update: [V1.TemplateUpdate, V2.TemplateUpdate],
    read: [V1.Template, V2.Template],
    query: [V1.TemplateQuery, undefined],
  },
  blankIsAbsent: ['create'],
  rows: [
    ...container,
    same('id'),
    same('name'),
    same('category'),
    field('isServerless', 'serverless'),
    field('isPublic', 'public'),
    persistentStorage,
    drop('readme', 'v2 has no readme; keep the text with your code', {
      allow: [''],
      neutral: '',
      echo: true,
    }),
    drop('earned', 'v2 does not say what a template earned', { neutral: 0 }),
    drop('runtimeInMin', 'v2 does not say how long a template ran', { neutral: 0 }),
    serve('isRunpod', 'templateSources', 'v2 marks official templates by the catalog they come from', {
      neutral: false,
      with: ['official'],
    }),
    drop('createdAt', 'v2 does not say when a template was made'),
    hide('startSsh', 'v1 had no such switch: v2 starts SSH where its own default says so'),
    hide('startJupyter', 'v1 had no such switch: v2 starts a notebook where its own default says so'),
    hide('allowedCudaVersions', 'v1 templates could not be held to CUDA versions'),
    serve('includeEndpointBoundTemplates', 'templateSources', 'v2 lists them together with the others'),
    serve('includePublicTemplates', 'templateSources', 'v2 lists them in the public catalog', {
      with: ['verified', 'community'],
    }),
    serve('includeRunpodTemplates', 'templateSources', 'v2 lists them in the public catalog', {
      with: ['official'],
    }),
  ],
})

/** Where public templates are, by source, and what v2 calls the copies it makes for endpoints. */
export const publicTemplates = {
  path: '/v2/catalog/templates',
  list: 'templates',
  by: 'source',
  endpointBound: /__template__/,
} as const

/** What a change of a template no longer does. */
export const templateRollout = {
  why: 'endpoints made from the template took its changes over; v2 copies a template once, so that they keep what they have',
  fix: 'where endpoints shall change, change each with PATCH /v2/serverless/{id} as well',
} as const satisfies Besides

/** What a list of templates holds more of than v1's did. */
const boundTemplates = {
  why: 'v1 left out the templates that are made for endpoints, unless asked for them; v2 lists them with the others',
  fix: 'pass over names with __template__, where that is meant',
  by: 'templateSources',
} as const satisfies Besides

const route = routesOf(templates)

/** The six operations of templates, and the POST spelling of update. */
export const templateRoutes = [
  route('create', 'POST /v1/templates', 'POST /v2/templates', {
    body: 'create',
    does: ['commandAsJson'],
  }),
  route('list', 'GET /v1/templates', 'GET /v2/templates', {
    list: 'templates',
    does: ['templateSources'],
    besides: boundTemplates,
  }),
  route('get', 'GET /v1/templates/{templateId}', 'GET /v2/templates/{id}'),
  route('update', 'PATCH /v1/templates/{templateId}', 'PATCH /v2/templates/{id}', {
    body: 'update',
    does: ['commandAsJson', 'wholeMount'],
    besides: templateRollout,
  }),
  route('updateByPost', 'POST /v1/templates/{templateId}/update', 'PATCH /v2/templates/{id}', {
    body: 'update',
    does: ['commandAsJson', 'wholeMount'],
    besides: templateRollout,
  }),
  route('delete', 'DELETE /v1/templates/{templateId}', 'DELETE /v2/templates/{id}', {
    answer: 'none',
    success: 204,
  }),
]
