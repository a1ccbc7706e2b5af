import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { graphqlResources } from '../../mappings/graphql/resources.ts'
import { keyParameter } from '../../mappings/hosts.ts'
import { resources } from '../../mappings/v1/index.ts'

interface Named {
  readonly names: readonly string[]
  readonly why: string
}

const ASKED = 'fields of an answer that a resolver fills, by what else is asked'
const DECIDES = 'arguments that decide which calls are made; no row chooses between calls'
const LOOKED_UP = 'a row is found by the path of v2 that it writes'

/** A field's name and a path of v2 stand in the mapping. What code names all the same is here, with its reason. */
const NAMED: Readonly<Record<string, Named>> = {
  'codemods/rewrite/graphql/graphql-kept.ts': { names: ['gpuAvailability', 'lowestPrice'], why: ASKED },
  'codemods/rewrite/graphql/lost/graphql-loss.ts': {
    names: ['cloudType', 'gpuTypeId', 'gpuTypeIdList', 'instanceId'],
    why: DECIDES,
  },
  'codemods/rewrite/mapper/graphql/mapper-errands.ts': {
    names: ['dataCenterIds', 'gpuAvailability', 'gpuCount', 'gpuIds', 'lowestPrice'],
    why: DECIDES,
  },
  'codemods/rewrite/mapper/helpers/mapper-graphql-catalog.ts': {
    names: ['excludedTypes'],
    why: 'half of what one text of GraphQL becomes',
  },
  'codemods/rewrite/mapper/around/mapper-lookup.ts': {
    names: ['excludedTypes'],
    why: 'left out where it is empty',
  },
  'codemods/rewrite/mapper/around/mapper-tries.ts': { names: ['dataCenterIds', 'vcpuCount'], why: LOOKED_UP },
  'codemods/rewrite/mapper/around/mapper-wholes.ts': {
    names: ['mounts.persistent.path', 'mounts.persistent.size', 'queueDelay', 'requestCount'],
    why: LOOKED_UP,
  },
  'src/graphql/operations/catalog.ts': {
    names: ['gpuAvailability', 'gpuTypeCudaVersions', 'lowestPrice', 'nodeGroupDatacenters'],
    why: ASKED,
  },
  'src/graphql/operations/endpoint-answers.ts': {
    names: ['networkVolume', 'networkVolumeIds'],
    why: ASKED,
  },
  'src/graphql/operations/endpoints.ts': {
    names: ['endpointId', 'flashBootType', 'scalerType', 'templateId'],
    why: DECIDES,
  },
  'src/graphql/operations/pod-answers.ts': { names: ['gpuDisplayName', 'networkVolume'], why: ASKED },
  'src/graphql/operations/pod-deploy.ts': { names: ['instanceId'], why: DECIDES },
  'src/graphql/operations/pods.ts': { names: ['mounts.persistent.path', 'podId'], why: LOOKED_UP },
  'src/graphql/operations/templates.ts': { names: ['mounts.persistent.path'], why: LOOKED_UP },
  'src/graphql/operations/volumes.ts': { names: ['dataCenter'], why: ASKED },
  'src/proxy/catalog.ts': { names: ['dataCenters'], why: 'the member that holds a list' },
  'src/proxy/v1/behaviours/fallback.ts': { names: ['vcpuCount'], why: LOOKED_UP },
}

/** Programs call their key so, whatever the mapping's fields are called. */
const OTHERS: ReadonlySet<string> = new Set(['apiKey'])

const ROOT = join(import.meta.dirname, '../..')

/** Names that can be nothing but a field's: of two words at least, or a path. */
const fields = new Set(
  [...resources, ...graphqlResources]
    .flatMap((mapping) => mapping.facets.flatMap((facet) => mapping[facet]?.plan ?? []))
    .flatMap(({ old, v2 }) => [...old, ...v2])
    .flatMap((path) => [path, ...path.split('.')])
    .filter((name) => /[a-z][A-Z]|\./.test(name)),
)

const sources = (directory: string): string[] =>
  readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.generated)\.ts$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/^(codemods\/fixtures|src\/sandbox)\//.test(path))

/** The texts of a file: quoted ones whole, the words of those that are printed into programs. */
const textsIn = (path: string): string[] => {
  const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true)
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(...(/[§¤]/.test(node.text) ? node.text.split(/\W+/) : [node.text]))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return texts
}

const isPath = (text: string): boolean => /^\/v2\/(?!v2)[a-z]/.test(text)

test('names of fields and paths stand in the mapping and nowhere else', () => {
  const found = [...sources('src'), ...sources('codemods')].flatMap((path) => {
    const named = new Set(
      textsIn(path).filter((text) => isPath(text) || (fields.has(text) && !OTHERS.has(text))),
    )
    return named.size > 0 ? [[path, [...named].sort()] as const] : []
  })
  const named = Object.entries(NAMED).map(([path, { names }]) => [path, names])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(named))
}, 60_000)

test("the parameter of GraphQL's address that carries a key stands in the mapping and nowhere else", () => {
  const all = ['src', 'codemods'].flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test|\.generated)\.ts$/.test(path) && !path.startsWith('fixtures/'))
      .map((path) => join(directory, path)),
  )
  expect(all.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes(keyParameter.is))).toEqual([])
})
