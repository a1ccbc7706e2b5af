import type { Handler, HandlerContext, HandlerJob } from './handler.ts'
import { openaiHandler } from './openai-handler.ts'

const millisecondsIn = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value >= 0 ? value : otherwise

/** Gives the input back. */
const echo: Handler = (job) => job.input

/** Waits `input.ms` milliseconds, a second when it is left out, and says how long it slept. */
const sleep: Handler = async (job, context) => {
  const slept = millisecondsIn(job.input.ms, 1000)
  await context.sleep(slept)
  return { slept }
}

/**
 * Fails with `input.message`. With `crashes: n` the worker dies on the first n tries and the next one succeeds, so
 * that automatic retries can be watched.
 */
const fail: Handler = (job, context) => {
  const { message, crashes } = job.input
  const said = typeof message === 'string' ? message : 'this handler fails on purpose'
  if (typeof crashes !== 'number') throw new Error(said)
  if (context.attempt <= crashes) context.crash(said)
  return { attempts: context.attempt }
}

const partsOf = (input: HandlerJob['input']): unknown[] => {
  if (Array.isArray(input.chunks)) return input.chunks
  const text = typeof input.prompt === 'string' ? input.prompt : 'one two three four five'
  return text.match(/\S+\s*/g) ?? []
}

/** Streams `input.chunks`, or the words of `input.prompt`, one every `input.ms` milliseconds (at once when left out). */
async function* stream(job: HandlerJob, context: HandlerContext): AsyncGenerator<unknown> {
  const pause = millisecondsIn(job.input.ms, 0)
  for (const part of partsOf(job.input)) {
    if (pause > 0) await context.sleep(pause)
    yield part
  }
}

const BUILT_IN: Readonly<Record<string, Handler>> = { echo, sleep, fail, stream }

const builtIn = (name: unknown): Handler | undefined =>
  typeof name === 'string' && Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined

/**
 * The handler of a job where the user named no module: the one `input.handler` names, else the one the endpoint's
 * name or id is, else echo. Calls below openai/ have one of their own.
 */
export const chooseBuiltIn = (
  input: HandlerJob['input'],
  names: readonly (string | undefined)[],
): Handler => {
  if (typeof input.openai_route === 'string') return openaiHandler
  return builtIn(input.handler) ?? names.map(builtIn).find((handler) => handler !== undefined) ?? echo
}
