import type { ClientLibrary } from '../../../mappings/clients.ts'
import type { Draft } from '../finding.ts'
import type { Stretch } from '../text/lex.ts'
import type { Piece } from '../text/pieces.ts'
import { type CompiledVocabulary, legacyOperation } from '../words/vocabulary.ts'
import { LIBRARIES } from './wrappers.ts'

/** A piece with its stretches. */
export interface Lexed {
  readonly piece: Piece
  readonly stretches: readonly Stretch[]
}

/** The text with everything but code blanked, line ends and lengths kept. */
const codeOf = ({ piece: { text }, stretches }: Lexed): string =>
  stretches
    .map(({ kind, start, end }) =>
      kind === 'code' ? text.slice(start, end) : text.slice(start, end).replace(/[^\n]/g, ' '),
    )
    .join('')

/** What a file calls a library and its functions. */
interface Imported {
  readonly modules: ReadonlySet<string>
  /** Function of the library -> the name it has here. */
  readonly functions: ReadonlyMap<string, string>
}

const WHOLE =
  /^[ \t]*import[ \t]+(?:[^\n;]*,[ \t]*)?NAME(?:\.[\w.]+)?(?:[ \t]+as[ \t]+(\w+))?[ \t]*(?:;|,|$)/gm
const PARTS = /^[ \t]*from[ \t]+NAME(?:\.[\w.]+)?[ \t]+import[ \t]*(?:\(([^)]*)\)|([^\n;]*))/gm

const pattern = (form: RegExp, name: string) => new RegExp(form.source.replace('NAME', name), form.flags)

/** A name that is given the whole module: `self.sdk = runpod`. */
const handedOn = (code: string, modules: ReadonlySet<string>): readonly string[] =>
  [...modules].flatMap((module) =>
    [...code.matchAll(new RegExp(String.raw`(\w+)[ \t]*(?::[^=\n]*)?=[ \t]*${module}[ \t]*$`, 'gm'))].flatMap(
      ([, name]) => name ?? [],
    ),
  )

/** `import x as y`, `from x import f as g`, `from x.a.b import (f, g)`, and `from x.a import b` for `b.f()`. */
const importsOf = (code: string, name: string): Imported => {
  const modules = new Set<string>()
  const functions = new Map<string, string>()
  for (const match of code.matchAll(pattern(WHOLE, name))) modules.add(match[1] ?? name)
  for (const match of code.matchAll(pattern(PARTS, name)))
    for (const one of (match[1] ?? match[2] ?? '').split(',')) {
      const [, original = '', alias] = /^\s*(\w+)(?:\s+as\s+(\w+))?/.exec(one) ?? []
      if (original === '') continue
      functions.set(original, alias ?? original)
      modules.add(alias ?? original)
    }
  return { modules, functions }
}

const draftOf = (
  library: ClientLibrary,
  name: string,
  operation: string,
  vocabulary: CompiledVocabulary,
  place: Pick<Draft, 'start' | 'end'>,
): Draft => {
  const { v2, gone, old } = legacyOperation(operation, vocabulary)
  return {
    ...place,
    rule: `sdk.${library.registry}.${library.name}.${name}`,
    drawer: 'sdk',
    class: gone ? 'decision' : 'required',
    old: `${library.name}.${name} (${old})`,
    v2,
    fix: gone ? 'manual' : 'assisted',
    confidence: 'medium',
    why: gone ?? library.ranges[0]?.why ?? '',
  }
}

/** What Python a file holds, and what it calls a library there. */
interface Use {
  readonly codes: readonly { readonly piece: Piece; readonly code: string }[]
  readonly whole: string
  readonly imported: Imported
}

const useOf = (library: ClientLibrary, lexed: readonly Lexed[]): Use => {
  const codes = lexed.map((one) => ({ piece: one.piece, code: codeOf(one) }))
  const whole = codes.map(({ code }) => code).join('\n')
  return { codes, whole, imported: importsOf(whole, library.name) }
}

