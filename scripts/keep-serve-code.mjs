// Starts the proxy with its sandbox, asks what any client asks, and keeps what the bundled files compiled to.
import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { compiledCode } from '../dist/src/cli/load-bundled.js'
import { sandboxCommand } from '../dist/src/cli/sandbox.js'
import { serveCommand } from '../dist/src/cli/serve.js'

/** Starts the command. @returns what it announces, once it does */
const announced = (start) =>
  new Promise((resolve, reject) => {
    const { log } = console
    console.log = (text) => {
      console.log = log
      resolve(text)
    }
    start().then((code) => reject(new Error(`ended with ${code}`)), reject)
  })

const ports = ['--port', '0', '--admin-port', '0', '--sandbox-port', '0', '--log-level', 'error']
const said = await announced(() => serveCommand(ports))
const urlOf = (name) => new RegExp(`${name} +(http://\\S+)`).exec(said)[1]
const headers = { authorization: 'Bearer sandbox-key', 'content-type': 'application/json' }
const ask = async (url, body) => {
  const text = body && JSON.stringify(body)
  const answer = await fetch(url, { headers, ...(text && { method: 'POST', body: text }) })
  await answer.arrayBuffer()
}
const proxy = urlOf('proxy')
await ask(`${proxy}/v1/templates`)
await ask(`${proxy}/v1/pods`)
await ask(`${proxy}/v2/pods`)
await ask(`${proxy}/graphql`, { query: '{ myself { pods { id } } }' })
await ask(`${proxy}/`)
await ask(`${urlOf('admin')}/metrics`)
await sandboxCommand(['--help'])
// Code is refused by an engine with other settings than it was made with: the proxy changes one when it runs, a start has not yet.
setFlagsFromString('--allocation-site-pretenuring')
for (const [file, code] of compiledCode()) writeFileSync(`${file}.code`, code)
process.exit(0)
