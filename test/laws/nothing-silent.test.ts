import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCodemod } from '../../codemods/project/run.ts'

/**
 * Whatever way a program says an old address or operation, the codemod moves it or lists it: it is never silent.
 * Each line is a whole program.
 */
const PROGRAMS = [
  "fetch('https://rest.runpod.io/v1/pods')",
  "import ky from 'ky'; ky.create({ prefixUrl: 'https://rest.runpod.io/v1' }).get('pods').json()",
  "import got from 'got'; got.extend({ prefixUrl: 'https://rest.runpod.io/v1' })('pods')",
  "import superagent from 'superagent'; superagent.get('https://rest.runpod.io/v1/pods')",
  "import wretch from 'wretch'; wretch('https://rest.runpod.io/v1').url('/pods').get().json()",
  "import createClient from 'openapi-fetch'; createClient({ baseUrl: 'https://rest.runpod.io/v1' }).GET('/pods')",
  "import { Pool } from 'undici'; new Pool('https://rest.runpod.io').request({ path: '/v1/pods', method: 'GET' })",
  "import { GraphQLClient } from 'graphql-request'; new GraphQLClient('https://api.runpod.io/graphql').request('{ myself { id } }')",
  "import https from 'node:https'; https.get({ hostname: 'rest.runpod.io', path: '/v1/pods' }, (res) => res.pipe(process.stdout))",
  "import https from 'node:https'; https.request({ hostname: 'api.runpod.io', path: '/graphql', method: 'POST' }, console.log).end('{}')",
  "import { execSync } from 'node:child_process'; execSync('curl -X DELETE https://rest.runpod.io/v1/pods/a')",
  "import { spawnSync } from 'node:child_process'; spawnSync('curl', ['https://rest.runpod.io/v1/pods'])",
  "const asked = new XMLHttpRequest(); asked.open('GET', 'https://rest.runpod.io/v1/pods')",
  "export const run = async ({ request }) => request.get('https://rest.runpod.io/v1/pods')",
  "import useSWR from 'swr'; export const usePods = () => useSWR('https://rest.runpod.io/v1/pods')",
  "import { PodsApi } from './generated'; new PodsApi({ basePath: 'https://rest.runpod.io/v1' })",
  "export const api = { host: 'rest.runpod.io', pods: '/v1/pods' }",
  'export const stop = (send, id) => send(`mutation { podStop(input: { podId: "${id}" }) { id } }`) // runpod',
  "export const url = [process.env.SCHEME, '://rest.runpod.io/v1/pods'].join('')",
  "const call = (base, path) => fetch(base + path)\nconst ours = call.bind(null, 'https://rest.runpod.io/v1')\nours('/pods')",
]

test.each(PROGRAMS)('%s', async (text) => {
  const root = mkdtempSync(join(tmpdir(), 'silent-'))
  try {
    writeFileSync(join(root, 'a.js'), `${text}\n`)
    const { notes } = await runCodemod({ paths: [root], root })
    const said = notes.filter(({ file }) => file === 'a.js')
    expect(said.length).toBeGreaterThan(0)
    expect(said.every(({ why, fix }) => why !== '' && fix !== '')).toBe(true)
  } finally {
    rmSync(root, { recursive: true })
  }
})
