import type { Site } from '../../sites/sites.ts'
import type { Located } from '../../sites/texts/locate.ts'
import { isTestFile } from './test-files.ts'

/**
 * A client that a test points at a server of its own goes to the service everywhere else: such an address is no
 * alternative of the program's. Nor is the version that a test says of a program that goes to the other one: of the two,
 * only one was moved, or taken back.
 */
export const withoutTestServers = (site: Site, root: string): Site => {
  if (isTestFile(site.sink.call.getSourceFile(), root)) return site
  const inTests = new Set(site.located.filter((one) => isInTest(one, root)))
  const own = new Set(site.located.flatMap((one) => (inTests.has(one) ? [] : one.family)))
  const isTestsOwn = ({ family }: Located): boolean => {
    const other = OTHER_VERSION[family]
    return family === 'other' || (other !== undefined && !own.has(family) && own.has(other))
  }
  const located = site.located.filter((one) => !inTests.has(one) || !isTestsOwn(one))
  return located.length === 0 || located.length === site.located.length ? site : { ...site, located }
}

const OTHER_VERSION: Partial<Record<Located['family'], Located['family']>> = { v1: 'v2', v2: 'v1' }

/** Whether the host is written in a test. */
const isInTest = ({ text }: Located, root: string): boolean => {
  const [first] = text.pieces
  return first?.kind === 'written' && first.start >= 0 && isTestFile(first.file, root)
}
