import { expect, test } from 'vitest'
import { Caller } from './caller-signal.ts'

const listener = (told: string[], name: string) => ({ handleEvent: () => void told.push(name) })

test('a hang-up is told once, to those who still listen', () => {
  const told: string[] = []
  const caller = new Caller()
  const [first, second, third] = ['first', 'second', 'third'].map((name) => listener(told, name))
  if (!first || !second || !third) throw new Error('no listeners')
  for (const one of [first, second, third]) caller.addEventListener('abort', one)
  caller.removeEventListener('abort', second)
  expect(caller.aborted).toBe(false)
  caller.hangUp()
  caller.hangUp()
  expect(caller.aborted).toBe(true)
  expect(told).toEqual(['first', 'third'])
})

test('a listener that takes itself off does not hide the next', () => {
  const told: string[] = []
  const caller = new Caller()
  const leaving = {
    handleEvent: () => {
      told.push('leaving')
      caller.removeEventListener('abort', leaving)
    },
  }
  caller.addEventListener('abort', leaving)
  caller.addEventListener('abort', listener(told, 'next'))
  caller.hangUp()
  expect(told).toEqual(['leaving', 'next'])
})
