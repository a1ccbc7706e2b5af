import { messageOf } from '../rewrite/reason-text.ts'
import type { RuleId } from '../rules.ts'
import type { Note } from './note.ts'

const left = (rule: RuleId, file: string, why: string, fix: string, line = 1): Note => ({
  rule,
  file,
  line,
  column: 1,
  class: 'left',
  fix,
  confidence: 'high',
  why,
})

const BY_HAND = 'take the calls it makes into a file of their own, or change it by hand'

/** What is said of files that mention the service and were not read, or not read for certain. */
export const unreadNotes = {
  nesting: (file: string): Note =>
    left(
      'codemod.nesting',
      file,
      'this file mentions the service and is nested too deeply to be analysed',
      BY_HAND,
    ),
  unread: (file: string): Note =>
    left(
      'codemod.unread',
      file,
      'this file mentions the service and could not be read',
      'look at its name and who may read it',
    ),
  crash: (file: string, error: unknown): Note =>
    left(
      'codemod.crash',
      file,
      `this file could not be analysed (${messageOf(error)}), which is a mistake of upshift; nothing in it was changed`,
      'change it by hand, and report the code',
    ),
  encoding: (file: string): Note =>
    left(
      'codemod.encoding',
      file,
      'this file is not UTF-8: what is no ASCII in it would not be written back as it was',
      'save it as UTF-8, then run upshift again',
    ),
  syntax: (file: string, error: string): Note =>
    left(
      'codemod.syntax',
      file,
      `the file does not parse: ${error}`,
      'mend the syntax, then run upshift again',
      Number(/^line (\d+)/.exec(error)?.[1] ?? 1),
    ),
  flow: (file: string): Note =>
    left(
      'codemod.language',
      file,
      'this file mentions the service, and its types are those of Flow, which are not read here',
      'see what `upshift audit` says of it, and change it by hand',
    ),
  language: (file: string, line?: number): Note =>
    left(
      'codemod.language',
      file,
      'this file names the old API and is not JavaScript or TypeScript alone, so it was not read',
      'see what `upshift audit` says of it, and change it by hand, or take its calls into a module',
      line,
    ),
  attribute: (file: string): Note =>
    left(
      'codemod.language',
      file,
      'this page says the address of the old API in an attribute, and which calls its scripts make with it could not be followed',
      'move these calls by hand, together with the address, or say it in a script',
    ),
  generated: (file: string, line?: number): Note => ({
    ...left(
      'codemod.generated',
      file,
      'this file names the old API and says it is generated, so it is never changed',
      'change what generates it, and generate it again',
      line,
    ),
    class: 'follow-up',
    confidence: 'medium',
  }),
  built: (file: string, line?: number): Note => ({
    ...left(
      'codemod.generated',
      file,
      'this file names the old API and is minified, bundled or where builds write, so it was not read',
      'change what it is built from, and build it again; where it is source, name it on the command line',
      line,
    ),
    class: 'follow-up',
    confidence: 'medium',
  }),
} as const
