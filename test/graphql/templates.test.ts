import { describe, expect, test } from 'vitest'
import { answering, failing, graphqlClient } from '../support/graphql-client.ts'

const create = (name: string, more = '') =>
  `mutation { saveTemplate(input: { containerDiskInGb: 5, dockerArgs: "python main.py", env: [ { key: "A", value: "a=b" }, { key: "B", value: "" } ], imageName: "ubuntu:latest", name: "${name}", ports: "8888/http, 22/tcp", volumeInGb: 15, volumeMountPath: "/data" ${more} }) { id, name, imageName, dockerArgs containerDiskInGb volumeInGb volumeMountPath ports env { key value } isServerless readme advancedStart portsConfig { port } } }`

describe('templates', () => {
  test('are created, changed by id and deleted by name', async () => {
    const { ask, rest, lines } = graphqlClient()
    const made = await ask(create('t'))
    expect(made.status).toBe(200)
    expect(made.body).toEqual({
      data: {
        saveTemplate: {
          id: expect.any(String),
          name: 't',
          imageName: 'ubuntu:latest',
          dockerArgs: 'python main.py',
          containerDiskInGb: 5,
          volumeInGb: 15,
          volumeMountPath: '/data',
          ports: '8888/http,22/tcp',
          env: [
            { key: 'A', value: 'a=b' },
            { key: 'B', value: '' },
          ],
          isServerless: false,
          readme: null,
          advancedStart: null,
          portsConfig: null,
        },
      },
    })
    const { id } = made.body.data.saveTemplate
    const changed = await ask(
      'mutation ($input: SaveTemplateInput!) { saveTemplate(input: $input) { id dockerArgs volumeInGb } }',
      {
        input: { id, name: 't', imageName: 'ubuntu:24', containerDiskInGb: 6, volumeInGb: 0, dockerArgs: '' },
      },
    )
    expect(changed.body).toEqual({ data: { saveTemplate: { id, dockerArgs: '', volumeInGb: 15 } } })
    expect(await rest('GET', `/v2/templates/${id}`)).toMatchObject({
      image: 'ubuntu:24',
      disk: 6,
      env: { A: 'a=b' },
    })
    expect((await ask('mutation { deleteTemplate(templateName: "t") }')).body).toEqual({
      data: { deleteTemplate: null },
    })
    expect((await rest('GET', '/v2/templates')).templates).toEqual([])
    expect(lines()).toEqual([
      'v2 GET /v2/templates',
      'v2 POST /v2/templates',
      'v2 GET /v2/templates',
      `v2 PATCH /v2/templates/${id}`,
      'v2 GET /v2/templates',
      `v2 DELETE /v2/templates/${id}`,
    ])
  })

  test('have unique names', async () => {
    const { ask } = graphqlClient()
    await ask(create('t'))
    const again = await ask(create('t'))
    expect(again.status).toBe(200)
    expect(again.body.data).toEqual({ saveTemplate: null })
    expect(again.body.errors).toEqual([
      {
        message: expect.stringContaining('must be unique'),
        path: ['saveTemplate'],
        extensions: { code: 'RUNPOD' },
      },
    ])
  })

  test('one of two that v2 gave the same name keeps it; a third cannot take it', async () => {
    const { ask, rest } = graphqlClient()
    const made = (name: string) => rest('POST', '/v2/templates', { name, image: 'a/b:1' })
    const [{ id }, , third] = [await made('t'), await made('t'), await made('u')]
    const save = (of: unknown) => ask(create('t', `id: "${of}"`))
    expect((await save(id)).body.errors).toBeUndefined()
    expect((await save(third.id)).body.errors[0].message).toMatch(/must be unique/)
  })

  test('an unknown name deletes nothing', async () => {
    const { ask, lines } = graphqlClient()
    const { body } = await ask('mutation { deleteTemplate(templateName: "no") }')
    expect(body.errors[0].message).toBe('Template not found')
    expect(lines()).toEqual(['v2 GET /v2/templates'])
  })

  test('a readme is written by the legacy API while it can; v2 drops it with a note', async () => {
    const held = graphqlClient({
      legacy: answering(200, '{"data":{"saveTemplate":{"id":"t1"}}}'),
    })
    const query = create('t', 'readme: "## Hi"').replace(/\{ id, .*/, '{ id } }')
    expect((await held.ask(query)).body).toEqual({ data: { saveTemplate: { id: 't1' } } })
    expect(held.lines()).toEqual(['legacy POST /graphql'])
    for (const legacy of ['none', answering(410, 'gone'), answering(200, '<html>')] as const) {
      const gone = graphqlClient({ legacy })
      const { body, headers } = await gone.ask(query)
      expect(body).toEqual({ data: { saveTemplate: { id: expect.any(String) } } })
      expect(headers['upshift-notes']).toContain('DROPPED;at="readme"')
    }
  })

  test('a create whose outcome nobody knows is not repeated, and stops what follows', async () => {
    const intercept = ({ method }: { method: string }) =>
      method === 'POST' ? { status: 504, headers: {}, body: '<html>' } : undefined
    const { ask, lines } = graphqlClient({ intercept })
    const { status, body } = await ask(
      'mutation { saveTemplate(input: {name: "a", imageName: "i", containerDiskInGb: 5, volumeInGb: 0}) { id } deleteTemplate(templateName: "b") }',
    )
    expect(status).toBe(200)
    expect(body.data).toEqual({ saveTemplate: null, deleteTemplate: null })
    expect(body.errors[0].message).toBe(
      'The outcome of saveTemplate is unknown; list your templates before repeating it.',
    )
    expect(body.errors[1].message).toContain('was not run')
    expect(lines()).toEqual(['v2 GET /v2/templates', 'v2 POST /v2/templates'])
  })

  test('validation errors come in the caller’s words', async () => {
    const { ask } = graphqlClient()
    const { body } = await ask(
      'mutation { saveTemplate(input: {name: "a", imageName: "i", containerDiskInGb: 0, volumeInGb: 5}) { id } }',
    )
    expect(body.errors[0].message).toContain('containerDiskInGb')
    expect(body.errors[0].message).toContain('volumeInGb')
    expect(body.errors[0].message).not.toContain('$.')
  })
})

describe('secrets and identity', () => {
  test('are passed on as they came', async () => {
    const { ask, lines } = graphqlClient()
    const made = await ask(
      'mutation { secretCreate(input: {name: "S", value: "v"}) { id name description } }',
    )
    const { id } = made.body.data.secretCreate
    expect(made.body.data.secretCreate).toMatchObject({ name: 'S', description: null })
    expect((await ask('mutation ($id: String!) { secretDelete(id: $id) }', { id })).body).toEqual({
      data: { secretDelete: null },
    })
    expect((await ask('query myself { myself { id email } }')).body.data.myself.id).toBe('user_sandbox')
    expect(new Set(lines())).toEqual(new Set(['legacy POST /graphql']))
  })

  test('go to v2 where that can', async () => {
    const { ask, lines } = graphqlClient({
      config: { capabilities: new Set(['secrets'] as const) },
      sandbox: { capabilities: ['secrets'] },
    })
    const made = await ask(
      'mutation { secretCreate(input: {name: "S", value: "v"}) { id name description } }',
    )
    expect(made.body.data.secretCreate).toMatchObject({ name: 'S' })
    const { id } = made.body.data.secretCreate
    await ask('{ myself { secrets { id } } }')
    expect((await ask('mutation ($id: ID!) { secretDelete(id: $id) }', { id })).body).toEqual({
      data: { secretDelete: null },
    })
    expect(lines()).toEqual([
      'v2 POST /v2/account/secrets',
      'v2 GET /v2/account/secrets',
      `v2 DELETE /v2/account/secrets/${id}`,
    ])
  })

  test('say so when the legacy API is gone, or when nobody knows', async () => {
    const query = 'mutation { secretCreate(input: {name: "S", value: "hunter2"}) { id } }'
    for (const legacy of [
      'none',
      answering(410, ''),
      answering(302, ''),
      answering(200, '<html>'),
    ] as const) {
      const { body } = await graphqlClient({ legacy }).ask(query)
      expect(body).toEqual({
        data: { secretCreate: null },
        errors: [
          {
            message:
              'secretCreate is not available: the GraphQL API has been retired and REST v2 has no equivalent',
            path: ['secretCreate'],
            extensions: { code: 'RUNPOD' },
          },
        ],
      })
    }
    const { body } = await graphqlClient({ legacy: failing(true) }).ask(query)
    expect(body.errors[0].message).toBe(
      'The outcome of secretCreate is unknown; list your secrets before repeating it.',
    )
    expect((await graphqlClient({ legacy: failing(false) }).ask(query)).body.errors[0].message).toContain(
      'Nothing was changed',
    )
  })
})
