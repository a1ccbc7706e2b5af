import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Note } from '../../codemods/project/note.ts'
import { runCodemod } from '../../codemods/project/run.ts'

/**
 * A test that the codemod moved with its code must pass as it did before. Each fixture with tests of its own is run as it
 * is written and as it is rewritten; where something was left to a person, only the first run is held to be green.
 */
const FIXTURES = join(import.meta.dirname, '../../codemods/fixtures/tests')
const ROOT = join(import.meta.dirname, '../..')
/** Packages that are installed here; a fixture that imports others is only read. */
const INSTALLED = /^(vitest|node:.*|\.{1,2}\/.*)$/

const root = mkdtempSync(join(tmpdir(), 'moved-tests-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const testsOf = (name: string): string[] =>
  readdirSync(join(FIXTURES, name)).filter((file) => /\.(test|spec)\.m?[jt]s$/.test(file))

const isRunnable = (name: string): boolean =>
  testsOf(name).every((file) =>
    [...readFileSync(join(FIXTURES, name, file), 'utf8').matchAll(/from '([^']+)'/g)].every(([, from = '']) =>
      INSTALLED.test(from),
    ),
  )

const names = readdirSync(FIXTURES).filter(isRunnable)
const left = new Map<string, string[]>()

interface Result {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
  }[]
}

/** Runs vitest's files of a directory in one process, and those of node:test in one each. */
const runAll = (directory: string): Map<string, string> => {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const out = join(directory, 'result.json')
  spawnSync(
    process.execPath,
    [vitest, 'run', '--root', directory, '--reporter=json', `--outputFile=${out}`],
    {
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test' },
    },
  )
  const { testResults } = JSON.parse(readFileSync(out, 'utf8')) as Result
  return new Map(testResults.map((one) => [relative(directory, one.name), said(one)]))
}

const said = ({ status, message }: Result['testResults'][number]): string =>
  status === 'passed' ? status : `${status}: ${message}`

const runNode = (directory: string, file: string): string => {
  const { status, stdout } = spawnSync(process.execPath, ['--test', join(directory, file)], {
    encoding: 'utf8',
  })
  return status === 0 ? 'passed' : stdout
}

const prepare = (state: string): string => {
  const directory = join(root, state)
  for (const name of names)
    cpSync(join(FIXTURES, name), join(directory, name), {
      recursive: true,
      filter: (path) => !/output|findings/.test(path.slice(FIXTURES.length)),
    })
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
  writeFileSync(join(directory, 'vitest.config.mjs'), NODE_CONFIG)
  return directory
}

const NODE_CONFIG = `export default { test: { include: ['**/*.test.{js,ts}'], exclude: ['node_modules/**'] } }\n`

/** What is listed with less confidence (an old answer that a mapper still takes) leaves the test green. */
const isForPerson = ({ rule, class: is, confidence }: Note): boolean =>
  is === 'follow-up' && rule.startsWith('codemod.test') && confidence === 'high'

const migrate = async (directory: string): Promise<void> => {
  for (const name of names) {
    const here = join(directory, name)
    const { changes, notes } = await runCodemod({ paths: [here], root: here })
    for (const { path, after } of changes) writeFileSync(path, after)
    left.set(
      name,
      notes.filter(isForPerson).map(({ why }) => why),
    )
  }
}

const results = new Map<string, Map<string, string>>()

beforeAll(async () => {
  results.set('before', runAll(prepare('before')))
  const after = prepare('after')
  await migrate(after)
  results.set('after', runAll(after))
}, 600_000)

const resultOf = (state: string, name: string, file: string): string | undefined =>
  file.endsWith('.mjs')
    ? runNode(join(root, state), join(name, file))
    : results.get(state)?.get(join(name, file))

describe.each(names)('%s', (name) => {
  test.each(testsOf(name))('%s passes before', (file) => {
    expect(resultOf('before', name, file)).toBe('passed')
  })

  test.each(testsOf(name))('%s passes after, or is listed', (file) => {
    const result = resultOf('after', name, file)
    if (left.get(name)?.length === 0) expect(result).toBe('passed')
    else expect(left.get(name)?.length).toBeGreaterThan(0)
  })
})

test('most fixtures move whole', () => {
  const whole = names.filter((name) => left.get(name)?.length === 0)
  expect(whole).toEqual(
    expect.arrayContaining(['urls', 'predicates', 'node-test', 'unrelated', 'answers', 'bodies']),
  )
})
