import type { ts } from 'ts-morph'
import type { Listed } from '../sites/sink.ts'
import { type Cut, MOST_SITES, type Uncalled } from '../sites/sites.ts'
import { eitherReasons } from './address/either-reasons.ts'
import { unknownReasons } from './address/path/unknown-reasons.ts'
import { queryReasons } from './address/query/query-reasons.ts'
import { UNMOVED } from './address/unmoved.ts'
import type { Deed, InTheWay } from './answer/inside.ts'
import { statusReasons } from './answer/status/status-reasons.ts'
import { bodyReasons } from './body/body-reasons.ts'
import { triesReasons } from './body/tries/tries-reasons.ts'
import { graphqlReasons } from './graphql/graphql-reasons.ts'
import type { ScriptRun } from './mapper/module/classic-script.ts'
import { messageOf, type Reason, reason, shortOfCode } from './reason-text.ts'

export type { Reason } from './reason-text.ts'

/** What keeps an answer from being translated, as a sentence says it. */
const DEEDS: Readonly<Record<Deed, string>> = {
  collects: 'collects the answer in a way that could not be followed',
  keeps: 'does more with the answer than to give it back, or hands it to what does',
  guards: 'asks whether the answer is a list',
  reads: 'reads the answer itself',
  asks: 'asks what the answer says',
  checks: 'checks the answer by what each call hands it',
  prints: 'prints the answer and gives nothing of it back',
  turns: 'makes something else of the answer',
  mixes: 'gives back what another request answers as well',
}

/** What runs a file that can import nothing, and what would let it. */
const SCRIPTS: Readonly<Record<ScriptRun, { readonly why: string; readonly fix: string }>> = {
  page: {
    why: 'a browser or a worker runs this file as a script, which cannot import',
    fix: 'make it a module (type="module") with an import or export of its own',
  },
  'user script': {
    why: 'a manager of user scripts runs this file, which cannot import',
    fix: 'move the call by hand, or have a bundler make the script of a module',
  },
  types: {
    why: 'other files use what this one declares without an export: with an import, it would keep that to itself',
    fix: 'export what others use of it',
  },
}

/** Who would have said which operation a call is. */
const UNCALLED: Readonly<Record<Uncalled, string>> = {
  'for-all': 'nothing calls this method, and which of several operations it is, its callers would say',
  'for-some': 'nothing calls this method for some of the operations that it may be',
  'for-rows': 'nothing calls this function for some rows of the table that its path stands in',
}

/** Why the calls of a function are not followed, and what to do. */
const CUTS: Readonly<Record<Cut, readonly [why: string, fix: string]>> = {
  many: [
    `more than ${MOST_SITES} calls come to this function, and are not followed one by one`,
    'give each part of the program a function of its own, then run upshift again',
  ],
  deep: [
    'those who say its path come to this function through more functions than are followed',
    'call it with fewer functions between, then run upshift again',
  ],
  around: [
    'functions that call each other hand its path on, in more orders than are followed',
    'make the request in one function that does not call the others, then run upshift again',
  ],
}

