import type { ts } from 'ts-morph'
import type { Plan } from '../rewrite/plan.ts'
import { addressesIn } from './addresses.ts'
import { byStemOf, filesRunBy, isTestFile } from './files/test-files.ts'
import { callsIn } from './near.ts'
import type { BesideOptions } from './options.ts'

/** A file of the tests, and the calls that it is about: none, where it is about something else. */
export interface TestRun {
  readonly file: ts.SourceFile
  readonly run: readonly Plan[]
}

/**
 * What the test files are about: the calls that they run, and of what they share (`mocks/handlers.ts`, answers in
 * `fixtures/`) the calls of the tests that import it. What no such test imports is set up around all of them
 * (`setupFiles`), and is about every call where it says an address of the old API.
 */
export const testRuns = ({ trace, files, plans, root, hosts, routes }: BesideOptions): TestRun[] => {
  const byStem = byStemOf(files)
  const tests = files
    .filter((file) => isTestFile(file, root))
    .map((file) => {
      const runs = filesRunBy(file, trace.checker, byStem)
      return { file, runs, own: callsIn(plans, runs) }
    })
  const saysAddress = (file: ts.SourceFile): boolean =>
    addressesIn(trace, file, hosts, routes).some(({ kind }) => kind !== 'own')
  const aboutOf = (file: ts.SourceFile): readonly Plan[] => {
    const users = tests.filter(({ runs }) => runs.has(file))
    const asked = new Set(users.flatMap(({ own }) => own))
    if (asked.size > 0) return plans.filter((plan) => asked.has(plan))
    return users.some((one) => saysAddress(one.file)) ? plans : []
  }
  return tests.map(({ file, own }) => ({ file, run: own.length > 0 ? own : aboutOf(file) }))
}
