// The processes of a run: each is started with its CPU time within reach, and all are stopped at the end.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const running = new Set()

const start = (file, args, stdio, flags = []) => {
  const made = fork(file, args, { execArgv: ['--import', here('./usage.mjs'), ...flags], stdio })
  running.add(made)
  made.once('exit', () => running.delete(made))
  return made
}

const measured = (name, made, port) => ({ name, made, origin: `http://127.0.0.1:${port}` })

/** Starts an upstream, the floor or a peer. @returns undefined for a peer that is not installed. */
export const startRole = async (role, origin = '') => {
  const made = start(here('./roles.mjs'), [role, origin], ['ignore', 'ignore', 'inherit', 'ipc'])
  const [{ port }] = await once(made, 'message')
  return port === undefined ? undefined : measured(role, made, port)
}

/**
 * Starts the command as users start it: operator's listener, metrics, usage and one log line a request.
 * @param root whose build; ours when left out
 */
export const startServe = async (origin, { profile, flags = [], root } = {}) => {
  const args = ['serve', '--v2-url', origin, '--port', '0', '--admin-port', '0', ...flags]
  const made = start(
    root ? join(root, 'dist/src/cli/main.js') : here('../../dist/src/cli/main.js'),
    args,
    ['ignore', 'pipe', 'inherit', 'ipc'],
    profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [],
  )
  let said = ''
  const port = await new Promise((resolve, reject) => {
    made.once('exit', (code) => reject(new Error(`serve ended with ${code}: npm run build first?`)))
    made.stdout.on('data', (chunk) => {
      if (said !== undefined) said += chunk
      const found = said && /proxy\s+http:\/\/127\.0\.0\.1:(\d+)/.exec(said)
      if (!found) return
      said = undefined // from here on it is one log line a request: read and dropped
      resolve(found[1])
    })
  })
  return measured(['upshift serve', ...(root ? [`of ${root}`] : []), ...flags].join(' '), made, port)
}

/** CPU microseconds (user and system) so far, and bytes resident. */
export const usageOf = async ({ made }) => {
  made.send({ ask: 'usage' })
  return (await once(made, 'message'))[0]
}

/** Ends what this run started. */
export const stopAll = async () => {
  await Promise.all(
    [...running].map((made) => {
      const ended = once(made, 'exit')
      made.kill()
      return ended
    }),
  )
}
