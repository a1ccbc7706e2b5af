import { basename, dirname } from 'node:path'
import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../values/trace.ts'
import { identifiersNamed } from './names-used.ts'
import { symbolBehind } from './symbol.ts'

/**
 * Every use of a name that its file exports, but for imports and exports that pass it on.
 * @returns undefined where something may use it that cannot be seen: a file that was not read, a whole module in a
 * variable, a name in quotes, a member of something untyped, a stand-in of a test
 */
export const usesAcross = (trace: Trace, name: ts.Identifier): readonly ts.Identifier[] | undefined => {
  const own = trace.checker.getSymbolAtLocation(name)
  if (!own || !trace.inSight(name.getSourceFile(), name.text)) return undefined
  const taken = takenWhole(name.getSourceFile())
  const quoted = new RegExp(`${NO_TITLE}(['"\`])${name.text}\\1`)
  const quotedMember = new RegExp(`(['"])${name.text}\\1\\s*:`)
  const found: ts.Identifier[] = []
  for (const file of trace.files) {
    if (taken.test(file.text) || quotedMember.test(file.text)) return undefined
    const named = identifiersNamed(file, name.text)
    if (named.length > 0 && quoted.test(file.text)) return undefined
    for (const one of named) {
      if (one === name) continue
      const symbol = symbolBehind(trace, one)
      if (symbol === own && isRenamed(one)) return undefined
      if (symbol === own && !isPassing(one)) found.push(one)
      if (symbol !== own && (symbol === undefined || isMemberOfLiteral(one))) return undefined
    }
  }
  return found
}

/** `describe('listPods', …)` is what a test is called. */
const NO_TITLE = '(?<!\\b(?:describe|context|suite|it|test)(?:\\.\\w+)*\\(\\s*)'

const isPassing = ({ parent }: ts.Identifier): boolean =>
  compiler.isImportSpecifier(parent) || compiler.isExportSpecifier(parent)

/** `import { pod as one }`: it goes on under a name that was not looked for. */
const isRenamed = ({ parent }: ts.Identifier): boolean =>
  (compiler.isImportSpecifier(parent) || compiler.isExportSpecifier(parent)) &&
  parent.propertyName !== undefined

/** `{ getPod: () => … }` may stand in for the module; what is given to a member of another name does not. */
const isMemberOfLiteral = (name: ts.Identifier): boolean => {
  const { parent } = name
  if (compiler.isBindingElement(parent)) return parent.initializer !== name
  return compiler.isObjectLiteralElementLike(parent) && parent.name === name
}

/** `import * as pods from './pods'`, `import('./pods')`, `require('./pods')`, `vi.mock('./pods')`. */
const takenWhole = (file: ts.SourceFile): RegExp =>
  new RegExp(
    `(?:\\*\\s*as\\s+\\w+\\s+from\\s*|\\b(?:import|require|\\w*[mM]ock|module)\\s*\\(\\s*)${specifierOf(file)}`,
  )

/** How others say a file. */
const specifierOf = ({ fileName }: ts.SourceFile): string => {
  const stem = basename(fileName).replace(/\.[cm]?[jt]sx?$/, '')
  const name =
    stem === 'index' ? `(?:index|${escaped(basename(dirname(fileName)))}|\\.{1,2})/?` : escaped(stem)
  return `(['"\`])(?:[^'"\`\n]*/)?[$#@~]?${name}(?:\\.[cm]?[jt]sx?)?\\1`
}

/** Whether some file passes on all that another exports (`export * from './pods'`): a new name might be there already. */
export const exportsAll = (trace: Trace, file: ts.SourceFile): boolean => {
  const passing = new RegExp(`export\\s*\\*\\s*from\\s*${specifierOf(file)}`)
  return trace.files.some(({ text }) => passing.test(text))
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
