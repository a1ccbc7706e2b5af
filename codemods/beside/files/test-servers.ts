import type { Site } from '../../sites/sites.ts'
import type { Located } from '../../sites/texts/locate.ts'
import { isTestFile } from './test-files.ts'

/**
 * A client that a test points at a server of its own goes to the service everywhere else: such an address is no
 * alternative of the program's.
 */
export const withoutTestServers = (site: Site, root: string): Site => {
  if (isTestFile(site.sink.call.getSourceFile(), root)) return site
  const located = site.located.filter((one) => !isTestsOwn(one, root))
  return located.length === 0 || located.length === site.located.length ? site : { ...site, located }
}

/** Another host, written in a test. */
const isTestsOwn = ({ family, text }: Located, root: string): boolean => {
  const [first] = text.pieces
  if (family !== 'other' || first?.kind !== 'written' || first.start < 0) return false
  return isTestFile(first.file, root)
}
