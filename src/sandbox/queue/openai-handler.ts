import { isObject } from '../../../mappings/dsl/json.ts'
import type { HandlerContext, HandlerJob } from './handler.ts'

/** What the sandbox's language model is called. */
const MODEL = 'sandbox-echo'

type Body = Record<string, unknown>

/** The text of a message, whose content is a text or a list of parts. */
const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) => (isObject(part) && typeof part.text === 'string' ? part.text : ''))
    .join('')
}

const lastMessage = (body: Body): string => {
  const last: unknown = Array.isArray(body.messages) ? body.messages.at(-1) : undefined
  return isObject(last) ? textOf(last.content) : ''
}

const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? []

interface Reply {
  id: string
  model: string
  words: string[]
  /** Prompt and completion are one text here, so they count the same. */
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}

const replyTo = (job: HandlerJob, body: Body, text: string): Reply => {
  const words = wordsOf(text)
  return {
    id: `chatcmpl-${job.id}`,
    model: typeof body.model === 'string' ? body.model : MODEL,
    words,
    usage: { prompt_tokens: words.length, completion_tokens: words.length, total_tokens: 2 * words.length },
  }
}

/** The two operations differ in their names and in where the text sits. */
interface Dialect {
  readonly object: string
  readonly chunkObject: string
  whole(text: string): Body
  part(text: string): Body
  prompt(body: Body): string
}

const chat: Dialect = {
  object: 'chat.completion',
  chunkObject: 'chat.completion.chunk',
  whole: (content) => ({ message: { role: 'assistant', content } }),
  part: (content) => ({ delta: { role: 'assistant', content } }),
  prompt: lastMessage,
}

const completion: Dialect = {
  object: 'text_completion',
  chunkObject: 'text_completion',
  whole: (text) => ({ text, logprobs: null }),
  part: (text) => ({ text, logprobs: null }),
  prompt: (body) => (Array.isArray(body.prompt) ? body.prompt.join('') : textOf(body.prompt)),
}

const ENDED = { index: 0, finish_reason: 'stop' }
const GOING_ON = { index: 0, finish_reason: null }

const wantsUsage = (body: Body): boolean =>
  isObject(body.stream_options) && body.stream_options.include_usage === true

async function* streamReply(reply: Reply, dialect: Dialect, withUsage: boolean, created: number) {
  const head = { id: reply.id, object: dialect.chunkObject, created, model: reply.model }
  for (const word of reply.words) yield { ...head, choices: [{ ...GOING_ON, ...dialect.part(word) }] }
  yield { ...head, choices: [{ ...ENDED, ...(dialect === chat ? { delta: {} } : { text: '' }) }] }
  if (withUsage) yield { ...head, choices: [], usage: reply.usage }
}

const complete = (job: HandlerJob, body: Body, dialect: Dialect, created: number): unknown => {
  const reply = replyTo(job, body, dialect.prompt(body))
  if (body.stream === true) return streamReply(reply, dialect, wantsUsage(body), created)
  const choices = [{ ...ENDED, ...dialect.whole(reply.words.join('')) }]
  return { id: reply.id, object: dialect.object, created, model: reply.model, choices, usage: reply.usage }
}

const MODELS = { object: 'list', data: [{ id: MODEL, object: 'model', created: 0, owned_by: 'sandbox' }] }

/**
 * A language model that says back what it was told, word by word: chat completions, completions and the list of
 * models, whole or streamed. It works on the job that a call below openai/ becomes (`openai_route`, `openai_input`),
 * the form in which a worker of the user's gets it too.
 */
export const openaiHandler = (job: HandlerJob, context: HandlerContext): unknown => {
  const body = isObject(job.input.openai_input) ? job.input.openai_input : {}
  const route = String(job.input.openai_route).replace(/^\/v1/, '')
  const created = Math.floor(context.now() / 1000) // the protocol counts in seconds
  if (route === '/chat/completions') return complete(job, body, chat, created)
  if (route === '/completions') return complete(job, body, completion, created)
  if (route === '/models') return MODELS
  throw new Error(`the sandbox's model has no ${job.input.openai_route}`)
}
