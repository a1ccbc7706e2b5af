import type { ts } from 'ts-morph'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { isScriptOfPage } from '../../../project/pages/pages.ts'
import { namesDeclared, sharesObject, typesDeclared } from '../../../project/parse/own-scope.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { symbolAt } from '../../../sites/program/names/symbol.ts'
import { isTypeScript } from '../../../sites/program/syntax/is-typescript.ts'
import { nodesIn } from '../../../sites/program/syntax/nodes.ts'
import { waitsAtTop } from '../../edit/async.ts'
import { isModuleSyntax } from './module-form.ts'

/** What only a browser has, or a manager of user scripts. */
const PAGE =
  /\b(document|window|unsafeWindow|localStorage|sessionStorage|chrome|browser|GM)\s*\??\.|\bGM_\w|==UserScript==/

/** How a manager of user scripts knows one. */
const USER_SCRIPT = /^\s*\/\/\s*==UserScript==/m

/** What runs a script, or why TypeScript's is none that may become a module. */
export type ScriptRun = 'page' | 'user script' | 'types'

/** The same of a file. */
export const scriptRun = (file: ts.SourceFile): ScriptRun => {
  if (USER_SCRIPT.test(file.text)) return 'user script'
  return isTypeScript(file) ? 'types' : 'page'
}

/** What only a worker has. */
const WORKER =
  /\bimportScripts\(|\brespondWith\(|\bself\.(addEventListener|onmessage|postMessage|skipWaiting|clients|registration)\b/

/** What only Node has. */
const NODE = /^#!|\brequire\(|\bmodule\.exports\b/

/**
 * Whether a file may be run as a classic script, in which an import is a syntax error: nothing in it says that it is a
 * module, and it speaks to a page, is named by one, or shares names with the scripts beside it. What a package says of its files is for
 * Node alone.
 */
export const isClassicScript = (trace: Trace, file: ts.SourceFile): boolean =>
  mayBeClassic(file) &&
  (sharing(trace).has(file) ||
    (/\.js$/.test(file.fileName) &&
      (PAGE.test(file.text) || WORKER.test(file.text) || sharesObject(file) || isOfPage(file))))

const isOfPage = once((file: ts.SourceFile) => isScriptOfPage(file.fileName))

const mayBeClassic = (file: ts.SourceFile): boolean =>
  /\.[jt]s$/.test(file.fileName) &&
  !file.statements.some(isModuleSyntax) &&
  !NODE.test(file.text) &&
  !waitsAtTop(file)

/** The scripts that read a name which another one declares, and those that declare it: no module sees, or shows, any. */
const sharing = once(
  (trace: Trace): ReadonlySet<ts.SourceFile> => new Set([...sharingValues(trace), ...sharingTypes(trace)]),
)

const sharingValues = (trace: Trace): ReadonlySet<ts.SourceFile> => {
  const scripts = trace.files.filter((file) => mayBeClassic(file) && !/\bprocess\.\w/.test(file.text))
  const declaring = new Map<string, ts.SourceFile[]>()
  for (const file of scripts)
    for (const name of namesDeclared(file)) declaring.set(name, [...(declaring.get(name) ?? []), file])
  const found = new Set<ts.SourceFile>()
  for (const file of scripts)
    for (const one of nodesIn(file, compiler.isIdentifier)) {
      const owners = declaring.get(one.text) ?? []
      if (owners.length === 0 || owners.includes(file) || !isFree(trace, one, scripts)) continue
      for (const sharer of [file, ...owners]) found.add(sharer)
    }
  return found
}

/**
 * The scripts of TypeScript whose types other files say, or have the other half of: as modules, they would keep them to
 * themselves. One that says all that it needs of an interface by itself (`start.ts` and `stop.ts`, each with its `Pod`) does not.
 */
const sharingTypes = (trace: Trace): readonly ts.SourceFile[] => {
  const scripts = new Set(trace.files.filter((file) => mayBeClassic(file) && typesDeclared(file).length > 0))
  if (scripts.size === 0) return []
  return trace.files.flatMap((file) =>
    nodesIn(file, compiler.isIdentifier).flatMap((one) => {
      const declared = (typeOrMember(trace, one)?.declarations ?? []).map((from) => from.getSourceFile())
      return declared.includes(file) ? [] : declared.filter((owner) => scripts.has(owner))
    }),
  )
}

/** What is said of a type: its name, `pod.name`, or the `name` of `{ name }` where that is one. */
const typeOrMember = (trace: Trace, one: ts.Identifier): ts.Symbol | undefined => {
  const { parent } = one
  if (compiler.isTypeReferenceNode(parent)) return symbolAt(trace, one)
  if (compiler.isPropertyAccessExpression(parent) && parent.name === one) return symbolAt(trace, one)
  const isSaid = compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent)
  if (!isSaid || parent.name !== one) return undefined
  return trace.checker.getContextualType(parent.parent)?.getProperty(one.text)
}

/** Whether a name is read, and declared by another script or by nobody that the compiler knows. */
const isFree = (trace: Trace, one: ts.Identifier, scripts: readonly ts.SourceFile[]): boolean => {
  const { parent } = one
  const isMember =
    (compiler.isPropertyAccessExpression(parent) && parent.name === one) ||
    (compiler.isPropertyAssignment(parent) && parent.name === one)
  if (isMember || one.text in globalThis) return false
  const declared = symbolAt(trace, one)?.declarations?.[0]?.getSourceFile()
  return !declared || (declared !== one.getSourceFile() && scripts.includes(declared))
}
