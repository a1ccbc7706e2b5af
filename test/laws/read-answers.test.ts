import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import axios from 'axios'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { compiler } from '../../codemods/project/compiler.ts'
import type { Note } from '../../codemods/project/note.ts'
import { loadSources, noAlias } from '../../codemods/project/parse/program.ts'
import { rewrite } from '../../codemods/rewrite/rewrite.ts'
import { hostsWith } from '../../codemods/sites/texts/locate.ts'
import { routes } from '../../mappings/v1/index.ts'
import { createFetch } from '../../src/inprocess/create-fetch.ts'
import { typeErrors } from '../agreement/type-errors.ts'
import { ANSWER_CLIENTS, type AnswerClient, type AskedCall } from '../support/answer-clients.ts'
import { ANSWER_KINDS, type AnswerKind, documentsOf } from '../support/answer-kinds.ts'
import { ITEM_READS, LIST_READS, STATE_LIST_READS, STATE_READS } from '../support/answer-reads.ts'

/** One way to ask, one to read, and what is read. */
interface Case {
  readonly kind: AnswerKind
  readonly client: AnswerClient
  readonly call: AskedCall
  readonly read: string
  readonly member: string
}

/** Each sample of its own would begin with the same number. */
const numbers = fc.sample(fc.noBias(fc.nat()), 4000)

const drawn = <T>(from: readonly T[]): T => from[(numbers.pop() ?? 0) % from.length] as T

const caseOf = (read: string, isList: boolean, ofState: boolean): Case => {
  const kind = ofState ? (ANSWER_KINDS[0] as AnswerKind) : drawn(ANSWER_KINDS)
  const path = isList ? kind.path : `${kind.path}/p1`
  const starts = kind.path === '/pods' && !isList && drawn([true, false, false])
  const call: AskedCall = {
    path: starts ? `${path}/start` : path,
    method: starts ? 'POST' : 'GET',
    type: isList ? 'ThingN[]' : 'ThingN',
    isList,
  }
  return {
    kind,
    client: drawn(ANSWER_CLIENTS),
    call,
    read,
    member: ofState ? 'desiredStatus' : drawn(kind.members),
  }
}

const drawnCases = (): readonly Case[] => [
  ...ITEM_READS.map((read) => caseOf(read, false, false)),
  ...LIST_READS.map((read) => caseOf(read, true, false)),
  ...STATE_READS.map((read) => caseOf(read, false, true)),
  ...STATE_LIST_READS.map((read) => caseOf(read, true, true)),
]

const textOf = ({ kind, client, call, read, member }: Case, index: number): string => {
  const other = kind.members[(kind.members.indexOf(member) + 1) % kind.members.length] as string
  return [
    `/*@${index}*/`,
    `interface ThingN { id: string; name: string; ${kind.type} }`,
    client.top?.(call) ?? '',
    `export async function runN(): Promise<unknown> {\n${client.ask(call)}\n${read.replace(/\bT\b/g, 'ThingN')}\n}\n`,
  ]
    .join('\n')
    .replaceAll('$F', member)
    .replaceAll('$G', other)
    .replace(/\b(Thing|Either|run|api|request|call|retry|unwrap|Client|http|ask)N\b/g, `$1${index}`)
}

const HEAD = "import axios from 'axios'\n"

const untyped = (text: string): string =>
  compiler.transpileModule(text, { compilerOptions: { target: compiler.ScriptTarget.ESNext } }).outputText

type Fetch = typeof globalThis.fetch

/** v2 as it answers when all is well, or when nobody may ask, with v1 before it. */
const world = (count: number, fails = false): Fetch => {
  const lists = new Map(
    ANSWER_KINDS.map(({ v2: [path, key], ...kind }) => [
      path,
      { key, all: documentsOf({ ...kind, v2: [path, key] }, Math.max(count, 1)) },
    ]),
  )
  const answer = (path: string): unknown => {
    const [, collection = '', one] = /^(\/v2\/[\w-]+)(\/.+)?$/.exec(path) ?? []
    const { key, all } = lists.get(collection) ?? { key: '', all: [] }
    return one ? all.at(-1) : { [key]: all.slice(0, count) }
  }
  return createFetch({
    fetch: async (input, init) => {
      const { pathname } = new URL(new Request(input, init).url)
      if (pathname.startsWith('/v2/catalog')) return Response.json({ gpus: [], cpus: [] })
      return fails
        ? Response.json({ title: 'Unauthorized', status: 401, detail: 'no such key' }, { status: 401 })
        : Response.json(answer(pathname))
    },
  })
}

const WORLDS = [
  { name: 'some', fetch: world(7), fails: false },
  { name: 'none', fetch: world(0), fails: false },
  { name: 'no key', fetch: world(1, true), fails: true },
] as const

