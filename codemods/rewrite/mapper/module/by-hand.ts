import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { applyEdits, type Edit, insertAt, replace } from '../../edit/edit.ts'
import { parsed } from '../../fit/lines.ts'
import { codeOf } from './code-of.ts'

/** A module's text, in the three ways that are held against each other. */
export interface ModuleTexts {
  readonly path: string
  /** As it stands there. */
  readonly before: string
  /** As an earlier run wrote what it exports. */
  readonly written: string
  /** As this run would write it. */
  readonly wanted: string
}

/** A module for this run, with the functions in it that somebody changed by hand and the run wants to be otherwise. */
export interface Merged {
  readonly text: string
  readonly apart: readonly ts.Statement[]
}

/** The module is its users' to edit: where somebody did, what they wrote stays, and only what is missing comes in. */
export const merged = ({ path, before, written, wanted }: ModuleTexts): Merged => {
  const files = [before, written, wanted].map((text) => parsed(path, text)) as [File, File, File]
  if (codeOf(files[0], 'with') === codeOf(files[1], 'with')) return { text: wanted, apart: [] }
  const [old, own, now] = files.map(statementsOf) as [Said, Said, Said]
  const isAs = (name: string, one: ts.Statement, said: Said): boolean => {
    const other = said.get(name)
    return other !== undefined && codeOf(one) === codeOf(other)
  }
  const edits: Edit[] = []
  const apart: ts.Statement[] = []
  for (const [name, one] of [...now].filter(([name, one]) => !isAs(name, one, own))) {
    const there = old.get(name)
    if (!there || isAs(name, one, old)) continue
    if (name === ALL) edits.push(replace(there, withNames(there, one)))
    else if (isAs(name, there, own)) edits.push(replace(there, one.getText()))
    else apart.push(there)
  }
  const added = [...now].filter(([name]) => !old.has(name)).map(([, one]) => documented(one))
  return { text: applyEdits(before, [...edits, ...additions(files[0], added, old.get(ALL))]), apart }
}

type File = ts.SourceFile
type Said = ReadonlyMap<string, ts.Statement>

/** What the statement goes by that exports all at once. */
const ALL = '='

/** The statements of a module by the names that they declare. */
const statementsOf = (file: File): Said => new Map(file.statements.map((one) => [nameOf(one), one]))

const nameOf = (one: ts.Statement): string => {
  if (compiler.isVariableStatement(one))
    return one.declarationList.declarations.map(({ name }) => name.getText()).join()
  if (compiler.isFunctionDeclaration(one) || compiler.isTypeAliasDeclaration(one)) return one.name?.text ?? ''
  return /^(?:module\.exports|export) = \{/.test(one.getText()) ? ALL : one.getText()
}

/** The list of exports with those that it lacks. */
const withNames = (list: ts.Statement, wanted: ts.Statement): string => {
  const said = list.getText()
  const has = new Set(said.match(/\w+/g))
  const names = (wanted.getText().match(/\w+/g) ?? []).filter((name) => !has.has(name))
  return names.length > 0 ? said.replace(/,?\s*\}(;?)$/, `, ${names.join(', ')} }$1`) : said
}

/** A statement with the comment above it. */
const documented = (one: ts.Statement): string => {
  const { text } = one.getSourceFile()
  const [comment] = compiler.getLeadingCommentRanges(text, one.getFullStart())?.slice(-1) ?? []
  return text.slice(comment?.pos ?? one.getStart(), one.getEnd())
}

/** New statements, at the end or before what exports all at once. */
const additions = (file: File, added: readonly string[], all: ts.Statement | undefined): Edit[] => {
  const gap = file.text.includes('\r\n') ? '\r\n\r\n' : '\n\n'
  const at = all?.getStart() ?? file.text.trimEnd().length
  return added.map((text) => insertAt(file, at, all ? text + gap : gap + text))
}
