import { relative } from 'node:path'
import type { ts } from 'ts-morph'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { auditText } from '../../audit/audit-text.ts'
import type { Draft } from '../../audit/finding.ts'
import { lineTable } from '../../audit/text/lines.ts'
import type { CompiledVocabulary } from '../../audit/words/vocabulary.ts'
import type { Change } from '../../rewrite/contract.ts'
import type { Ranges } from '../../rewrite/dead/heard.ts'
import type { SettingOf } from '../../rewrite/settings-asked.ts'
import { type ClientOf, toUnknown } from '../../rewrite/unknown-client.ts'
import { isNamedTest } from '../../sites/program/outside/test-file.ts'
import type { Note } from '../note.ts'

/** What the flow analysis made of the files. */
export interface Followed {
  /** Where the calls stand that it understood, and what they are made of. */
  readonly heard: Ranges
  readonly notes: readonly Note[]
  readonly changes: readonly Change[]
  /** Files that name the service; of others, documents alone can be told for what they are. */
  readonly naming: ReadonlySet<string>
  /** Whether a person told upshift to stay away from a line. */
  readonly isSuppressed: (path: string, line: number) => boolean
  /** The client of which nothing is known that what stands at a place goes to. */
  readonly clientOf: ClientOf
  /** The setting that alone says where the call goes that what stands at a place is part of. */
  readonly settingOf: SettingOf
}

/**
 * Old addresses, operations and documents that the audit sees and that belong to no call that could be followed: nothing
 * legacy stays without being listed.
 */
export const unfollowed = (
  files: readonly ts.SourceFile[],
  root: string,
  vocabulary: CompiledVocabulary,
  { heard, notes, changes, isSuppressed, naming, clientOf, settingOf }: Followed,
): Note[] => {
  const after = new Map(changes.map((one) => [one.path, one.after]))
  const said = new Set(notes.map(({ file, line }) => `${file}:${line}`))
  return files.flatMap((file) => {
    const isNaming = naming.has(file.fileName)
    if (!isNaming && isNamedTest(file)) return []
    const path = relative(root, file.fileName)
    const isHeard = coverage(file.text.length, heard.get(file.fileName) ?? [])
    const lines = lineTable(file.text)
    return auditText(path, file.text, vocabulary)
      .drafts.filter((draft) => isNaming || DOCUMENT.test(draft.old))
      .filter((draft) => isCall(draft) && !isHeard(draft) && !isProse(file.text, draft))
      .filter((draft) => !isTitle(file.text, draft))
      .map((draft) => ({ draft, ...lines.at(draft.start) }))
      .filter(({ line }) => stands(lines.text(line), after.get(file.fileName)))
      .filter(({ line }) => !said.has(`${path}:${line}`) && !isSuppressed(file.fileName, line))
      .map(({ draft, line, column }) =>
        noteOf(
          draft,
          { file: path, line, column },
          isCommand(file.text, draft),
          settingBefore(file.text, draft) ?? settingOf(file, draft.start),
          clientOf(file, draft.start),
        ),
      )
  })
}

/** Tells whether any part of a place is covered: once for every character, however many ranges there are. */
export const coverage = (
  length: number,
  ranges: readonly (readonly [from: number, to: number])[],
): ((draft: Draft) => boolean) => {
  const covered = new Uint8Array(length)
  for (const [from, to] of ranges) covered.fill(1, from, to)
  return ({ start, end }) => covered.subarray(start, end).includes(1)
}

const DOCUMENT = /^(query|mutation) /

/** Whether a line is still there when all is done. */
const stands = (line: string, after: string | undefined): boolean =>
  after === undefined || after.includes(line.trim())

/** Hosts, operations and documents; the names of fields follow from them. */
export const isCall = ({ drawer, class: is, confidence, rule, old }: Draft): boolean =>
  (drawer === 'rest-v1' || drawer === 'graphql') &&
  (is === 'required' || is === 'decision') &&
  confidence === 'high' &&
  (rule.startsWith('hosts.') || /^\/|^[A-Z]+ \//.test(old) || DOCUMENT.test(old))

const COMMAND = /\b(curl|wget|httpie|exec|execSync|spawn|spawnSync|execFile|execFileSync|execa|\$)\b/

/** Whether the place stands in a command line. */
const isCommand = (text: string, { start }: Draft): boolean => {
  const from = text.lastIndexOf('\n', start) + 1
  return COMMAND.test(text.slice(from, start))
}

/** What the environment says in front of a path: `process.env.API_URL` of `${process.env.API_URL}/v1/pods`. */
const settingBefore = (text: string, { start, old }: Draft): string | undefined =>
  old.startsWith('/')
    ? /\$\{\s*([\w.]*\benv\.\w+)!?\s*\}$/.exec(text.slice(Math.max(0, start - 120), start))?.[1]
    : undefined

/** A host that is named in a sentence: `expected the host rest.runpod.io)`. Who calls it says an address of it. */
const isProse = (text: string, draft: Draft): boolean => {
  const { rule, start, end } = draft
  return (
    rule.startsWith('hosts.') &&
    !isCommand(text, draft) &&
    /[a-z,.] \(?([a-z]+ )?$/i.test(text.slice(Math.max(0, start - 40), start)) &&
    /^[).,;:!?]*(\s+[a-z(]|['"`])/i.test(text.slice(end, end + 20))
  )
}

/** `it('asks https://… for pods')`: what a test is called. */
const isTitle = (text: string, { start }: Draft): boolean =>
  /\b(it|test|describe|suite|context)(\.\w+)*\(\s*(['"`])((?!\3).)*$/s.test(
    text.slice(Math.max(0, start - 200), start),
  )

const noteOf = (
  { old, v2 }: Draft,
  place: Pick<Note, 'file' | 'line' | 'column'>,
  command: boolean,
  setting: string | undefined,
  client: string | undefined,
): Note => ({
  ...place,
  rule: command ? 'codemod.command' : 'codemod.unfollowed',
  class: 'left',
  v1: old,
  ...(v2 ? { v2 } : {}),
  ...saidOf(old, command, setting, client),
  confidence: 'medium',
})

const saidOf = (
  old: string,
  command: boolean,
  setting: string | undefined,
  client: string | undefined,
): Pick<Note, 'fix' | 'why'> => {
  if (command) return { fix: 'change the command by hand', why: `this runs a command that uses ${old}` }
  if (client) {
    const { fix, why } = toUnknown(client)
    return { fix, why: `this says ${old}, and ${why}` }
  }
  if (setting)
    return {
      fix: `${addressBehind(setting, old)}, then run upshift again`,
      why: `this says ${old}, and which host its calls go to, ${setting} says when the program runs`,
    }
  return {
    fix: 'look at how it is used; if a call is made with it, move that call',
    why: `this says ${old}, and no call that uses it could be followed`,
  }
}

/** What the program would have to say beside a setting, for its calls to be followed. */
const addressBehind = (setting: string, old: string): string => {
  const { v1, graphql } = hostProfiles.runpod.is
  return old.includes('/')
    ? `where that is REST v1, write its host as the default (${setting} ?? '${v1}')`
    : `where that is GraphQL, write its address as the default (${setting} ?? '${graphql}')`
}
