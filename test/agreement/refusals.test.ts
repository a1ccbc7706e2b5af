import { describe, expect, test } from 'vitest'
import { clients, refusalProgram } from './refusals.ts'
import { rewriteProgram } from './rewrite-program.ts'
import { runProgram } from './run-program.ts'

/** What each question of a program printed. */
const answersIn = (printed: readonly string[]): ReadonlyMap<string, string> => {
  const parts = printed.join('\n').split(/^## /m).slice(1)
  return new Map(parts.map((part) => [part.split('\n')[0] ?? '', part.split('\n').slice(1).join('\n')]))
}

/** Rules that say something of a refusal. */
const TELLS = /^codemod\.(status|error-body|error-words)$/

describe.each(Object.entries(clients))('%s', (_name, client) => {
  test('what is asked of a refusal turns out the same, or is told where it stands', async () => {
    const { text, lines } = refusalProgram(client)
    const files = new Map([['program.js', text]])
    const { files: after, notes, again } = await rewriteProgram(files)
    expect(notes.filter(({ class: is }) => is === 'left')).toEqual([])
    const told = new Set(notes.filter(({ rule }) => TELLS.test(rule)).map(({ line }) => line))
    const was = answersIn((await runProgram(files, 'proxy')).printed)
    const is = answersIn((await runProgram(after, 'straight')).printed)
    const apart = [...lines].filter(([name]) => was.get(name) !== is.get(name))
    expect(apart.filter(([, line]) => !told.has(line)).map(([name]) => name)).toEqual([])
    // Some are right, and some are told
    expect(apart.length).toBeGreaterThan(0)
    expect(apart.length).toBeLessThan(lines.size)
    expect(again).toEqual([])
  }, 60_000)
})
