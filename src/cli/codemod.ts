import { relative, resolve } from 'node:path'
import { type RunResult, runCodemod } from '../../codemods/project/run.ts'
import { type ReportFormat, reportFormats } from '../report/formats.ts'
import { textReport } from './codemod-text.ts'
import type { Command } from './command.ts'
import { uninterrupted } from './process-life.ts'
import { putOutput } from './put-output.ts'
import { messageOf, oneOf, parseOptions, sayUsage, usageGuard } from './usage.ts'

const USAGE = `upshift codemod <paths…>: rewrites JavaScript and TypeScript from REST v1 and GraphQL to REST v2.
Prints a unified diff; says on standard error what it left and why.

  --write              edit the files (where git knows of uncommitted changes only with --force)
  --force              edit beside uncommitted changes, too
  --check              change nothing, print the names of files that would change
  --format FORMAT      text, json, sarif, markdown or html
  --output FILE        put the report there
  --legacy-host HOST   another host that serves the old REST API (repeatable)
  --adapter            point files whose calls cannot all be rewritten at upshift/fetch
  --jobs N             taken and not needed: one process does all the work

Exit: 0 nothing left · 1 changes or decisions left · 2 usage or input error`

const OPTIONS = {
  write: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  adapter: { type: 'boolean', default: false },
  format: { type: 'string', default: 'text' },
  output: { type: 'string' },
  'legacy-host': { type: 'string', multiple: true, default: [] as string[] },
  jobs: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const runCommand: Command = async (argv) => {
  const { values, positionals } = read(argv)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  if (positionals.length === 0) return usage('name the files or directories to rewrite')
  const format = oneOf('format', values.format, reportFormats)
  if (values.write && values.check) return usage('--write and --check exclude each other')
  if (values.jobs !== undefined && !/^[1-9]\d*$/.test(values.jobs))
    return usage('--jobs takes a whole number from 1')
  const root = process.cwd()
  const show = progress()
  const result = await runCodemod({
    paths: positionals.map((path) => resolve(root, path)),
    root,
    legacyHosts: values['legacy-host'],
    adapter: values.adapter,
    progress: show,
  })
  show('')
  if (result.missing.length > 0)
    return usage(
      `no such file or directory: ${result.missing.map((path) => relative(root, path)).join(', ')}`,
    )
  if (values.write) {
    const refused = await write(result, root, values.force)
    if (refused) return usage(refused)
  }
  await print(result, root, { ...values, format }, positionals)
  return exitCode(result, values.write)
}

/** Rewrites legacy calls, or shows how it would. */
export const codemod: Command = usageGuard('codemod', runCommand)

type Given = ReturnType<typeof read>
const read = (argv: readonly string[]) => parseOptions(argv, OPTIONS, true)

const usage = (problem: string): number => sayUsage('codemod', problem)

/** One line that is overwritten, on a terminal; nothing in a pipe. */
const progress = (): ((text: string) => void) => {
  const { stderr } = process
  if (!stderr.isTTY) return () => undefined
  return (text) => void stderr.write(`\r\u001b[2K${text.slice(0, (stderr.columns ?? 80) - 1)}`)
}

/** @returns why nothing was written, where that is so. */
const write = async ({ changes }: RunResult, root: string, force: boolean): Promise<string | undefined> => {
  const { uncommitted } = await import('../../codemods/project/tree/git.ts')
  const { writeAll } = await import('../../codemods/project/tree/write.ts')
  const paths = changes.map(({ path }) => path)
  // A base without its callers, or the reverse, would be worse than either
  try {
    const dirty = force ? [] : uncommitted(paths)
    if (dirty.length > 0)
      return `uncommitted changes in ${someOf(dirty.map((path) => relative(root, path)))}; commit them first, or say --force`
    const came = await uninterrupted(() => writeAll(changes))
    if (came) process.kill(process.pid, came)
    return undefined
  } catch (error) {
    return `nothing was written: ${messageOf(error)}`
  }
}

/** So many names are said; a longer list is of no use in one line. */
const MOST_NAMES = 5

const someOf = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMES).join(', ') +
  (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '')

type Values = Given['values'] & { readonly format: ReportFormat }

const print = async (
  result: RunResult,
  root: string,
  values: Values,
  paths: readonly string[],
): Promise<void> => {
  if (values.format !== 'text') return putOutput(await formatted(result, root, values, paths), values.output)
  if (values.check)
    process.stdout.write(result.changes.map(({ path }) => `${relative(root, path)}\n`).join(''))
  else if (!values.write && result.changes.length > 0) process.stdout.write(await diffs(result, root))
  const report = textReport(result, { wrote: values.write, paths })
  if (values.output) putOutput(`${report}\n`, values.output)
  else console.error(report)
}

const diffs = async ({ changes }: RunResult, root: string): Promise<string> => {
  const { unifiedDiff } = await import('../../codemods/project/tree/diff.ts')
  const { pathInRepository } = await import('../../codemods/project/tree/git.ts')
  return changes
    .map(({ path, before, after }) => unifiedDiff(pathInRepository(path, root), before, after))
    .join('')
}

const formatted = async (
  result: RunResult,
  root: string,
  values: Values,
  paths: readonly string[],
): Promise<string> => {
  const { codemodReport } = await import('./codemod-report.ts')
  const diff = values.format === 'json' ? await diffs(result, root) : ''
  return codemodReport(result, { paths, format: values.format, diff, wrote: values.write })
}

const exitCode = ({ changes, notes }: RunResult, wrote: boolean): number => {
  const left = notes.some(({ class: is }) => is === 'left')
  return left || (!wrote && changes.length > 0) ? 1 : 0
}
