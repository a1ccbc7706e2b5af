import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareRuns } from '../agreement/compare.ts'
import { MADE } from '../agreement/made.ts'
import { rewriteProgram } from '../agreement/rewrite-program.ts'
import { type Run, runProgram } from '../agreement/run-program.ts'
import { CLIENTS, type Client, type FormedCall, formOf, OPERATIONS } from './graphql-forms.ts'

/**
 * GraphQL calls in the forms that programs give them: what the service receives and what the program gets are the same
 * before and after, or the call stays, or what it loses is told. Generated-graphql draws what is asked; this draws how.
 */

/** The objects that calls are about, each made anew: v2 answers them, whoever asks. */
const HEAD = `let count = 0
const FIRST = ${JSON.stringify(Object.fromEntries(Object.entries(MADE).map(([where, [body]]) => [where, body])))}
const made = async (where) => {
  const answer = await fetch(\`https://api.runpod.io/v2/\${where}\`, { method: 'POST', headers: { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' }, body: JSON.stringify({ ...FIRST[where], name: \`made\${count++}\` }) })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}
const once = (value) => { console.log('evaluated', JSON.stringify(value)); return value }
const plain = (name, value) => (/^(extensions|path|locations)$/.test(name) ? undefined : value)
const tried = async (name, run) => {
  try {
    console.log(name, JSON.stringify(await run(), plain))
  } catch (error) {
    console.log(name, 'threw', error.message)
  }
}
const worlds = async () => {
  const pod = await made('pods'), template = await made('templates'), endpoint = await made('serverless')
  const all = { pod: pod.id, template: template.id, title: template.name, endpoint: endpoint.id, gpu: 'NVIDIA L4', name: 'pytorch', one: 1, disk: 30, env: { A: '1', B: 'two words' }, ports: ['80/http', '22/tcp'] }
  return [{ ...all, some: 25, word: 'said' }, { ...all }, { ...all, pod: 'none', template: 'none', title: 'none', endpoint: 'none' }]
}
`

const lineOf = (client: Client, { before, document, variables, read }: FormedCall, index: number): string =>
  `const call${index} = async (o) => { ${before}const got = await ${client.call(document, variables)}; ${read} }`

const programOf = (client: Client, calls: readonly FormedCall[]): string => {
  const imports = client.head.match(/^import .*\n/gm) ?? []
  const runs = calls.map(
    ({ field }, index) =>
      `  for (const o of await worlds()) await tried('${index} ${field}', () => call${index}(o))`,
  )
  const head = `${imports.join('')}${HEAD}${client.head.replace(/^import .*\n/gm, '')}`
  const lines = calls.map((call, index) => lineOf(client, call, index))
  return `${head}${lines.join('\n')}\nexport async function main() {\n${runs.join('\n')}\n}\n`
}

/** What was done, without what only asked, what was refused for an id of nothing, and how refusals are worded. */
const doneBy = ({ requests, printed }: Run): Run => ({
  requests: requests.filter((line) => !line.startsWith('GET ') && !line.includes('/none')),
  printed: printed.map((line) =>
    line.replace(/ threw .*/, ' threw').replace(/"(message|failed)":"[^"]*"/g, '"$1"'),
  ),
})

const fields = Object.keys(OPERATIONS)
const clients = Object.entries(CLIENTS)

describe.each(clients.map(([name, client], index) => ({ name, client, index })))(
  '$name',
  ({ client, index }) => {
    test('calls do and give the same after the rewrite', async () => {
      const calls = fields.map(
        (field) => fc.sample(formOf(field, client.gives), clients.length)[index] as FormedCall,
      )
      const text = programOf(client, calls)
      const program = new Map([['program.js', text]])
      const { files, notes, again } = await rewriteProgram(program)
      const first = text.split('\n').findIndex((line) => line.startsWith('const call0 =')) + 1
      const stays = notes.filter(({ class: is, line }) => (is === 'left' || is === 'kept') && line >= first)
      expect(new Set(stays.map(({ line }) => line)).size, 'most of them move').toBeLessThan(calls.length / 2)
      expect(again).toEqual([])
      const before = doneBy(await runProgram(program, 'proxy'))
      expect(before.printed.filter((line) => !line.endsWith(' threw')).length).toBeGreaterThan(calls.length)
      // What is left still needs the proxy; what has moved passes it unchanged
      expect(compareRuns(before, doneBy(await runProgram(files, 'proxy'))), text).toEqual({
        proxy: [],
        program: [],
      })
    }, 60_000)
  },
)
