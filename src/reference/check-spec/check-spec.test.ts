import { describe, expect, test } from 'vitest'
import { publishedSpec } from '../../../test/support/published-spec.ts'
import { openApiDocument } from '../openapi.ts'
import { checkSpec } from './check-spec.ts'
import { differenceText } from './difference-text.ts'

type Edit = (document: Document) => void
/** As much of a document as the edits below reach into. */
interface Document {
  paths: Record<string, Record<string, { parameters: object[]; responses: Record<string, object> }>>
  components: { schemas: Record<string, Schema> }
}
interface Schema {
  type?: unknown
  enum?: string[]
  required?: string[]
  minimum?: number
  properties: Record<string, Schema>
  allOf: Schema[]
}

/** The differences after an edit, short: `CODE call place`. */
const differencesAfter = (side: 'v1' | 'v2', document: unknown, edit: Edit): string[] => {
  const copy = structuredClone(document) as Document
  edit(copy)
  return checkSpec(side, copy).map(({ code, operation, at }) => `${code} ${operation} ${at}`.trim())
}

const schema = (document: Document, name: string): Schema => document.components.schemas[name]!

test('a document built here holds against the schemas here', () => {
  expect(checkSpec('v1', openApiDocument('v1'))).toEqual([])
  expect(checkSpec('v2', openApiDocument('v2'))).toEqual([])
})

test('a difference reads as one line', () => {
  const [difference] = checkSpec('v2', { openapi: '3.1.0', paths: {} })
  expect(difference && differenceText(difference)).toBe(
    'GET /v2/pods is known here but no longer published (published: not listed; here: listed)',
  )
})

test('what is no OpenAPI document is refused', () => {
  expect(() => checkSpec('v1', { swagger: '2.0' })).toThrow(TypeError)
  expect(() => checkSpec('v1', null)).toThrow(TypeError)
})

describe('a difference is named by its call and its field', () => {
  const edited = (edit: Edit) => differencesAfter('v2', openApiDocument('v2'), edit)

  test('a new field of a request', () => {
    expect(
      edited((d) => {
        schema(d, 'GpuCreate').properties.memory = { type: 'integer' } as Schema
      }),
    ).toEqual(['FIELD_NEW POST /v2/pods request gpu.memory'])
  })

  test('a field that is gone, in every answer that had it', () => {
    expect(edited((d) => void delete schema(d, 'Registry').properties.name)).toEqual([
      'FIELD_GONE GET /v2/registries response registries[].name',
      'FIELD_GONE POST /v2/registries response name',
      'FIELD_GONE GET /v2/registries/{} response name',
    ])
  })

  test('a field that has become required, or null', () => {
    expect(edited((d) => void schema(d, 'TemplateCreate').required!.push('disk'))).toEqual([
      'REQUIRED POST /v2/templates request disk',
    ])
    expect(
      edited((d) => {
        schema(d, 'TemplateCreate').properties.disk!.type = ['integer', 'null']
      }),
    ).toEqual(['NULLABLE POST /v2/templates request disk'])
  })

  test('another type, a new value, another limit', () => {
    const disk = (d: Document) => schema(d, 'TemplateCreate').properties.disk!
    expect(
      edited((d) => {
        disk(d).type = 'string'
      }),
    ).toEqual(['TYPE POST /v2/templates request disk'])
    expect(
      edited((d) => {
        disk(d).minimum = 5
      }),
    ).toEqual(['LIMIT POST /v2/templates request disk'])
    expect(edited((d) => void schema(d, 'PodAction').enum!.push('reset'))).toContain(
      'VALUES POST /v2/pods/{}/action request action',
    )
  })

  test('a new call, a call that is gone, a new status', () => {
    const get = { parameters: [], responses: { 200: {} } }
    expect(
      edited((d) => {
        d.paths['/v2/account/secrets'] = { get }
      }),
    ).toEqual(['OPERATION_NEW GET /v2/account/secrets'])
    expect(edited((d) => void delete d.paths['/v2/billing'])).toEqual(['OPERATION_GONE GET /v2/billing'])
    expect(
      edited((d) => {
        d.paths['/v2/pods']!.post!.responses['202'] = {}
      }),
    ).toEqual(['STATUS POST /v2/pods'])
  })

  test('a new query parameter, and a list written another way', () => {
    const parameters = (d: Document, path: string) => d.paths[path]!.get!.parameters
    const cursor = { name: 'cursor', in: 'query', schema: { type: 'string' } }
    expect(edited((d) => void parameters(d, '/v2/pods').push(cursor))).toEqual([
      'FIELD_NEW GET /v2/pods query cursor',
    ])
    expect(
      edited((d) => {
        for (const parameter of parameters(d, '/v2/catalog/datacenters/{id}'))
          Object.assign(parameter, { explode: true })
      }),
    ).toEqual(['LIST_STYLE GET /v2/catalog/datacenters/{} query include'])
  })

  test('the names of path parameters do not matter', () => {
    expect(
      edited((d) => {
        d.paths['/v2/pods/{podId}'] = d.paths['/v2/pods/{id}']!
        delete d.paths['/v2/pods/{id}']
      }),
    ).toEqual([])
  })
})

