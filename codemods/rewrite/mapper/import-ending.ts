import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { wantsEndings } from '../../project/module-kind.ts'

/** How a TypeScript file's relative imports end: nothing, `.js` or `.ts`; as it does already, or as its runtime wants. */
export const endingUsed = (file: ts.SourceFile): string => {
  const specifiers = file.statements.flatMap((one) =>
    compiler.isImportDeclaration(one) && compiler.isStringLiteral(one.moduleSpecifier)
      ? [one.moduleSpecifier.text]
      : [],
  )
  const own = specifiers.filter((one) => /^\.{1,2}\//.test(one))
  for (const one of own) {
    const end = /(\.[cm]?[jt]s)x?$/.exec(one)?.[1]
    if (end) return end.endsWith('ts') ? '.ts' : '.js'
  }
  if (own.length > 0) return ''
  const isDeno = /\bDeno\.\w/.test(file.text) || specifiers.some((one) => /^(npm|jsr|https):/.test(one))
  if (isDeno) return '.ts'
  // Modules that are always of Node's own kind name files in full.
  return wantsEndings(file.fileName) || file.fileName.endsWith('.mts') ? '.js' : ''
}
