import { runpodctlCommands } from './client-commands.ts'
import type { Dated } from './hosts.ts'

/** The APIs a client library speaks on its user's behalf. */
export type Speaks = 'graphql' | 'v1' | 'v2' | 'jobs'

/** What a range of a library's versions does. */
export interface ClientRange {
  /** First version that is no longer meant, e.g. `4.0.0`; the last range has none. */
  readonly below?: string
  readonly speaks: readonly Speaks[]
  /** What a program that uses it should do. */
  readonly why: string
}

/** A published library or command that calls the API. */
export interface ClientLibrary {
  readonly registry: 'npm' | 'pypi' | 'go'
  readonly name: string
  readonly ranges: readonly ClientRange[]
  /** Functions of the library, and the legacy operation each one sends. */
  readonly calls?: Readonly<Record<string, string>>
  /** What else it exports and sends nothing legacy: a program that uses no more may keep the library as it is. */
  readonly stays?: readonly string[]
  /** The program it installs. */
  readonly program?: string
  /** What follows the program's name on a command line, and the legacy operation that sends: by name, or by a route's id. */
  readonly commands?: Readonly<Record<string, string>>
}

/** Libraries that hide the API from a search for its hosts. */
export const clientLibraries = {
  is: [
    {
      registry: 'pypi',
      name: 'runpod',
      ranges: [
        {
          below: '1.13.0',
          speaks: ['graphql', 'jobs'],
          why: 'its pod, template, endpoint and registry functions send GraphQL: call REST v2 instead, or take a release that does; Endpoint() and the serverless worker use the job API and stay',
        },
        {
          speaks: ['v2', 'jobs'],
          why: 'later releases moved to REST v2: check the release notes of the version you pin',
        },
      ],
      calls: {
        create_pod: 'podFindAndDeployOnDemand',
        get_pod: 'pod',
        get_pods: 'pods',
        stop_pod: 'podStop',
        resume_pod: 'podResume',
        terminate_pod: 'podTerminate',
        get_gpu: 'gpuTypes',
        get_gpus: 'gpuTypes',
        create_template: 'saveTemplate',
        create_endpoint: 'saveEndpoint',
        get_endpoints: 'endpoints',
        update_endpoint_template: 'updateEndpointTemplate',
        create_container_registry_auth: 'saveRegistryAuth',
        update_container_registry_auth: 'updateRegistryAuth',
        delete_container_registry_auth: 'deleteRegistryAuth',
        get_user: 'myself',
        update_user_settings: 'updateUserSettings',
      },
      stays: [
        'serverless',
        'endpoint',
        'Endpoint',
        'AsyncioEndpoint',
        'AsyncioJob',
        'RunPodLogger',
        'api_key',
        'endpoint_url_base',
        'error',
        'version',
        '__version__',
      ],
    },
    {
      registry: 'pypi',
      name: 'runpod-flash',
      ranges: [
        {
          speaks: ['v1', 'graphql', 'jobs'],
          why: 'it lists and creates network volumes over REST v1 and saves endpoints over GraphQL: take a release that speaks REST v2',
        },
      ],
    },
    {
      registry: 'npm',
      name: 'runpod-sdk',
      ranges: [{ speaks: ['jobs'], why: 'it only calls the job API, which stays as it is' }],
    },
    {
      registry: 'npm',
      name: '@runpod/ai-sdk-provider',
      ranges: [{ speaks: ['jobs'], why: 'it only calls the job API, which stays as it is' }],
    },
    {
      registry: 'npm',
      name: '@runpod/mcp-server',
      ranges: [
        {
          below: '3.0.0',
          speaks: ['v1'],
          why: 'every tool of it calls REST v1, which is switched off: take version 4',
        },
        {
          below: '4.0.0',
          speaks: ['v2', 'v1', 'graphql'],
          why: 'it calls REST v2 but still creates CPU pods over REST v1 and reads the catalog over GraphQL: take version 4',
        },
        { speaks: ['v2', 'jobs'], why: 'it calls REST v2' },
      ],
    },
    {
      registry: 'go',
      name: 'github.com/runpod/runpodctl',
      ranges: [
        {
          below: '2.0.0',
          speaks: ['graphql'],
          why: 'it speaks GraphQL only: take a release that speaks REST v2',
        },
        {
          speaks: ['v1', 'graphql'],
          why: 'it mixes REST v1 with GraphQL: take a release that speaks REST v2, or point its addresses at the proxy',
        },
      ],
      program: 'runpodctl',
      commands: runpodctlCommands,
    },
  ],
  asOf: '2026-08-31',
  source: 'the published packages, run against a recording server',
} as const satisfies Dated<readonly ClientLibrary[]>