describe('what is beyond the spec on purpose', () => {
  test('may be missing there', () => {
    const edit: Edit = (d) => void delete schema(d, 'PodCreate').properties.minCudaVersion
    expect(differencesAfter('v1', openApiDocument('v1'), edit)).toEqual([])
  })

  test('is compared once it is there', () => {
    const edit: Edit = (d) => {
      schema(d, 'PodCreate').properties.region = { type: 'array' } as Schema
    }
    expect(differencesAfter('v1', openApiDocument('v1'), edit)).toContain('TYPE POST /pods request region')
  })
})

const specs = { v1: publishedSpec('v1'), v2: publishedSpec('v2') }
const present = specs.v1 !== undefined && specs.v2 !== undefined

describe.runIf(present)('the published documents', () => {
  test.each(['v1', 'v2'] as const)('%s holds, without one difference', (side) => {
    expect(checkSpec(side, specs[side])).toEqual([])
  })

  test('a field added to a composed request is named', () => {
    const edit: Edit = (d) => {
      const own = schema(d, 'CreatePodRequest').allOf.find((part) => part.properties !== undefined)
      own!.properties.minVcpuCount = { type: 'integer' } as Schema
    }
    expect(differencesAfter('v2', specs.v2, edit)).toEqual(['FIELD_NEW POST /v2/pods request minVcpuCount'])
  })

  test('a field added to what requests share is named in each of them', () => {
    const edit: Edit = (d) => {
      schema(d, 'BaseContainerConfig').properties.entrypoint = { type: 'string' } as Schema
    }
    const found = differencesAfter('v2', specs.v2, edit)
    expect(found).toContain('FIELD_NEW PATCH /v2/templates/{} request entrypoint')
    expect(found).toContain('FIELD_NEW GET /v2/pods response pods[].entrypoint')
  })

  test('a field added to a nested answer of v1 is named, a value added to an open set is not', () => {
    const edit: Edit = (d) => {
      schema(d, 'Pod').properties.machine!.properties.rack = { type: 'string' } as Schema
    }
    expect(differencesAfter('v1', specs.v1, edit)).toContain('FIELD_NEW GET /pods/{} response machine.rack')
    const gpus: Edit = (d) => {
      const ids = schema(d, 'PodCreateInput').properties.gpuTypeIds as unknown as {
        items: { enum: string[] }
      }
      ids.items.enum.push('A GPU OF NEXT YEAR')
    }
    expect(differencesAfter('v1', specs.v1, gpus)).toEqual([])
  })
})

describe.skipIf(present)('the published documents (NOT RUN: they are not beside the repository)', () => {
  test('are looked for in ../shared/specs', () => expect(present).toBe(false))
})