/** What each function of a program yields: what it gives, says and throws. */
const yields = async (text: string, fetch: Fetch, count: number): Promise<unknown[]> => {
  const said: unknown[][] = []
  const log = (...values: unknown[]): void => void said.push(structuredClone(values))
  const plain = untyped(text.replace(/^import [^'"]*(['"]).*\1;?$/gm, '').replace(/^export /gm, ''))
  const runs = Array.from({ length: count }, (_, index) => `run${index}`)
  const made = new Function('fetch', 'axios', 'console', `${plain}\nreturn [${runs.join(', ')}]`)
  const functions = made(fetch, axios.create({ adapter: 'fetch', env: { fetch } }), {
    log,
  }) as (() => Promise<unknown>)[]
  const found: unknown[] = []
  for (const run of functions) {
    const given = await run().catch(
      (error: Error) => `threw ${error instanceof TypeError ? '' : error.message}`,
    )
    found.push([given, said.splice(0)])
  }
  return found.map(comparable)
}

/** GPU types of an endpoint are in the catalog, which the proxy asks and a mapper does not. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      key === 'gpuTypeIds'
        ? undefined
        : inner instanceof Map || inner instanceof Set
          ? [...inner]
          : Array.isArray(inner)
            ? inner.filter((one) => one !== 'gpuTypeIds').map((one) => one ?? String(one))
            : inner,
    ),
  )

/** A program of a server, whose compiler is told nothing of the DOM, and what was drawn for it. */
interface Program {
  readonly path: string
  readonly text: string
  readonly cases: readonly Case[]
}

const ROOT = mkdtempSync(join(tmpdir(), 'read-answers-'))
writeFileSync(join(ROOT, 'tsconfig.json'), JSON.stringify({ compilerOptions: { lib: ['es2023'] } }))
afterAll(() => rmSync(ROOT, { recursive: true }))

const programIn = (ending: string): Program => {
  const cases = drawnCases()
  const texts = cases.map(textOf)
  const plain = texts.map((text, index) => `/*@${index}*/\n${untyped(text)}`)
  return {
    path: join(ROOT, `program.${ending}`),
    text: HEAD + (ending === 'ts' ? texts : plain).join(''),
    cases,
  }
}

const rewritten = ({
  path,
  text,
}: Program): { readonly files: Map<string, string>; readonly notes: readonly Note[] } => {
  const sources = loadSources([path], noAlias, (name) => (name === path ? text : undefined))
  const { changes, notes } = rewrite(sources, { routes, hosts: hostsWith(), root: ROOT })
  return { files: new Map(changes.map(({ path, after }) => [basename(path), after])), notes }
}

/** The cases that a line of a program is of. */
const caseAt = (text: string, line: number): number =>
  Number(
    [
      ...text
        .split('\n')
        .slice(0, line)
        .join('\n')
        .matchAll(/\/\*@(\d+)\*\//g),
    ].at(-1)?.[1] ?? -1,
  )

/** The cases that still ask REST v1. */
const staying = (text: string): number[] => [
  ...new Set(
    text
      .split('\n')
      .flatMap((line, index) => (line.includes('rest.runpod.io') ? [caseAt(text, index + 1)] : [])),
  ),
]

const PROGRAMS = ['ts', 'js'].map((ending) => [ending, programIn(ending)] as const)

describe.each(PROGRAMS)('answers that a program in %s reads', (ending, program) => {
  const { text, cases } = program
  const { files, notes } = rewritten(program)
  // What a program does may hang on a field that v2 does not say; such a call alone stays.
  const isOfField = ({ class: is, rule }: Note): boolean => is === 'left' && /\.read\./.test(rule)
  const decided = [...new Set(notes.filter(isOfField).map(({ line }) => caseAt(text, line)))]

  test.each(WORLDS)('are read the same after the rewrite: $name', async ({ fetch, fails }) => {
    const listed = notes.filter(({ class: is, why }) => is === 'left' || why.includes('is read here'))
    const told = new Set(listed.map(({ line }) => caseAt(text, line)))
    const before = await yields(text, fetch, cases.length)
    const after = await yields([...files.values()].reverse().join('\n'), fetch, cases.length)
    const shown = (values: readonly unknown[]) =>
      cases.flatMap(({ client, call, read, member }, index) => {
        const isTold = told.has(index) || (fails && !client.checks)
        return isTold ? [] : [{ client: client.name, call: call.path, member, read, yields: values[index] }]
      })
    expect(staying(files.get(`program.${ending}`) ?? '')).toEqual(decided)
    expect(shown(after)).toEqual(shown(before))
  })

  if (ending !== 'ts') return
  test('are of types that check as before', () => {
    const wrong = (all: ReadonlyMap<string, string>): number[] =>
      typeErrors(all).map((error) => {
        const [, path = '', line] = /^(\S+?)\((\d+)/.exec(error) ?? []
        return path === 'program.ts' ? caseAt(all.get(path) ?? '', Number(line)) : -1
      })
    const old = new Set(wrong(new Map([['program.ts', text]])))
    const fresh = wrong(files).filter((index) => !old.has(index))
    expect([...new Set(fresh)].map((index) => textOf(cases[index] as Case, index))).toEqual([])
  })
})
