import { graphqlMutations } from '../../mappings/graphql/operations.ts'
import { routes } from '../../mappings/v1/index.ts'
import { testsElsewhere } from '../beside/files/tests-elsewhere.ts'
import type { Hosts } from '../sites/texts/locate.ts'
import { wordsOf } from '../sites/texts/route.ts'
import { readersFrom } from './pages/handed-to.ts'
import { embeddedIn, readCode } from './pages/read-code.ts'
import { filesSharing } from './pages/scripts-sharing.ts'
import { isEmbedding } from './parse/embedded.ts'
import { loadSources, type Reading, type Sources } from './parse/program.ts'
import type { Alias } from './parse/resolve-import.ts'
import { askersElsewhere } from './sight/askers.ts'
import { roomFor } from './sight/few.ts'
import { namesOf, type Survey, survey } from './sight/imports.ts'
import { codeOutside } from './sight/outside.ts'
import { takersElsewhere } from './sight/takers.ts'
import { baseUsers, callersElsewhere } from './sight/widen.ts'
import { isBuilt } from './tree/built.ts'
import { readText } from './tree/look.ts'

/** The files of a run. */
export interface Gathered {
  /** Those that name the service. */
  readonly strong: readonly string[]
  readonly rest: readonly string[]
  /** Files that import modules and are never changed: of other languages, or generated. */
  readonly components: readonly string[]
}

/** The paths that were given, and the directory that paths are said from. */
interface Asked {
  readonly paths: readonly string[]
  readonly root: string
}

/** What was read of a program. */
export interface ReadProgram {
  readonly sources: Sources
  /** The files that were asked for; those that they import are among the sources, too. */
  readonly roots: readonly string[]
  readonly others: Survey
}

/**
 * Reads the files that name the service or its paths, with those that call them, test them or use them; of those outside of
 * the paths given, the ones that call what moves.
 */
export const readProgram = (
  { strong, rest, components }: Gathered,
  { paths, root }: Asked,
  hosts: Hosts,
  reading: Reading,
  alias: Alias,
): ReadProgram => {
  const others = survey(rest, [...pathWords(), ...deeds], alias)
  const naming = [...strong, ...others.mentioning.filter(isWritten)]
  const named = loadSources(naming, alias, readCode, reading)
  const first = [...naming, ...baseUsers(named, hosts, others, naming).filter(isWritten)]
  const known = first.length > naming.length ? loadSources(first, alias, readCode, reading) : named
  const beyond = (): readonly string[] => codeOutside(paths, root)
  const { callers, users, outside } = callersElsewhere(known, hosts, others, first, alias, beyond)
  const modules = [...first, ...callers.filter(isWritten)]
  const names = new Set(modules.flatMap((path) => [...namesOf(path)]))
  const tests = testsElsewhere(others.importing(names), modules, root).filter(isWritten)
  const followed = [...new Set([...modules, ...tests])]
  const roots = [
    ...new Set([...followed, ...[...users, ...filesSharing(known.files, rest)].filter(isWritten)]),
  ]
  const embedded = embeddedIn(components, [...pathWords(), ...hosts.v1], names, alias)
  const all = [...roots, ...outside.filter(isWritten), ...embedded]
  const there = new Set(known.files.map(({ fileName }) => fileName))
  const leadsToReader = readersFrom(alias, new Set([...there, ...all]))
  const load = (paths: readonly string[], mayMatter = leadsToReader): Sources => {
    const leaves = { paths: new Set(paths.slice(followed.length)), mayMatter }
    return loadSources(paths, alias, readCode, reading, leaves)
  }
  const sources = all.every((path) => there.has(path)) ? known : load(all)
  const read = new Set(sources.files.map(({ fileName }) => fileName))
  const unread = [...rest, ...components.filter(isEmbedding)].filter((path) => !read.has(path))
  const hasRoom = roomFor()
  const asking = [
    ...askersElsewhere(sources.files, unread, others),
    ...takersElsewhere(sources.files, unread),
  ]
  return {
    sources:
      asking.length > 0 ? load([...all, ...asking], (path) => leadsToReader(path) && hasRoom(path)) : sources,
    roots,
    others,
  }
}

/** Whether people have written a file: what tools put together says nothing of the program. */
const isWritten = (path: string): boolean => !isBuilt(readText(path) ?? '')

/** What documents of GraphQL do, and whose things they ask for: a client may be handed on where nobody names the service. */
const deeds: readonly string[] = [...Object.keys(graphqlMutations), 'myself']

/** The words that begin the old API's paths, as they stand in code: `/pods`, `/networkvolumes`. */
const pathWords = (): string[] => [...new Set(routes.map(({ old }) => `/${wordsOf(old.path)[0]}`))]
