// Codemod and audit over generated trees, beside tools that only search, only parse, or change nothing.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { median, spread, table } from './figures.mjs'
import { peerFile } from './peers.mjs'
import { makeShared, makeTree } from './tree.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const command = here('../../dist/src/cli/main.js')
const MEGABYTE = 1024 * 1024

/** Runs a Node program to its end: seconds by the clock, seconds of CPU (of that process), peak bytes. */
const runNode = async ([file, ...args]) => {
  const began = performance.now()
  const made = fork(file, args, {
    execArgv: ['--import', here('./usage.mjs')],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // The codemod's report, which only a failure makes worth showing.
  const said = text(made.stderr)
  let last = { cpu: 0, peak: 0 }
  made.on('message', ({ ended }) => {
    last = ended ?? last
  })
  const [code] = await once(made, 'close')
  if (code > 1) throw new Error(`${file} ${args.join(' ')} ended with ${code}: ${await said}`)
  return { seconds: (performance.now() - began) / 1000, cpu: last.cpu / 1e6, peak: last.peak }
}

/** The same for a program that is not Node; undefined where it is not installed. */
const runOther = async ([file, ...args]) => {
  const began = performance.now()
  const made = spawn(file, args, { stdio: 'ignore' })
  const isThere = await new Promise((resolve) =>
    made.on('error', () => resolve(false)).on('close', () => resolve(true)),
  )
  return isThere ? { seconds: (performance.now() - began) / 1000, cpu: 0, peak: 0 } : undefined
}

const toolsFor = (root) => {
  const shift = peerFile('jscodeshift/bin/jscodeshift.js')
  const still = ['--parser=ts', '--extensions=ts', '--dry', '--silent', '-t', here('./no-op.cjs')]
  return [
    ['upshift audit', runNode, [command, 'audit', root]],
    ['upshift codemod', runNode, [command, 'codemod', root]],
    ['parse every file', runNode, [here('./parse.mjs'), root]],
    ['ripgrep', runOther, ['rg', '-l', 'rest\\.runpod\\.io', root]],
    shift
      ? ['jscodeshift -c 2, no change', runOther, [process.execPath, shift, ...still, '--cpus=2', root]]
      : ['jscodeshift -c 2, no change', async () => undefined, []],
  ]
}

const runTree = (files, legacyFiles, rounds) =>
  runTools(makeTree(files, legacyFiles), files, `${legacyFiles} of them legacy`, rounds)

/** Twice as many services should take twice as long. */
const runShared = (services, rounds) =>
  runTools(makeShared(services), 2 * services + 1, `${services} of them services of one client`, rounds)

const runTools = async (root, files, which, rounds) => {
  const tools = toolsFor(root)
  const results = new Map(tools.map(([name]) => [name, []]))
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const [name, run, args] of tools) results.get(name).push(await run(args))
  } finally {
    rmSync(root, { recursive: true })
  }
  console.log(`\n${files} files, ${which}`)
  const rows = [...results].map(([name, all]) => {
    const runs = all.filter(Boolean)
    if (runs.length === 0) return [name, 'not installed', '', '', '']
    const of = (figure) => median(runs.map((one) => one[figure]))
    const known = (value, text) => (value > 0 ? text : '-')
    return [
      name,
      spread(runs.map((one) => one.seconds)),
      known(of('cpu'), of('cpu').toFixed(2)),
      (files / of('seconds')).toFixed(0),
      known(of('peak'), (of('peak') / MEGABYTE).toFixed(0)),
    ]
  })
  console.log(table([['', 'seconds', 'CPU s', 'files/s', 'peak MB'], ...rows]))
}

/** @param smoke two small trees, once */
export const benchSourceCode = async ({ smoke }) => {
  if (smoke) {
    await runTree(40, 2, 1)
    return runShared(3, 1)
  }
  await runTree(200, 3, 3)
  await runTree(5_000, 0, 3)
  await runTree(5_000, 3, 3)
  await runTree(8_500, 200, 3)
  for (const services of [20, 40, 80]) await runShared(services, 1)
}
