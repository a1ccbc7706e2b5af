import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { contracts } from '../../mappings/schemas/operations.ts'
import { openApiDocument } from './openapi.ts'

const schemaAt = (side: 'v1' | 'v2', name: string) =>
  openApiDocument(side).components.schemas[name] as {
    properties: Record<string, Record<string, unknown>>
    required: string[]
  }

describe.each(['v1', 'v2'] as const)('the OpenAPI document of REST %s', (side) => {
  const document = openApiDocument(side)
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as {
    operationId: string
    summary: string
    parameters: { name: string; in: string; required: boolean }[]
    responses: Record<string, { description: string }>
  }[]

  test('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('has every operation once, each with a summary, a success and an error', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      Object.keys(contracts[side].operations).sort(),
    )
    for (const operation of operations) {
      expect(operation.summary).not.toBe('')
      expect(Object.keys(operation.responses)).toContain('default')
      expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
    }
  })

  test('names every path parameter of a path, as required', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const operation of Object.values(methods) as typeof operations) {
        const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
        expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{[^}]+\}/g) ?? [])
        expect(inPath.every(({ required }) => required)).toBe(true)
      }
    }
  })

  test('every reference leads somewhere and every component is referred to', () => {
    const text = JSON.stringify(document)
    const referred = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name))
    expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort())
  })

  test('no name, identity or limit of the library that made it shows', () => {
    const text = JSON.stringify(document)
    expect(text).not.toContain('9007199254740991')
    expect(text).not.toContain('"$id"')
    expect(text).not.toContain('/_')
    expect(text).not.toContain('__shared')
  })
})

test('a template create of v1 is described as callers write it', () => {
  const create = schemaAt('v1', 'TemplateCreate')
  expect(create.required).toEqual(['imageName', 'name'])
  expect(create.properties.ports?.anyOf).toEqual([
    { type: 'array', items: { type: 'string' } },
    { type: 'string', 'x-beyond-spec': expect.any(String) },
  ])
})

test('lists in the query are written as each API reads them', () => {
  const parameter = (side: 'v1' | 'v2', path: string, name: string) => {
    const operation = openApiDocument(side).paths[path]?.get as { parameters: { name: string }[] }
    return operation.parameters.find((candidate) => candidate.name === name)
  }
  expect(parameter('v1', '/pods', 'gpuTypeId')).toMatchObject({ explode: true })
  expect(parameter('v2', '/v2/catalog/gpus', 'product')).toMatchObject({ explode: false })
})
