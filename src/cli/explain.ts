import { readFileSync } from 'node:fs'
import { explain, explainAnswer } from '../reference/explain/explain.ts'
import { InputError } from '../reference/explain/legacy-request.ts'
import { readRequest } from '../reference/explain/read-request.ts'
import { answerText, explanationFormats } from '../reference/explain/render.ts'
import type { Command } from './command.ts'
import { oneOf, parseOptions, UsageError, usageGuard } from './usage.ts'

const USAGE = `upshift explain: one legacy request, and the v2 request it becomes. Sends nothing.

Give it on standard input, or as arguments: a curl command as pasted, an HTTP message, JSON
({"method", "path", "body"}), or a GraphQL document.

  upshift explain < request.txt
  upshift explain "curl -X POST https://… -d '{…}'"
  upshift explain --request "POST /v1/pods" < body.json
  upshift explain --response "GET /v1/pods" < v2-answer.json

  --format FORMAT     curl (the default), http or json
  --request "M PATH"  the operation that a body alone belongs to
  --response "M PATH" the reverse: a v2 answer to what the caller of this old operation gets
  --help              this text

Exit codes: 0 explained, 1 the request cannot be honoured by v2, 2 usage or input error.`

const OPTIONS = {
  format: { type: 'string', default: 'curl' },
  request: { type: 'string' },
  response: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/** `upshift explain curl -X POST …` hands curl's own options on: everything from `curl` is one command. */
const splitArguments = (argv: readonly string[]) => {
  const at = argv.indexOf('curl')
  return at < 0 ? { own: argv, command: [] } : { own: argv.slice(0, at), command: argv.slice(at) }
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

const optionsOf = (argv: readonly string[]) => {
  const { own, command } = splitArguments(argv)
  const { values, positionals } = parseOptions(own, OPTIONS, true)
  return { ...values, text: command.length > 0 ? command.map(quoted).join(' ') : positionals.join(' ') }
}

const readFile = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const formats = Object.keys(explanationFormats) as (keyof typeof explanationFormats)[]

const runExplain = (argv: readonly string[]): number => {
  const options = optionsOf(argv)
  if (options.help) {
    console.log(USAGE)
    return 0
  }
  const format = oneOf('format', options.format, formats)
  // A dash means standard input, as it does elsewhere
  const isPiped = options.text === '' || options.text === '-'
  const text = isPiped ? readFileSync(0, 'utf8') : options.text.replace(/^'curl'/, 'curl')
  if (options.response !== undefined) {
    const { old, changes } = explainAnswer(options.response, text)
    process.stdout.write(
      format === 'json' ? `${JSON.stringify({ old, changes }, undefined, 2)}\n` : answerText(old, changes),
    )
    return 0
  }
  const explanation = explain(readRequest(text, readFile, options.request))
  process.stdout.write(explanationFormats[format](explanation))
  return explanation.refused.length > 0 ? 1 : 0
}

/** `upshift explain`. @returns 0 explained, 1 v2 cannot honour it, 2 usage or input error */
export const explainCommand: Command = usageGuard('explain', async (argv) => {
  try {
    return runExplain(argv)
  } catch (error) {
    if (error instanceof InputError) throw new UsageError(error.message)
    throw error
  }
})
