import type { ts } from 'ts-morph'
import { importedNames, moduleName, namesOf } from '../project/sight/imports.ts'
import { readText } from '../project/tree/look.ts'
import type { UnreadCall } from './unread-callers.ts'

/** Where something could not be read. */
export interface UnreadPlace {
  readonly path: string
  readonly line: number
}

/** Where something stands that could not be looked at. */
export const placeOfNode = (node: ts.Node): UnreadPlace => {
  const file = node.getSourceFile()
  return { path: file.fileName, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 }
}

/**
 * What could not be read may be a call by any module that its file leads to: none of their bases may move under it.
 * @param files the program, without the files that were not read at all
 */
export const callsUnread = (places: readonly UnreadPlace[], files: readonly ts.SourceFile[]): UnreadCall[] =>
  places.flatMap(({ path, line }) =>
    [...modulesFrom(path, files)].map((module) => ({ path, line, module, isBase: false })),
  )

/** The last words of the names of a file, of what it imports, and so on. */
const modulesFrom = (path: string, files: readonly ts.SourceFile[]): ReadonlySet<string> => {
  const reached = new Set([path])
  for (const one of reached) {
    const names = importedNames(Buffer.from(readText(one) ?? ''), one, () => [])
    for (const { fileName } of files)
      if ([...namesOf(fileName)].some((name) => names.has(name))) reached.add(fileName)
  }
  return new Set([...reached].map(moduleName))
}
