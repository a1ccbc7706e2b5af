// From the command to its first word: CPU time and the clock.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, table } from './figures.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const ports = ['--port', '0', '--admin-port', '0']

/** Command lines, and what each prints once it is ready; undefined where it is ready when it ends. */
const startsOf = (root) => {
  const command = root ? join(root, 'dist/src/cli/main.js') : here('../../dist/src/cli/main.js')
  const of = root ? ` of ${root}` : ''
  return [
    [`upshift --help${of}`, [command, '--help'], undefined],
    [
      `upshift serve (an upstream named)${of}`,
      [command, 'serve', '--v2-url', 'http://127.0.0.1:9', ...ports],
      'proxy',
    ],
    [`upshift serve (with the sandbox)${of}`, [command, 'serve', ...ports, '--sandbox-port', '0'], 'proxy'],
  ]
}

const start = async ([, [file, ...args], word]) => {
  const began = performance.now()
  const made = fork(file, args, {
    execArgv: ['--import', here('./usage.mjs')],
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  let cpu = 0
  made.on('message', (said) => {
    cpu ||= said.cpu ?? said.ended?.cpu
  })
  if (word) {
    let said = ''
    for await (const chunk of made.stdout) {
      said += chunk
      if (said.includes(word)) break
    }
    const milliseconds = performance.now() - began
    made.send({ ask: 'usage' })
    await once(made, 'message')
    const ended = once(made, 'exit')
    made.kill()
    await ended
    return { milliseconds, cpu: cpu / 1000 }
  }
  made.stdout.resume()
  await once(made, 'close')
  return { milliseconds: performance.now() - began, cpu: cpu / 1000 }
}

export const benchStartUp = async ({ rounds, against }) => {
  const starts = [
    ['node -e 0', [here('./nothing.mjs')], undefined],
    ...[undefined, ...against].flatMap(startsOf),
  ]
  const results = new Map(starts.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const one of starts) results.get(one[0]).push(await start(one))
  }
  console.log('\nstart-up')
  const rows = [...results].map(([name, runs]) => [
    name,
    median(runs.map((run) => run.milliseconds)).toFixed(0),
    median(runs.map((run) => run.cpu)).toFixed(0),
  ])
  console.log(table([['', 'ms', 'CPU ms'], ...rows]))
}
