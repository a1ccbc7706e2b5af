import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'

/** workerd is large, so it is no dependency: `npm install --no-save workerd` brings it. */
const findWorkerd = (): string | undefined => {
  const named = process.env.UPSHIFT_WORKERD
  if (named) return named
  try {
    const folder = join(createRequire(import.meta.url).resolve('workerd/package.json'), '..')
    const binary = join(folder, 'bin', 'workerd')
    return existsSync(binary) ? binary : undefined
  } catch {
    return undefined
  }
}

const workerd = findWorkerd()
const root = new URL('../..', import.meta.url).pathname

const configuration = (v2: string): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .app), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]);
const app :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  bindings = [(name = "UPSHIFT_V2_URL", text = "${v2}"), (name = "UPSHIFT_QUEUE_URL", text = "${v2}"),
    (name = "UPSHIFT_GRAPHQL_URL", text = "${v2}/graphql")],
  compatibilityDate = "2025-10-01");
`

/** Starts workerd and waits for the port it chose. */
const start = async (binary: string, folder: string): Promise<{ child: ChildProcess; port: number }> => {
  const running = spawn(binary, ['serve', join(folder, 'config.capnp'), '--control-fd=3'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  const control = running.stdio[3] as NodeJS.ReadableStream
  const port = await new Promise<number>((resolve, reject) => {
    control.on('data', (chunk: Buffer) => {
      const event = JSON.parse(chunk.toString().split('\n')[0] ?? '{}') as { event?: string; port?: number }
      if (event.event === 'listen') resolve(event.port ?? 0)
    })
    running.on('exit', (code) => reject(new Error(`workerd ended with ${code}`)))
  })
  return { child: running, port }
}

describe.skipIf(!workerd)(
  `the proxy core in a Workers runtime${workerd ? '' : ' (NOT RUN: no workerd here)'}`,
  () => {
    const sandbox = createSandbox({})
    const folder = mkdtempSync(join(tmpdir(), 'upshift-worker-'))
    let child: ChildProcess | undefined
    let base = ''
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${base}${path}`, { ...init, headers: { authorization: 'Bearer sandbox-key', ...init.headers } })

    const graphql = async (query: string): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' }
      return (await call('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })).json()
    }

    beforeAll(async () => {
      execFileSync(process.execPath, ['scripts/build-worker.mjs', join(folder, 'worker.mjs')], { cwd: root })
      const { url } = await sandbox.listen(0)
      writeFileSync(join(folder, 'config.capnp'), configuration(url))
      const started = await start(workerd ?? '', folder)
      child = started.child
      base = `http://127.0.0.1:${started.port}`
    }, 60_000)
    afterAll(async () => {
      child?.kill()
      await sandbox.close()
      rmSync(folder, { recursive: true })
    })

    test('translates REST v1', async () => {
      const body = JSON.stringify({ name: 'w', imageName: 'busybox' })
      const made = await call('/v1/templates', { method: 'POST', body })
      expect([made.status, await made.json()]).toEqual([
        200,
        expect.objectContaining({ containerDiskInGb: 50 }),
      ])
      expect(made.headers.get('upshift-notes')).toContain('DEFAULTED')
    })

    test('translates GraphQL, and asks the legacy API for what v2 has no place for', async () => {
      const input = '{name: "g", imageName: "b", containerDiskInGb: 5, volumeInGb: 0}'
      const made = await graphql(`mutation { saveTemplate(input: ${input}) { name containerDiskInGb } }`)
      expect(made).toEqual({ data: { saveTemplate: { name: 'g', containerDiskInGb: 5 } } })
      expect(await graphql('{ myself { email } }')).toEqual({
        data: { myself: { email: expect.any(String) } },
      })
    })

    test('passes REST v2 through, refusals too', async () => {
      expect(await (await call('/v2/templates')).json()).toEqual({
        templates: expect.arrayContaining([expect.objectContaining({ name: 'w' })]),
      })
      const refused = await call('/v2/templates', { headers: { authorization: 'Bearer nobody' } })
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        401,
        expect.stringContaining('problem'),
      ])
    })

    test('refuses paths that try to leave their route', async () => {
      expect((await call('/v1/templates/a%2Fb')).status).toBe(400)
    })
  },
)
