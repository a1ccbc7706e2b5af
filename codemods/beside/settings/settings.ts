import { relative } from 'node:path'
import { groupBy } from '../../../mappings/dsl/group-by.ts'
import { hostProfiles, retirements, v2Base } from '../../../mappings/hosts.ts'
import type { Note } from '../../project/note.ts'
import { readBytes } from '../../project/tree/gate.ts'
import { readText } from '../../project/tree/look.ts'
import { wordsOf } from '../../sites/texts/route.ts'
import { type Purpose, type SettingLine, settingLines, type Wanted } from './lines.ts'
import { isEnvironmentFile } from './places.ts'
import { readerAlone, readerOfFile } from './readers.ts'

/** What a look beside the code is told. */
export interface BesideOptions extends Wanted {
  /** Absolute paths of what may say settings; asked for once there is something to look for. */
  readonly settings: () => readonly string[]
  /** Directory that paths in notes are relative to. */
  readonly root: string
  /** Variables that override the base address of calls that stay, and of none that moved, with what they have to say then. */
  readonly staying: ReadonlyMap<string, string>
  /** Whether no call of REST moved that a setting could override. */
  readonly isOfGraphqlAlone: boolean
  /** Absolute paths of the program's code. */
  readonly sources: readonly string[]
}

/** Lines of settings, scripts and documents that name what the code no longer calls: listed, never changed. */
export const besideNotes = ({ settings, root, sources, ...wanted }: BesideOptions): Note[] => {
  const needles = needlesOf(wanted)
  if (needles.length === 0) return []
  const readerOf = readersOf(sources, root, wanted.variables)
  return settings().flatMap((path) => {
    const bytes = readBytes(path)
    if (!bytes || bytes.includes(0) || !needles.some((needle) => bytes.includes(needle))) return []
    const found = settingLines(path, readText(path) ?? '', wanted)
    const file = relative(root, path)
    const isOfStaying = (one: SettingLine): boolean => wanted.staying.has(keyBelow(one, found) ?? '')
    const [text, lines] = [found.filter(isText), found.filter((one) => !isText(one) && !isOfStaying(one))]
    const said = lines.map((one) => {
      const note = noteOf(file, one, isEnvironmentFile(path), wanted.variables.get(one.key ?? ''))
      const kept = isOverride(one) ? wanted.staying.get(one.key) : undefined
      if (kept !== undefined) return { ...note, ...leftWithCalls(note.why, kept) }
      const reader = readerOf(one)
      if (reader !== undefined) return { ...note, ...leftAlone(note.why, reader, one) }
      if (isOverride(one) && wanted.isOfGraphqlAlone) return { ...note, ...leftWithCalls(note.why) }
      const fileReader = isBaseIn(path, one) ? readerOfFile(sources, root, path) : undefined
      return fileReader === undefined ? note : { ...note, ...leftWithReader(note.why, fileReader) }
    })
    return [
      ...said,
      ...[...groupBy(text, ({ names }) => names).values()].flatMap((ones) => textNote(file, ones)),
    ]
  })
}

/** What a file that says something of the old API holds for certain. */
const needlesOf = ({ addresses, variables, routes }: Wanted): Buffer[] => {
  const first = routes.map(({ old }) => `/${wordsOf(old.path)[0]}`)
  return [...new Set([...addresses, ...variables.keys(), ...first])].map((word) => Buffer.from(word))
}

/** Whether a line sets what says the address of REST v1. */
const isOverride = <Line extends SettingLine>(line: Line): line is Line & { readonly key: string } =>
  line.key !== undefined && line.purpose === 'setting' && !line.names?.endsWith('/graphql')

/** The variable that a comment is about, which stands right above it. */
const keyBelow = ({ key, line }: SettingLine, found: readonly SettingLine[]): string | undefined =>
  key === undefined ? found.find((one) => one.line === line + 1)?.key : undefined

/** Who reads a setting that alone says where its calls go; each is looked for once. */
const readersOf = (
  sources: readonly string[],
  root: string,
  variables: ReadonlyMap<string, string>,
): ((line: SettingLine) => string | undefined) => {
  const readers = new Map<string, string | undefined>()
  const alone = readerAlone(sources, root)
  return (line) => {
    if (!isOverride(line) || !line.names || variables.has(line.key)) return undefined
    if (!readers.has(line.key)) readers.set(line.key, alone(line.key))
    return readers.get(line.key)
  }
}

