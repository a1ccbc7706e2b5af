import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A difference between the two runs that is meant, and the rule that says so. */
export interface Difference {
  /** The id of a row, a route or a GraphQL field. */
  readonly rule: string
  readonly why: string
  /** Lines of the run through the proxy that the rewritten program's run has not. */
  readonly proxy?: readonly string[]
  /** Lines of the rewritten program's run that the run through the proxy has not. */
  readonly program?: readonly string[]
}

/** A call that stays as it was, and what is said about it. */
export interface Stay {
  /** One-based, in the original. */
  readonly at: string
  readonly class: 'left' | 'kept'
  readonly rule: string
}

/** A program's expected.json. */
export interface Expected {
  /** The pattern of real code that it stands for, in a few words. */
  readonly about: string
  readonly stays: readonly Stay[]
  readonly differences: readonly Difference[]
}

/** A runnable program that calls the retired APIs. */
export interface Program {
  readonly name: string
  readonly directory: string
  /** Source files by their path in the program's directory. */
  readonly files: ReadonlyMap<string, string>
  readonly expected: Expected
}

const ROOT = join(import.meta.dirname, 'programs')

const readProgram = (name: string): Program => {
  const directory = join(ROOT, name)
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  const sources = paths.filter((path) => /\.[cm]?[jt]sx?$/.test(path))
  return {
    name,
    directory,
    files: new Map(sources.map((path) => [path, readFileSync(join(directory, path), 'utf8')])),
    expected: JSON.parse(readFileSync(join(directory, 'expected.json'), 'utf8')) as Expected,
  }
}

/** Every program below `programs/`; adding a directory adds a test. */
export const programs = (): Program[] => readdirSync(ROOT).map(readProgram)
