import type { Route } from '../../mappings/dsl/route.ts'
import type { Note } from '../project/note.ts'
import type { Hosts } from '../sites/texts/locate.ts'
import type { InSight, Trace } from '../sites/values/trace.ts'
import type { Ranges } from './dead/heard.ts'
import type { MayChange } from './may-change.ts'
import type { Moved } from './moved-words.ts'
import type { SettingOf } from './settings-asked.ts'
import type { ClientOf } from './unknown-client.ts'
import type { UnreadCall } from './unread-callers.ts'

/** A file's text before and after. */
export interface Change {
  readonly path: string
  /** Undefined for a file that did not exist. */
  readonly before: string | undefined
  readonly after: string
}

/** What a rewrite gives: nothing is written yet. */
export interface Rewrite {
  readonly changes: readonly Change[]
  readonly notes: readonly Note[]
  readonly moved: Moved
  /** Where the calls that were understood stand, with all that they are made of, by file. */
  readonly heard: Ranges
  /** The client of which nothing is known that what stands at a place of a file goes to. */
  readonly clientOf: ClientOf
  /** The setting that alone says where the call goes that a place of a file is part of. */
  readonly settingOf: SettingOf
}

/** What a rewrite is told. */
export interface RewriteOptions {
  readonly routes: readonly Route[]
  readonly hosts: Hosts
  /** Directory that paths in notes are relative to. */
  readonly root: string
  /** Whether a file may be changed; the others are only read. */
  readonly mayChange?: MayChange
  /** Whether every file that may use what a file exports under a name is among the sources. */
  readonly inSight?: InSight
  /** Whether a page names a script. */
  readonly isOnPage?: Trace['isOnPage']
  readonly pageMates?: Trace['pageMates']
  /** Calls that are made through modules of the program by files that were not read. */
  readonly unread?: readonly UnreadCall[]
  /** Point what stays at the in-process adapter instead of marking it. */
  readonly adapter?: boolean
  /** How far the lines of a file go, as far as its formatter is told that. */
  readonly widthTold?: (path: string) => number | undefined
  /** The text of a mapper module that is there from an earlier run. */
  readonly read?: (path: string) => string | undefined
}
