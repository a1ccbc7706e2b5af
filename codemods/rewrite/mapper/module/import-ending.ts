import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { wantsEndings } from '../../../project/packages/module-kind.ts'
import { endingToRun } from '../../../project/packages/runs.ts'

/**
 * How a TypeScript file's relative imports end: nothing, `.js` or `.ts`; as it does already, or as its runtime wants.
 * @param others files of the same package, which say it where the file imports none of its own
 */
export const endingUsed = (file: ts.SourceFile, others: readonly ts.SourceFile[] = []): string => {
  const own = endingIn(file)
  if (own !== undefined) return own
  const isDeno =
    /\bDeno\.\w/.test(file.text) || specifiersIn(file).some((one) => /^(npm|jsr|https):/.test(one))
  if (isDeno) return '.ts'
  const said = commonest(others.flatMap((one) => endingIn(one) ?? []))
  if (said) return said
  // Modules that are always of Node's own kind name files in full.
  if (wantsEndings(file.fileName) || file.fileName.endsWith('.mts'))
    return endingToRun(file.fileName) || '.js'
  return said ?? endingToRun(file.fileName)
}

const specifiersIn = (file: ts.SourceFile): string[] =>
  file.statements.flatMap((one) =>
    (compiler.isImportDeclaration(one) || compiler.isExportDeclaration(one)) &&
    one.moduleSpecifier &&
    compiler.isStringLiteral(one.moduleSpecifier)
      ? [one.moduleSpecifier.text]
      : [],
  )

/** `await import('./api.js')` */
const awaitedIn = ({ text }: ts.SourceFile): string[] =>
  [...text.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]/g)].map(([, said = '']) => said)

/** What is no module of a program's own is always named in full. */
const NO_CODE =
  /\.(json5?|s?css|less|svg|png|jpe?g|webp|wasm|gql|graphql|txt|md|html|sql|ya?ml|vue|svelte|astro)(\?.*)?$/

/** How the imports of a file end that are of the program's own; undefined where it has none. */
const endingIn = (file: ts.SourceFile): string | undefined => {
  const own = [...specifiersIn(file), ...awaitedIn(file)].filter(
    (one) => /^\.{1,2}\//.test(one) && !NO_CODE.test(one),
  )
  for (const one of own) {
    const end = /(\.[cm]?[jt]s)x?$/.exec(one)?.[1]
    if (end) return end.endsWith('ts') ? '.ts' : '.js'
  }
  return own.length > 0 ? '' : undefined
}

const commonest = (said: readonly string[]): string | undefined => {
  const count = (one: string): number => said.filter((other) => other === one).length
  return [...new Set(said)].sort((a, b) => count(b) - count(a))[0]
}
