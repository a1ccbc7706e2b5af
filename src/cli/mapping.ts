import { readFileSync } from 'node:fs'
import { checkSpec } from '../reference/check-spec/check-spec.ts'
import { differenceText } from '../reference/check-spec/difference-text.ts'
import { htmlReference } from '../reference/html.ts'
import { markdownReference } from '../reference/markdown.ts'
import type { ReferenceModel } from '../reference/model.ts'
import { reference, referenceOf } from '../reference/reference.ts'
import type { Command } from './command.ts'
import { putOutput } from './put-output.ts'
import { messageOf, oneOf, parseOptions, UsageError, usageGuard } from './usage.ts'

const USAGE = `upshift mapping [resource]: what every old path and field becomes, and why

  --format FORMAT            markdown (the default), json or html (one page, no requests)
  --output FILE              write there instead of to the terminal
  --check-spec SIDE=SOURCE   hold our schemas against a published OpenAPI document: v1=FILE, v2=URL; may repeat
  --help                     this text

A resource is named as in either API: pods, endpoints or serverless, v1.templates.
Exit codes: 0 done, 1 differences from a published document, 2 usage or input error.`

const OPTIONS = {
  format: { type: 'string', default: 'markdown' },
  output: { type: 'string' },
  'check-spec': { type: 'string', multiple: true },
  help: { type: 'boolean', default: false },
} as const

const FORMATS = {
  markdown: markdownReference,
  json: (model: ReferenceModel) => `${JSON.stringify(model, undefined, 2)}\n`,
  html: htmlReference,
}
const formats = Object.keys(FORMATS) as (keyof typeof FORMATS)[]

/** Milliseconds a published document may take to arrive. */
const PATIENCE = 30_000

const readSource = async (source: string): Promise<string> => {
  if (!/^https?:\/\//.test(source)) return readFileSync(source, 'utf8')
  const answer = await fetch(source, { signal: AbortSignal.timeout(PATIENCE) })
  if (!answer.ok) throw new Error(`${source} answered ${answer.status}`)
  return answer.text()
}

const checkOne = async (given: string): Promise<readonly string[]> => {
  const [, side, source] = /^(v1|v2)=(.+)$/.exec(given) ?? []
  if ((side !== 'v1' && side !== 'v2') || source === undefined)
    throw new UsageError(`--check-spec takes v1=… or v2=…, not ${given}`)
  try {
    return checkSpec(side, JSON.parse(await readSource(source))).map(
      (one) => `${side} ${differenceText(one)}`,
    )
  } catch (error) {
    throw new UsageError(`${source}: ${messageOf(error)}`)
  }
}

const checkSpecs = async (given: readonly string[]): Promise<number> => {
  const found: string[] = []
  for (const one of given) found.push(...(await checkOne(one)))
  for (const line of found) console.log(line)
  if (found.length === 0) console.log('The schemas here and the published documents agree.')
  return found.length === 0 ? 0 : 1
}

const modelFor = (names: readonly string[]): ReferenceModel => {
  const [name, ...more] = names
  if (more.length > 0) throw new UsageError('name one resource, or none for all')
  if (name === undefined) return reference()
  const found = referenceOf(name)
  if (found) return found
  const known = reference().resources.map(({ id }) => id)
  throw new UsageError(`no resource is called ${name}; there are ${known.join(', ')}`)
}

/** `upshift mapping`. @returns 0 done, 1 differences from a published document, 2 usage or input error */
export const mappingCommand: Command = usageGuard('mapping', async (argv) => {
  const { values: options, positionals: names } = parseOptions(argv, OPTIONS, true)
  if (options.help) {
    console.log(USAGE)
    return 0
  }
  if (options['check-spec']) return checkSpecs(options['check-spec'])
  const render = FORMATS[oneOf('format', options.format, formats)]
  putOutput(render(modelFor(names)), options.output)
  return 0
})
