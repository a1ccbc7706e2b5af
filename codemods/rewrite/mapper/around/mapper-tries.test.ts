import { expect, test } from 'vitest'
import { resources } from '../../../../mappings/v1/index.ts'
import { type Mapper, triesMapper } from '../mapper.ts'
import { printModule } from '../module/mapper-module.ts'

type Try = (
  key: unknown,
  body: unknown,
  create: (choice: { gpuTypeIds: string[] }) => unknown,
) => Promise<unknown>

const pods = resources.find(({ id }) => id === 'v1.pods')
const load = async (): Promise<Try> => {
  const style = { newline: '\n', indent: '  ', quote: "'", semicolon: '' } as const
  const text = printModule([triesMapper(pods as NonNullable<typeof pods>) as Mapper], 'esm', style)
  const made = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { tryPodCreateV2: Try }
  return made.tryPodCreateV2
}

const WORDS = 'There are no longer any instances available with the requested specifications.'
const answer = (status: number) => Response.json({ title: 'x', detail: WORDS }, { status })

/** What the first of two choices meets, and the choices that were asked for. */
const asked = async (first: () => unknown): Promise<string[]> => {
  const tries = await load()
  const heard: string[] = []
  await tries(undefined, { gpuTypeIds: ['A', 'B'] }, async ({ gpuTypeIds: [choice = ''] }) => {
    heard.push(choice)
    return choice === 'A' ? first() : answer(201)
  }).catch(() => undefined)
  return heard
}

const fails =
  (message: string, more: object = {}) =>
  () => {
    throw Object.assign(new Error(message), more)
  }

test.each([
  ['an answer of 400 in those words', () => answer(400)],
  ['an axios error of 400', fails('failed', { response: { status: 400, data: { detail: WORDS } } })],
  ['a wrapper that passes the words on', fails(`Runpod 400: ${WORDS}`)],
  ['a result that keeps the words', () => ({ ok: false, error: WORDS, status: 400 })],
  ['a result that holds what was said beside the status', () => ({ status: 400, out: { detail: WORDS } })],
  ['a result that keeps nothing but the words', () => ({ success: false, error: { message: WORDS } })],
])('%s: the next choice is asked for', async (_name, first) => {
  expect(await asked(first)).toEqual(['A', 'B'])
})

test.each([
  ['an answer of 500, whatever it says', () => answer(500)],
  ['an axios error of 500', fails('failed', { response: { status: 500, data: { detail: WORDS } } })],
  ['a wrapper that quotes a 500', fails(`Runpod 500: ${WORDS}`)],
  ['a result that holds what a 500 said', () => ({ status: 500, out: { detail: WORDS } })],
  ['a result of a 500 with its words', () => ({ ok: false, error: WORDS, status: 500 })],
  ['a result that quotes a 500', () => ({ ok: false, error: `500: ${WORDS}` })],
  ['a result of a line that was cut', () => ({ ok: false, error: 'socket hang up', status: 0 })],
  ['nothing at all', () => undefined],
  ['a line that was cut', fails('socket hang up')],
  ['another refusal', fails('Runpod 400: imageName is missing')],
  ['a pod', () => Response.json({ id: 'p' }, { status: 201 })],
])('%s: nothing is made a second time', async (_name, first) => {
  expect(await asked(first)).toEqual(['A'])
})
