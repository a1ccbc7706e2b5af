import { mayReadLost } from '../../rewrite/answer/lost/lost-names.ts'
import { IMPORT_DEPTH } from '../parse/program.ts'
import { type Alias, resolveImport } from '../parse/resolve-import.ts'
import { specifiersIn } from '../sight/imports.ts'
import { readCode } from './read-code.ts'

/** What a component gives to all below it, who need not import that component. */
const SHARES = /\bcreateContext\b/

/** `(err, req, res, next) =>`: what a server hands the errors of its routes to, which need not import anything of them. */
const HANDLES_ERRORS = /\(\s*_?(?:e|ex|err|error|exception)\b[^()]*,\s*_?(?:req|request|c|ctx)\b[^()]*\)/

/**
 * Tells of a file whether it, or one that it imports, may read what v2 does not say. What a call gives may be handed to such a
 * file, which need not import anything of the call: `stopIdle(await listPods(), end)`.
 * @param there files that are read anyway, with what they import
 */
export const readersFrom = (alias: Alias, there: ReadonlySet<string>): ((path: string) => boolean) => {
  const known = new Map<string, { depth: number; leads: boolean }>()
  const mayRead = mayReadLost()
  const leads = (path: string, depth: number): boolean => {
    if (there.has(path)) return false
    const before = known.get(path)
    if (before && (before.leads || before.depth <= depth)) return before.leads
    const text = readCode(path) ?? ''
    const found = { depth, leads: mayRead(text) || SHARES.test(text) || HANDLES_ERRORS.test(text) }
    known.set(path, found)
    if (depth < IMPORT_DEPTH)
      for (const specifier of specifiersIn(Buffer.from(text))) {
        const next = resolveImport(specifier, path, alias)
        if (next !== undefined && leads(next, depth + 1)) found.leads = true
      }
    return found.leads
  }
  return (path) => leads(path, 0)
}