/** Whether a line says the base in a file that code reads as a whole: no call is followed to it. */
const isBaseIn = (path: string, { purpose, ofCall, names }: SettingLine): boolean =>
  purpose === 'setting' &&
  !ofCall &&
  !names?.endsWith('/graphql') &&
  !isEnvironmentFile(path) &&
  /(?<!package)\.(json5?|jsonc|ya?ml|toml)$/.test(path)

/** Set to v2, it would take calls there that still speak v1. */
const leftWithCalls = (why: string, to = v2Base): Pick<Note, 'class' | 'why' | 'fix'> => ({
  class: 'left',
  why: `${why}, and every call whose address it overrides stays on v1`,
  fix: `leave it until they have moved, then set it to ${to}`,
})

/** The same of calls that could not even be followed. */
const leftAlone = (
  why: string,
  reader: string,
  { versionless }: SettingLine,
): Pick<Note, 'class' | 'why' | 'fix'> => ({
  class: 'left',
  why: `${why}, and it alone says where the calls go that read it (${reader}): none of them is known to have moved`,
  fix: `leave it until they have: say the address where it is read, too (… ?? '${hostProfiles.runpod.is.v1}${versionless ? '' : '/v1'}'), then run upshift again`,
})

/** The same of what code reads from a file. */
const leftWithReader = (why: string, reader: string): Pick<Note, 'class' | 'why' | 'fix'> => ({
  class: 'left',
  why: `${why}, and the code reads it from this file (${reader}): calls whose address comes from there were not followed, and stay`,
  fix: 'leave it until they have moved: say the address in the code instead, then run upshift again',
})

const isText = ({ purpose }: SettingLine): boolean => purpose === 'text' || purpose === 'recording'

const V2_HOST = hostProfiles.runpod.is.v2

const FIXES: Record<Purpose, string> = {
  types: `generate from ${retirements.v1.is.successor}`,
  hosts: `let ${new URL(v2Base).host} through as well`,
  script: `say it in v2's words, at ${v2Base}`,
  setting: `set it to ${v2Base}`,
  text: `change it to ${v2Base}, and what it says of bodies and answers`,
  recording: 'record it again with the calls as they are now, or say it as they do',
}

const FORWARDED = `move those who ask it before it goes to ${v2Base}, or let upshift serve answer them in its place`

/** @param to what the variable that it sets has to say */
const noteOf = (file: string, found: SettingLine, isEnvironment: boolean, to?: string): Note => ({
  rule: `codemod.beside-${found.purpose}`,
  file,
  line: found.line,
  column: found.column,
  class: 'follow-up',
  fix: fixOf(found, to),
  confidence: found.names === undefined && !isEnvironment ? 'medium' : 'high',
  why: whyOf(found),
})

const fixOf = ({ names, purpose, versionless, ofCall, forwards, path }: SettingLine, to?: string): string => {
  if (path && purpose === 'text')
    return `say ${path.v2}, and what it says of bodies and answers, where it means REST v1`
  if (forwards && purpose === 'hosts') return FORWARDED
  if (names?.endsWith('/graphql')) return 'look whether what it is for still calls GraphQL'
  if (purpose === 'setting' && ofCall) return FIXES.script
  if (purpose === 'setting' && to !== undefined && to !== v2Base) return `set it to ${to}`
  return purpose === 'setting' && versionless ? `set it to ${V2_HOST}` : FIXES[purpose]
}

const whyOf = ({ key, names, path }: SettingLine): string => {
  if (path) return `this says ${path.v1}, which is ${path.v2} now`
  if (names === undefined) return `${key} is set here, and overrides a base address that moved`
  return key === undefined ? `this names ${names}` : `${key} names ${names}`
}

/** Documents repeat themselves: one note says all the lines that name one address. */
const textNote = (file: string, found: readonly SettingLine[]): Note[] => {
  const [first, ...others] = found
  if (!first) return []
  const lines = others.map(({ line }) => line).join(', ')
  const more =
    others.length === 0 ? '' : first.path ? `; others stand in lines ${lines}` : `; so do lines ${lines}`
  const note = noteOf(file, first, false)
  return [{ ...note, confidence: 'medium', why: `${note.why}${more}` }]
}
