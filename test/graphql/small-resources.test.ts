import { expect, test } from 'vitest'
import { graphqlClient } from '../support/graphql-client.ts'

test('network volumes', async () => {
  const { ask } = graphqlClient()
  const made = await ask(
    'mutation ($name: String, $size: Int, $dc: String!) { createNetworkVolume(input: { name: $name, size: $size, dataCenterId: $dc }) { id name size dataCenterId dataCenter { id name } } }',
    { name: 'v', size: 10, dc: 'EU-RO-1' },
  )
  expect(made.body.errors).toBeUndefined()
  const { id } = made.body.data.createNetworkVolume
  expect(made.body.data.createNetworkVolume).toMatchObject({
    name: 'v',
    size: 10,
    dataCenter: { id: 'EU-RO-1' },
  })
  const grown = await ask(`mutation { updateNetworkVolume(input: { id: "${id}", size: 20 }) { id size } }`)
  expect(grown.body.data.updateNetworkVolume).toEqual({ id, size: 20 })
  const list = await ask('{ myself { networkVolumes { id size dataCenter { id } } } }')
  expect(list.body.data.myself.networkVolumes).toEqual([{ id, size: 20, dataCenter: { id: 'EU-RO-1' } }])
  const end = `mutation { deleteNetworkVolume(input: { id: "${id}" }) }`
  expect((await ask(end)).body).toEqual({ data: { deleteNetworkVolume: null } })
  expect((await ask(end)).body.errors[0].message).toContain('Tried to delete nonexistent network volume')
})

test('registry credentials', async () => {
  const { ask, sent } = graphqlClient()
  const made = await ask(
    'mutation { saveRegistryAuth(input: { name: "r", username: "u", password: "hunter2" }) { id name registryAuth } }',
  )
  const { id } = made.body.data.saveRegistryAuth
  expect(made.body).toEqual({ data: { saveRegistryAuth: { id, name: 'r', registryAuth: null } } })
  expect(sent[0]?.body).toEqual({ name: 'r', username: 'u', password: 'hunter2' })
  expect(
    (await ask('{ myself { containerRegistryCreds { id name } } }')).body.data.myself.containerRegistryCreds,
  ).toEqual([{ id, name: 'r' }])
  expect((await ask(`mutation { deleteRegistryAuth(registryAuthId: "${id}") }`)).body).toEqual({
    data: { deleteRegistryAuth: null },
  })
})

test('SSH keys are one text, replaced whole', async () => {
  const { ask } = graphqlClient()
  const saved = await ask(
    'mutation ($input: UpdateUserSettingsInput) { updateUserSettings(input: $input) { id pubKey } }',
    {
      input: { pubKey: '# mine\nssh-ed25519 AAAA a\n\nssh-rsa BBBB b\n' },
    },
  )
  expect(saved.body).toEqual({
    data: { updateUserSettings: { id: 'user_sandbox', pubKey: 'ssh-ed25519 AAAA a\n\nssh-rsa BBBB b' } },
  })
  expect((await ask('{ myself { id pubKey } }')).body.data.myself).toEqual({
    id: 'user_sandbox',
    pubKey: 'ssh-ed25519 AAAA a\n\nssh-rsa BBBB b',
  })
  expect(
    (await ask('mutation { updateUserSettings(input: { pubKey: "nonsense" }) { id } }')).body.errors,
  ).toHaveLength(1)
})
