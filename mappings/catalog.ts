/** Where the lists of v2's catalog are, by the member that holds each. */
export const catalogPaths = {
  gpus: '/v2/catalog/gpus',
  cpus: '/v2/catalog/cpus',
  dataCenters: '/v2/catalog/datacenters',
  templates: '/v2/catalog/templates',
} as const
