import { expect, test } from 'vitest'
import { routes } from '../../mappings/v1/index.ts'
import type { Note } from '../project/note.ts'
import { loadSources, noAlias } from '../project/parse/program.ts'
import { MOST_SITES } from '../sites/sites.ts'
import { hostsWith } from '../sites/texts/locate.ts'
import { rewrite } from './rewrite.ts'

const PATH = '/virtual/input.ts'

/** What is left of a program that asks for so many pods by one function. */
const leftOf = (callers: number): readonly Note[] => {
  const lines = [
    "const call = (path: string) => fetch(`https://rest.runpod.io/v1${path}`, { method: 'DELETE' })",
    ...Array.from({ length: callers }, (_, at) => `export const end${at} = () => call('/pods/${at}')`),
  ]
  const sources = loadSources([PATH], noAlias, (name) => (name === PATH ? lines.join('\n') : undefined))
  return rewrite(sources, { routes, hosts: hostsWith(), root: '/virtual' }).notes.filter(
    (note) => note.class === 'left',
  )
}

test('a function that too many call is not said to be called from outside', () => {
  const [note, ...others] = leftOf(MOST_SITES + 1)
  expect(others).toEqual([])
  expect(note?.why).toContain(`more than ${MOST_SITES} calls come to this function`)
})