/** The codemod's own rules; every other reason is a row of the mapping. */
export const reasons = {
  ...eitherReasons,
  ...unknownReasons,
  ...queryReasons,
  ...statusReasons,
  method: () =>
    reason(
      'codemod.method',
      'the HTTP method is known only at run time',
      'say the method where the call is made, then run upshift again',
    ),
  classicScript: (runs: ScriptRun) => {
    const { why, fix } = SCRIPTS[runs]
    return reason(
      'codemod.classic-script',
      `moved, it would call functions that are imported, and ${why}`,
      `${fix}, then run upshift again`,
    )
  },
  address: () =>
    reason(
      'codemod.address',
      'which operation it calls could not be told from the code',
      'write the path in one string for each operation, then run upshift again',
    ),
  unwritten: (isWord: boolean) =>
    reason(
      'codemod.address',
      isWord
        ? 'a word of its path stands by itself, where it may mean something else as well'
        : 'the words of its path do not stand in the code as they are sent, so that they could be changed there',
      'write the path of this call in one string, then run upshift again',
    ),
  sharedWords: (use: ts.Node | undefined): Reason => ({
    ...reason(
      'codemod.address',
      'the words of its path are used for something else as well, which would be changed with them',
      'write the path of this call in a string of its own, then run upshift again',
    ),
    ...(use ? { at: [use], isApart: true } : {}),
  }),
  wordsOfCall: (place: string) =>
    reason(
      'codemod.address',
      `the words of its path are those of the call at ${place} as well, which stays, and would be changed with them`,
      'settle that call first, or write the path of this one in a string of its own; then run upshift again',
    ),
  sharedQuery: () =>
    reason(
      'codemod.address',
      'the words of its query are used for something else as well, which would be changed with them',
      'write the query of this call in a string of its own, then run upshift again',
    ),
  open: (name?: string, to?: string) =>
    to
      ? reason(
          'codemod.open-wrapper',
          `${name} is handed to ${to}, and the paths that it is called with from there are not followed`,
          `call ${name} by itself with each path, or hand over a function that says the path where it calls ${name}; then run upshift again`,
        )
      : reason(
          'codemod.open-wrapper',
          'this function takes any path, from callers that are outside these files or were not found in them',
          'move its base to v2 together with its callers',
        ),
  unfollowed: () =>
    reason(
      'codemod.open-wrapper',
      'this function takes any path, and what calls it could not be followed',
      'call it where its name is in sight, with the path in the call; then run upshift again',
    ),
  cut: (by: Cut) => reason('codemod.open-wrapper', ...CUTS[by]),
  unnamed: () =>
    reason(
      'codemod.open-wrapper',
      'this function takes any path, and what calls it could not be followed, for it has no name of its own',
      'declare it under a name, and call it by that; then run upshift again',
    ),
  uncalled: (isClosed = false) =>
    reason(
      'codemod.open-wrapper',
      isClosed
        ? 'nothing calls this function'
        : 'nothing in these files calls this function, and what paths others give it cannot be seen',
      'its base moves with the calls that share it: give it paths of v2, or take it out',
    ),
  uncalledMethod: (by: Uncalled) =>
    reason(
      'codemod.open-wrapper',
      UNCALLED[by],
      'its base moves with the calls that share it: take it out, or split it by operation',
    ),
  passedOn: () =>
    reason(
      'codemod.passed-on',
      'this hands on what is asked of the program: those who ask, out of sight here, say the operation, and read its answer, in the old words',
      'let it ask upshift serve, which answers them by REST v2 (or run upshift with --adapter), and REST v2 itself once all of them speak it',
    ),
  handedOn: (name: string) =>
    reason(
      'codemod.handed-on',
      `${name} is handed on here, and the paths that it is called with from here cannot be seen`,
      `call ${name} here yourself, with the path in the call, then run upshift again`,
    ),
  template: () =>
    reason(
      'codemod.address',
      'its path is a name in an OpenAPI document, and the base, the path or the parameters are not all said where they could be changed',
      'say base and path in the code, and the parameters in the call, then run upshift again',
    ),
  hook: () =>
    reason(
      'codemod.answer',
      "a hook of the client takes the answer before the call does, and may be looking for v1's shape",
      'move this call by hand, together with the hook',
    ),
  shifted: (text: string) =>
    reason(
      'codemod.answer',
      `it gives one argument in the place of another (${text}), so what is sent, and who is given the answer, could not be followed`,
      'give each argument in its own place, and undefined for what is left out; then run upshift again',
    ),
  inside: ({ does, by = 'a helper', said }: InTheWay) =>
    reason(
      'codemod.answer',
      `${by}, which the call goes through, ${DEEDS[does]}${said ? ` (${shortOfCode(said)})` : ''}, so it cannot be translated for this call`,
      'let the helper return the answer as it came, and deal with it here, then run upshift again',
    ),
  answer: () =>
    reason(
      'codemod.answer',
      'the way of the answer to where it is read cannot be followed, so it cannot be translated',
      'parse the answer here, or translate it where it is read',
    ),
  base: (place: string, isElsewhere = false) =>
    reason(
      'codemod.shared-base',
      `it shares its base address with ${place}, which has to stay and cannot be given the old base by itself`,
      isElsewhere
        ? 'name the file of that call on the command line, too'
        : 'settle that call first, then run upshift again',
    ),
  unreadBase: (place: string) =>
    reason(
      'codemod.shared-base',
      `what it is made with is called at ${place} as well, where it is not followed, and would take that call along`,
      'take that call into a module that imports what it calls, then run upshift again',
    ),
  embedded: (part?: string) =>
    reason(
      'codemod.language',
      `${part ? `a part of it is said at ${part},` : 'it stands'} in a file that is not JavaScript or TypeScript alone, which is read and never changed`,
      `${part ? 'say that in a script of its own' : 'change it by hand, or take the call into a module'}, then run upshift again`,
    ),
  clash: (place: string, other: string) =>
    reason(
      'codemod.clash',
      `at ${place}, the change that it needs and the one for the call at ${other} do not go together`,
      'say there what is for one call apart from what is for the other, then run upshift again',
    ),
  misfit: (text: string) =>
    reason(
      'codemod.types',
      `moved, it would not fit the types that the program says: ${text.replace(/\.$/, '')}`,
      "say v2's words in the type, or a wider one, then run upshift again",
    ),
  spoilt: () =>
    reason(
      'codemod.unprintable',
      'the change would not have parsed, which is a mistake of upshift',
      'change it by hand, and report the code',
    ),
  ...graphqlReasons,
  ...bodyReasons,
  ...triesReasons,
  crashed: (error: unknown) =>
    reason(
      'codemod.crash',
      `this call could not be analysed (${messageOf(error)}), which is a mistake of upshift`,
      'change it by hand, and report the code',
    ),
  client: (library: string, listed: Listed) => {
    const [why, fix] = UNMOVED[listed]
    return reason('codemod.client', why(library), fix)
  },
  kept: () => reason('codemod.kept', 'it is marked to be left alone', 'take the mark away when it may move'),
  generated: () =>
    reason(
      'codemod.generated',
      'a part of it stands in a file that says it is generated, which is read and never changed',
      'generate that file from the description of v2, then run upshift again',
    ),
  elsewhere: () =>
    reason(
      'codemod.elsewhere',
      'a part of it stands in a file that was not to be changed',
      'name that file on the command line, too',
    ),
} as const
