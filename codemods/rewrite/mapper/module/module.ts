import { basename, dirname, extname, join, sep } from 'node:path'
import type { ts } from 'ts-morph'
import { homeOf } from '../../../project/packages/home.ts'
import { isChecked } from '../../../project/packages/module-kind.ts'
import type { Dialect } from '../helpers/mapper-helpers.ts'
import { type Style, styleOf } from '../helpers/style.ts'
import type { Mapper } from '../mapper.ts'
import { formOf, importsWhole, RELATIVE, STEM } from './module-form.ts'
import { importBefore } from './module-import.ts'
import { outOfRoutes } from './routed.ts'

/** A module of mappers that the user's code gets. */
export interface MapperModule {
  readonly path: string
  readonly dialect: Dialect
  readonly mappers: readonly Mapper[]
  readonly users: readonly ts.SourceFile[]
  /** Files of the same package, which show how it imports its own. */
  readonly neighbours: readonly ts.SourceFile[]
  readonly style: Style
  /** It is JavaScript whose types a compiler would check, and it has none. */
  readonly isChecked: boolean
  /** It is TypeScript for files that can only import a whole: `export = { … }`. */
  readonly isWhole: boolean
}

/** As what an earlier run made, which users import already; else the kind of module that is said in all of their names. */
const endingFor = (dialect: Dialect, users: readonly ts.SourceFile[]): string => {
  const [before] = users.flatMap(endingBefore)
  if (before !== undefined) return dialect === 'ts' ? `.${before.replace(/[^cm]/g, '')}ts` : before || '.js'
  const [only = '', ...others] = new Set(users.map(({ fileName }) => extname(fileName)))
  const special = { ts: /^\.[cm]ts$/, cjs: /^\.cjs$/, esm: /^\.mjs$/ }[dialect]
  if (others.length === 0 && special.test(only)) return only
  return dialect === 'ts' ? '.ts' : '.js'
}

const endingBefore = (file: ts.SourceFile): string[] =>
  importBefore(file)?.getText().match(ENDING)?.slice(1) ?? []

const ENDING = new RegExp(`${STEM.replace('.', '\\.')}((?:\\.[cm]?[jt]s)?)['"]`)

type Use = { readonly file: ts.SourceFile; readonly mapper: Mapper }

/**
 * Groups the mappers used into one module for each package and kind of file, in the directory all its users share, or beside
 * the routes it is in.
 */
export const modulesFor = (uses: readonly Use[], files: readonly ts.SourceFile[] = []): MapperModule[] => {
  if (uses.length === 0) return []
  const near = groupedBy(files, homeOfFile)
  const homes = [...groupedBy(uses, ({ file }) => homeOfFile(file))].map(([home, own]) => ({
    own,
    neighbours: near.get(home) ?? [],
  }))
  // Packages that share what an earlier run made go on sharing it.
  const shared = groupedBy(homes, ({ own }) => own.flatMap(({ file }) => directoryBefore(file))[0] ?? own)
  return [...shared.values()].flatMap((together) =>
    modulesOfHome(
      together.flatMap(({ own }) => own),
      together.flatMap(({ neighbours }) => neighbours),
    ),
  )
}

const homeOfFile = ({ fileName }: ts.SourceFile): string | undefined => homeOf(dirname(fileName))

const modulesOfHome = (uses: readonly Use[], neighbours: readonly ts.SourceFile[]): MapperModule[] => {
  const forms = groupedBy(uses, ({ file }) => formOf(file))
  return [...forms].map(([form, own]) => {
    const dialect = form === 'cts' ? 'ts' : form
    const users = [...new Set(own.map(({ file }) => file))]
    const name = STEM + (dialect === 'cjs' && forms.has('esm') ? '.cjs' : endingFor(dialect, users))
    const path = join(directoryFor(users, name, neighbours), name)
    // Two users of one name may ask different things of it: what prints the module puts them together.
    const mappers = own.map(({ mapper }) => mapper)
    const style = styleOf(users[0] as ts.SourceFile)
    return {
      path,
      dialect,
      mappers,
      users,
      neighbours,
      style,
      isChecked: dialect !== 'ts' && users.some(isCheckedScript),
      isWhole: users.every(importsWhole),
    }
  })
}

const groupedBy = <T, K>(all: readonly T[], key: (one: T) => K): ReadonlyMap<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one])
  return groups
}

/** Whether a compiler checks the types of a file of JavaScript: by a comment of its own, or as all of its project's. */
export const isCheckedScript = ({ fileName, text }: ts.SourceFile): boolean =>
  /^\s*\/\/\s*@ts-check\b/m.test(text) || isChecked(fileName)

/** Beside what an earlier run made, which users or the package has already; else where all of them share it. */
const directoryFor = (
  users: readonly ts.SourceFile[],
  name: string,
  neighbours: readonly ts.SourceFile[],
): string => {
  const [before] = users.flatMap(directoryBefore)
  const [own, ...others] = neighbours.filter(({ fileName }) => basename(fileName) === name)
  if (before === undefined && own && others.length === 0) return dirname(own.fileName)
  return before ?? outOfRoutes(commonDirectory(users.map(({ fileName }) => dirname(fileName))))
}

const directoryBefore = (file: ts.SourceFile): string[] => {
  const said = RELATIVE.exec(importBefore(file)?.getText() ?? '')?.[1]
  return said === undefined ? [] : [join(dirname(file.fileName), said)]
}

const commonDirectory = (directories: readonly string[]): string =>
  directories.reduce((common, directory) => {
    const left = common.split(sep)
    const right = directory.split(sep)
    const at = left.findIndex((part, index) => part !== right[index])
    return at < 0 ? common : left.slice(0, at).join(sep) || sep
  })
