import type { ReportFinding } from './model.ts'

type Class = ReportFinding['class']
type Drawer = ReportFinding['drawer']

/** English of the classes, in the order a reader should care. */
export const CLASS_WORDS: Record<Class, { readonly title: string; readonly means: string }> = {
  required: { title: 'Required', means: 'v2 refuses it as it stands' },
  quiet: { title: 'Quiet change', means: 'v2 accepts it and means something else' },
  decision: { title: 'Decision', means: 'v2 has no counterpart: a person has to choose' },
  cleanup: { title: 'Clean-up', means: 'nothing runs it, readers may copy it' },
  none: { title: 'Leave alone', means: 'listed for the inventory' },
}

/** English of the drawers, in the order of the inventory. */
export const DRAWER_WORDS: Record<Drawer, string> = {
  'rest-v1': 'REST v1',
  graphql: 'GraphQL',
  sdk: 'Client libraries',
  'v2-habit': 'v2 host, v1 habit',
  fields: 'Legacy names in files without an address',
  suppressions: 'Suppressions that do not hold',
  'rest-v2': 'Already on REST v2',
  jobs: 'Job API (leave alone)',
}

/** English of the reasons for skipping. */
const SKIP_WORDS: Record<string, string> = {
  GIT_IGNORED: 'ignored by git',
  DEPENDENCY_DIRECTORY: 'dependencies or generated files',
  OTHER_CHECKOUT: 'another checkout',
  SYMLINK_SEEN: 'a link to what is read elsewhere',
  LEADS_OUT: 'a link that leads out of the repository',
  BINARY: 'binary',
  TOO_LARGE: 'too large',
  ENCODING: 'unknown encoding',
  UNREADABLE: 'cannot be read',
  NOT_A_FILE: 'not a file',
}

/** Why something was skipped, in words. */
export const skipWords = (why: string): string => SKIP_WORDS[why] ?? why.toLowerCase().replaceAll('_', ' ')

/** `1 file`, `2 files`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** `old -> v2`, or what is known of them. */
export const change = ({ old, v2 }: Pick<ReportFinding, 'old' | 'v2'>): string =>
  v2 === '' ? old : `${old} → ${v2}`
