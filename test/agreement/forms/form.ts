import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from 'ts-morph'
import { applyEdits, clash, type Edit } from '../../../codemods/rewrite/edit/edit.ts'

/** A program's source files by their path. */
export type Files = ReadonlyMap<string, string>

/** Edits that are made all or not at all. */
export type Change = readonly Edit[]

/** Another way to write a program that does the same. */
export interface Form {
  /** A text that it fits, and what becomes of it; `path` is program.ts where nothing else is said. */
  readonly example: { readonly path?: string; readonly before: string; readonly after: string }
  /** The program in this form, or the same text where it fits nowhere. */
  readonly apply: (files: Files) => Files
}

const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)

const overlaps = (one: Edit, other: Edit): boolean => one.start !== one.end && clash(one, other)

/** Of changes that want the same characters, the first is made. */
const apartOf = (changes: readonly Change[]): Edit[] => {
  const made: Edit[] = []
  for (const change of changes)
    if (!change.some((edit) => made.some((other) => overlaps(edit, other) || overlaps(other, edit))))
      made.push(...change.map((edit, index) => ({ ...edit, order: edit.order ?? made.length + index })))
  return made
}

/** One text with the changes that are asked of it. */
export const changed = (path: string, text: string, changes: (file: ts.SourceFile) => readonly Change[]) =>
  applyEdits(text, apartOf(changes(parse(path, text))))

/** A form that looks at one file at a time. */
export const perFile =
  (changes: (file: ts.SourceFile) => readonly Change[]): Form['apply'] =>
  (files) =>
    new Map([...files].map(([path, text]) => [path, changed(path, text, changes)]))

/** Every form below `ways/`, by its name; adding a file adds a form. */
export const forms = async (): Promise<ReadonlyMap<string, Form>> => {
  const root = join(import.meta.dirname, 'ways')
  const names = readdirSync(root).map((name) => name.replace(/\.ts$/, ''))
  const all = names.map(async (name): Promise<[string, Form]> => {
    const { form } = (await import(`./ways/${name}.ts`)) as { form: Form }
    return [name, form]
  })
  return new Map(await Promise.all(all))
}
