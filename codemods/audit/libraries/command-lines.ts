import type { ClientLibrary } from '../../../mappings/clients.ts'
import type { Draft } from '../finding.ts'
import { type CompiledVocabulary, legacyOperation } from '../words/vocabulary.ts'
import type { Lexed } from './library-calls.ts'
import { LIBRARIES } from './wrappers.ts'

/** Words of one command, bare or as strings of a list: `tool stop pod`, `"tool", "stop", "pod"`. */
const GAP = String.raw`(?:["'\`]\s*,\s*["'\`]|[ \t]+(?:\\\r?\n[ \t]*)?)`
const COMMAND = String.raw`\bNAME${GAP}([a-z][a-z-]*)(?:${GAP}([a-z][a-z-]*))?`

/** A program stands where a command begins; anywhere else its name is said, not run. */
const RUNS =
  /(?:^|[;&|(){}`"'!@[\]]|\$\(|(?:^|\s)(?:if|then|do|else|elif|while|until|time|sudo|exec|env|nohup|command|run:|RUN|CMD|-|[A-Za-z_]\w*=\S*)\s|:\s)\s*(?:[\w~.$-]*\/)*$/

/** A line that shows a command to its reader. */
const SHOWN = /\b(?:echo|printf?|println|log\w*|print\w*|say|die|warn\w*|info|note|error)\b[^;|&\n]*$/i

const isRun = (text: string, at: number): boolean => {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return RUNS.test(line) && !SHOWN.test(line)
}

const commandOf = (library: ClientLibrary, first: string, second: string | undefined) => {
  const both = `${first} ${second}`
  const operation = library.commands?.[both]
  if (operation !== undefined) return { words: both, operation }
  const alone = library.commands?.[first]
  return alone === undefined ? undefined : { words: first, operation: alone }
}

const inComment = ({ stretches }: Lexed, at: number): boolean =>
  stretches.some(({ kind, start, end }) => kind === 'comment' && start <= at && at < end)

const commandsIn = (
  library: ClientLibrary,
  lexed: Lexed,
  vocabulary: CompiledVocabulary,
): readonly Draft[] => {
  const { text, toFile, language } = lexed.piece
  const { program = '' } = library
  const prose = language.name === 'markdown'
  return [...text.matchAll(new RegExp(COMMAND.replace('NAME', program), 'g'))].flatMap((match): Draft[] => {
    const command = commandOf(library, match[1] ?? '', match[2])
    if (!command || inComment(lexed, match.index) || !isRun(text, match.index)) return []
    const { v2, gone, old } = legacyOperation(command.operation, vocabulary)
    return [
      {
        rule: `sdk.${program}.${command.words.replace(' ', '-')}`,
        start: toFile(match.index),
        end: toFile(match.index + match[0].length - 1) + 1,
        drawer: 'sdk',
        class: prose ? 'cleanup' : gone ? 'decision' : 'required',
        old: `${program} ${command.words} (${old})`,
        v2,
        fix: gone ? 'manual' : 'assisted',
        confidence: 'medium',
        why: gone ?? library.ranges.at(-1)?.why ?? '',
      },
    ]
  })
}

/** Command lines that call a legacy API on the program's behalf, in any language that can run one. */
export const commandLines = (lexed: readonly Lexed[], vocabulary: CompiledVocabulary): readonly Draft[] =>
  LIBRARIES.filter(({ commands }) => commands !== undefined).flatMap((library) =>
    lexed
      .filter(({ piece }) => piece.text.includes(library.program ?? library.name))
      .flatMap((one) => commandsIn(library, one, vocabulary)),
  )
