import type { ts } from 'ts-morph'
import { waitsAtTop } from '../edit/async.ts'
import { isModuleSyntax } from './module-form.ts'

/** What only a browser has, or a manager of user scripts. */
const BROWSER =
  /\b(document|window|unsafeWindow|localStorage|sessionStorage|chrome|browser|GM)\s*\??\.|\bGM_\w|\bimportScripts\(|==UserScript==/

/**
 * Whether a browser may run a file as a classic script, in which an import is a syntax error: nothing in it says that it
 * is a module, and it speaks to a page. What a package says of its files is for Node alone.
 */
export const isClassicScript = (file: ts.SourceFile): boolean =>
  /\.js$/.test(file.fileName) &&
  !file.statements.some(isModuleSyntax) &&
  !/\brequire\(|\bmodule\.exports\b/.test(file.text) &&
  BROWSER.test(file.text) &&
  !waitsAtTop(file)
