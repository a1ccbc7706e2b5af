import { describe, expect, test } from 'vitest'
import { Template } from '../../../mappings/schemas/v2/templates.ts'
import { sandboxClient } from '../../../test/support/sandbox-client.ts'

const minimal = { name: 'mine', image: 'python:3.12' }

describe('templates', () => {
  test('create fills in what was not given and answers every field', async () => {
    const { call } = sandboxClient()
    const { status, body } = await call('POST', '/v2/templates', minimal)
    expect(status).toBe(201)
    expect(Template.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      ...minimal,
      args: '',
      registry: null,
      mounts: {},
      startSsh: true,
      startJupyter: true,
    })
    expect((await call('GET', `/v2/templates/${body.id}`)).body).toEqual(body)
  })

  test.each([
    [{ name: 'mine' }, ["$: missing property 'image'"]],
    [{ ...minimal, imageName: 'x' }, ["$: additional properties 'imageName' not allowed"]],
    [{ ...minimal, disk: 0 }, ['$.disk: minimum: got 0, want 1']],
    [
      { ...minimal, mounts: { network: [{ volumeId: 'v', path: '/w' }] } },
      ["$.mounts: additional properties 'network' not allowed"],
    ],
    [
      { ...minimal, mounts: { persistent: { size: 5 } } },
      ['$.mounts.persistent.size: minimum: got 5, want 10', "$.mounts.persistent: missing property 'path'"],
    ],
  ])('%o is 422', async (sent, errors) => {
    const { call } = sandboxClient()
    const { status, body } = await call('POST', '/v2/templates', sent)
    expect(status).toBe(422)
    expect(body).toMatchObject({ title: 'Unprocessable Entity', status: 422 })
    expect([...body.errors].sort()).toEqual([...errors].sort())
  })

  test('patch changes what is given: env whole, an empty mounts not at all', async () => {
    const { call } = sandboxClient()
    const mounts = { persistent: { size: 20, path: '/workspace' } }
    const made = await call('POST', '/v2/templates', { ...minimal, env: { A: '1', B: '2' }, mounts })
    const { body } = await call('PATCH', `/v2/templates/${made.body.id}`, {
      env: { C: '3' },
      mounts: {},
      disk: 33,
    })
    expect(body).toEqual({ ...made.body, env: { C: '3' }, disk: 33 })
  })

  test('delete is final', async () => {
    const { call } = sandboxClient()
    const made = await call('POST', '/v2/templates', minimal)
    const path = `/v2/templates/${made.body.id}`
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('GET', path)).body).toEqual({
      title: 'Not Found',
      status: 404,
      detail: 'template not found',
    })
    expect((await call('DELETE', path)).status).toBe(404)
  })

  test('the same calls after a reset get the same ids', async () => {
    const { call, sandbox } = sandboxClient()
    const first = await call('POST', '/v2/templates', minimal)
    const second = await call('POST', '/v2/templates', minimal)
    expect(second.body.id).not.toBe(first.body.id)
    sandbox.reset()
    expect((await call('GET', '/v2/templates')).body).toEqual({ templates: [] })
    expect((await call('POST', '/v2/templates', minimal)).body.id).toBe(first.body.id)
  })
})

describe('the public catalog', () => {
  test.each(['official', 'verified', 'community'])(
    '%s templates are public, readable and not ours',
    async (source) => {
      const { call } = sandboxClient()
      const { body } = await call('GET', `/v2/catalog/templates?source=${source}`)
      expect(body.templates.length).toBeGreaterThan(0)
      for (const template of body.templates) {
        expect(Template.parse(template)).toMatchObject({ public: true, registry: null })
        expect((await call('GET', `/v2/templates/${template.id}`)).body).toEqual(template)
        expect((await call('PATCH', `/v2/templates/${template.id}`, { disk: 5 })).status).toBe(404)
        expect((await call('DELETE', `/v2/templates/${template.id}`)).status).toBe(404)
      }
      expect((await call('GET', '/v2/templates')).body.templates).toEqual([])
    },
  )

  test('the default source is official, an unknown one 422', async () => {
    const { call } = sandboxClient()
    const official = await call('GET', '/v2/catalog/templates?source=official')
    expect((await call('GET', '/v2/catalog/templates')).body).toEqual(official.body)
    expect((await call('GET', '/v2/catalog/templates?source=mine')).status).toBe(422)
  })
})
