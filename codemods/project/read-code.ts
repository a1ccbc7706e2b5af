import { compiler } from './compiler.ts'
import { isEmbedding, scriptsOf } from './embedded.ts'
import { survey } from './imports.ts'
import { readText } from './look.ts'
import { kindOf, syntaxError } from './program.ts'

/** A file as code: of a component or a page its scripts. */
export const readCode = (path: string): string | undefined => {
  const text = readText(path)
  return text !== undefined && isEmbedding(path) ? scriptsOf(path, text) : text
}

/**
 * Components and pages whose scripts say one of some words or import one of some modules, and can be read.
 * @param modules the last words of the modules' names
 */
export const embeddedIn = (
  components: readonly string[],
  words: readonly string[],
  modules: ReadonlySet<string>,
): string[] => {
  const { mentioning, importing } = survey(components.filter(isEmbedding), words)
  return [...new Set([...mentioning, ...importing(modules)])].filter(isReadable)
}

const isReadable = (path: string): boolean => {
  const code = readCode(path) ?? ''
  return (
    code.trim() !== '' &&
    syntaxError(compiler.createSourceFile(path, code, compiler.ScriptTarget.ESNext, false, kindOf(path))) ===
      undefined
  )
}
