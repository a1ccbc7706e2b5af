import { dirname, join } from 'node:path'
import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { isName } from '../../../sites/program/names/symbol.ts'
import { nodesIn } from '../../../sites/program/syntax/nodes.ts'
import { V1_ADDRESS } from '../../../sites/texts/v1-address.ts'
import type { RewriteOptions } from '../../contract.ts'
import type { MapperUse } from '../../plan.ts'
import type { Mapper } from '../mapper.ts'
import { keptMappers } from './kept-mappers.ts'
import { RELATIVE, STEM } from './module-form.ts'
import { importBefore, namesBefore } from './module-import.ts'

/**
 * What files call of a generated module and do not find there, or do not import any more: the module was never committed, a
 * merge took another branch's, or the change that imported it was taken back without the calls. It is written, and imported, again.
 */
export const lackingUses = (
  { checker }: Pick<Trace, 'checker'>,
  files: readonly ts.SourceFile[],
  options: RewriteOptions,
): MapperUse[] =>
  (options.read ? files : [])
    .filter(({ fileName, text }) => NAMED.test(text) && options.mayChange?.(fileName) !== false)
    .flatMap((file) => {
      const text = moduleOf(file, options)
      const isThere = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text)
      const lost = namesBefore(file).filter((name) => !isThere(name))
      const names = [...lost, ...undeclaredIn(checker, file)]
      const there = keptMappers(text, options.routes).filter(({ name }) => names.includes(name))
      const gone = names.filter((name) => !isThere(name)).map((name) => `export const ${name} =`)
      const again = keptMappers(gone.join('\n'), options.routes).map(whole)
      return [...there, ...again].map((mapper) => ({ file, mapper }))
    })

/** How functions of the module are called. */
const NAMED = new RegExp(`\\wV2\\b|\\b${V1_ADDRESS}\\b`)

/** The text of the module that a file imports, or of that which lies nearest. */
const moduleOf = (file: ts.SourceFile, { read, root }: RewriteOptions): string => {
  const said = RELATIVE.exec(importBefore(file)?.getText() ?? '')?.[1]
  const textIn = (folder: string): string =>
    ENDINGS.map((ending) => read?.(join(folder, `${STEM}.${ending}`)) ?? '').join('')
  let folder = dirname(file.fileName)
  if (said !== undefined) return textIn(join(folder, said))
  for (let text = textIn(folder); ; text = textIn(folder)) {
    if (text !== '' || folder === root || folder === dirname(folder)) return text
    folder = dirname(folder)
  }
}

const ENDINGS = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs']

/** Names that nothing declares. */
const undeclaredIn = (checker: ts.TypeChecker, file: ts.SourceFile): string[] => {
  const named = nodesIn(file, compiler.isIdentifier).filter((one) => NAMED.test(one.text) && isName(one))
  const lost = named.filter((one) => checker.getSymbolAtLocation(one) === undefined)
  return [...new Set(lost.map(({ text }) => text))]
}

/** What its callers say and ask for is not known any more: it knows all of it. */
const whole = (mapper: Mapper): Mapper => {
  if (mapper.use === 'list') return { ...mapper, filters: true }
  if (mapper.use !== 'call') return mapper
  const { fields: _, ...call } = mapper
  return { ...call, carries: true }
}