const callsOf = (library: ClientLibrary, use: Use, vocabulary: CompiledVocabulary) => {
  const { codes, whole, imported } = use
  const { modules, functions } = imported
  const alike = new Set(handedOn(whole, modules))
  const own = new Map([...functions].map(([original, alias]) => [alias, original]))
  const named = Object.keys(library.calls ?? {})
  const any = [...named, ...own.keys()].join('|')
  const call = new RegExp(String.raw`(?<!\bdef\s+)(?<![\w.])(?:((?:\w+\.)+))?(${any})\s*\(`, 'g')
  return codes.flatMap(({ piece, code }) =>
    [...code.matchAll(call)].flatMap((match): Draft[] => {
      const [, owners = '', written = ''] = match
      const through = owners.split('.').slice(0, -1)
      const isLibrary = modules.has(through[0] ?? '') || through.some((one) => alike.has(one))
      const name = owners === '' ? own.get(written) : isLibrary ? written : undefined
      const operation = name === undefined ? undefined : library.calls?.[name]
      if (name === undefined || operation === undefined) return []
      const place = {
        start: piece.toFile(match.index),
        end: piece.toFile(match.index + match[0].trimEnd().length - 2) + 1,
      }
      return [draftOf(library, name, operation, vocabulary, place)]
    }),
  )
}

/** Where a library's own name stands alone, or a part of it is taken: `runpod.serverless`, `from runpod.api import …`. */
const partsOf = ({ name }: ClientLibrary, { whole, imported }: Use): readonly (string | undefined)[] => {
  const parts = [...whole.matchAll(pattern(PARTS, name))].flatMap(([line, ...lists]) => {
    const [, inside] = new RegExp(String.raw`^\s*from[ \t]+${name}\.(\w+)`).exec(line) ?? []
    if (inside !== undefined) return [inside]
    return (lists[0] ?? lists[1] ?? '').split(',').flatMap((one) => /\w+/.exec(one)?.[0] ?? [])
  })
  const rest = whole.replace(pattern(PARTS, name), '').replace(/^[ \t]*import[ \t][^\n]*$/gm, '')
  const bare = [...imported.modules].filter((one) => ![...imported.functions.values()].includes(one))
  const used = bare.flatMap((module) =>
    [...rest.matchAll(new RegExp(String.raw`(?<![\w.])${module}\b(?:\s*\.\s*(\w+))?`, 'g'))].map(
      ([, part]) => part,
    ),
  )
  return [...parts, ...used]
}

/** A file that uses nothing of a library but what stays, or more than is known of it: listed, for its pins hang on it. */
const listedUse = (library: ClientLibrary, use: Use): Draft | undefined => {
  const line = new RegExp(String.raw`^[ \t]*(?:import|from)[ \t][^\n]*\b${library.name}\b`, 'm')
  const found = use.codes.flatMap(({ piece, code }) => {
    const match = line.exec(code)
    return match ? [{ piece, start: match.index, end: match.index + match[0].length }] : []
  })[0]
  if (!found) return undefined
  const stays = partsOf(library, use).every((part) => part !== undefined && library.stays?.includes(part))
  return {
    start: found.piece.toFile(found.start),
    end: found.piece.toFile(found.end - 1) + 1,
    rule: `sdk.${library.registry}.${library.name}.${stays ? 'stays' : 'other'}`,
    drawer: 'sdk',
    class: 'none',
    old: `${library.name} (${stays ? 'jobs' : 'its use is not known'})`,
    v2: '',
    fix: 'none',
    confidence: 'medium',
    why: stays ? 'what this file uses of it calls the job API, which stays' : 'look at what it uses of it',
  }
}

/** Calls of a library's functions in Python, under the names the file imports them by; a notebook's cells are one file. */
export const libraryCalls = (lexed: readonly Lexed[], vocabulary: CompiledVocabulary): readonly Draft[] => {
  const python = lexed.filter(({ piece }) => piece.language.name === 'python')
  return LIBRARIES.filter(
    ({ calls, name }) => calls !== undefined && python.some(({ piece }) => piece.text.includes(name)),
  ).flatMap((library) => {
    const use = useOf(library, python)
    if (use.imported.modules.size === 0) return []
    const calls = callsOf(library, use, vocabulary)
    return calls.length > 0 ? calls : (listedUse(library, use) ?? [])
  })
}
