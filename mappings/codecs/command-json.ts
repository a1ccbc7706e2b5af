import { z } from 'zod'
import { codec } from '../dsl/codec.ts'
import { shellWords, splitWords } from './shell-words.ts'

const words = z.array(z.string())
const both = z.object({ cmd: words.optional(), entrypoint: words.optional() })

/** `args` that hold JSON: command and entrypoint apart. Undefined for a plain command line. */
const readBoth = (args: string): z.infer<typeof both> | undefined => {
  if (!args.startsWith('{')) return undefined
  try {
    return both.safeParse(JSON.parse(args)).data
  } catch {
    return undefined // a command line that begins with a brace
  }
}

/** `args` for a command and an entrypoint; a plain command line where there is no entrypoint. */
export const argsOf = (cmd: readonly string[], entrypoint: readonly string[]): string =>
  entrypoint.length > 0 ? JSON.stringify({ cmd, entrypoint }) : (shellWords.decode(cmd) as string)

/** `dockerStartCmd` <-> `args` where v2 may hold JSON there. */
export const commandOfArgs = codec('commandOfArgs', {
  old: words,
  v2: z.string(),
  decode: (cmd) => argsOf(cmd, []),
  encode: (args) => readBoth(args)?.cmd ?? (readBoth(args) ? [] : splitWords(args)),
  takes: 'a list of strings, one a word of the command',
  examples: [[['python', 'app.py'], 'python app.py']],
})

/** `dockerEntrypoint` from `args` that hold JSON. */
export const entrypointOfArgs = codec('entrypointOfArgs', {
  old: words,
  v2: z.string(),
  decode: (entrypoint) => argsOf([], entrypoint),
  encode: (args) => readBoth(args)?.entrypoint ?? [],
  takes: 'a list of strings, one a word of the entrypoint',
  examples: [[['/init'], '{"cmd":[],"entrypoint":["/init"]}']],
})
