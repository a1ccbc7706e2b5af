import type { Operation } from '../../operation.ts'
import * as catalog from '../catalog.ts'
import * as queries from '../catalog-queries.ts'
import * as templates from '../templates.ts'

export const catalogOperations = {
  'v2.catalog.gpus.list': {
    method: 'GET',
    path: '/v2/catalog/gpus',
    summary: 'List GPU types, with availability where asked for',
    query: queries.GpuTypeQuery,
    lists: 'comma',
    response: catalog.GpuTypeList,
    status: 200,
  },
  'v2.catalog.gpus.get': {
    method: 'GET',
    path: '/v2/catalog/gpus/{id}',
    summary: 'Read a GPU type',
    query: queries.GpuTypeQuery,
    lists: 'comma',
    response: catalog.GpuType,
    status: 200,
  },
  'v2.catalog.cpus.list': {
    method: 'GET',
    path: '/v2/catalog/cpus',
    summary: 'List CPU flavors, with availability where asked for',
    query: queries.CpuTypeQuery,
    lists: 'comma',
    response: catalog.CpuTypeList,
    status: 200,
  },
  'v2.catalog.cpus.get': {
    method: 'GET',
    path: '/v2/catalog/cpus/{id}',
    summary: 'Read a CPU flavor',
    query: queries.CpuTypeQuery,
    lists: 'comma',
    response: catalog.CpuType,
    status: 200,
  },
  'v2.catalog.datacenters.list': {
    method: 'GET',
    path: '/v2/catalog/datacenters',
    summary: 'List data centers that meet every filter',
    query: queries.DataCenterListQuery,
    lists: 'comma',
    response: catalog.DataCenterList,
    status: 200,
  },
  'v2.catalog.datacenters.get': {
    method: 'GET',
    path: '/v2/catalog/datacenters/{id}',
    summary: 'Read a data center',
    query: queries.DataCenterQuery,
    lists: 'comma',
    response: catalog.DataCenter,
    status: 200,
  },
  'v2.catalog.templates': {
    method: 'GET',
    path: '/v2/catalog/templates',
    summary: 'List public templates, at most 100',
    query: queries.PublicTemplateQuery,
    response: templates.TemplateList,
    status: 200,
  },
} as const satisfies Record<string, Operation>
