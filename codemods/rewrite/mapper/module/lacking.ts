import { dirname, join } from 'node:path'
import type { ts } from 'ts-morph'
import type { RewriteOptions } from '../../contract.ts'
import type { MapperUse } from '../../plan.ts'
import type { Mapper } from '../mapper.ts'
import { keptMappers } from './kept-mappers.ts'
import { RELATIVE, STEM } from './module-form.ts'
import { importBefore, namesBefore } from './module-import.ts'

/**
 * What files import of a generated module that is not there, or has it no more: the file was never committed, or a merge
 * took another branch's. It is written again.
 */
export const lackingUses = (
  files: readonly ts.SourceFile[],
  { read, routes, mayChange }: RewriteOptions,
): MapperUse[] =>
  files.flatMap((file) => {
    const folder = RELATIVE.exec(importBefore(file)?.getText() ?? '')?.[1]
    if (folder === undefined || mayChange?.(file.fileName) === false) return []
    const stem = join(dirname(file.fileName), folder, STEM)
    const text = ENDINGS.map((ending) => read?.(`${stem}.${ending}`) ?? '').join('\n')
    const names = namesBefore(file).filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
    return keptMappers(names.map((name) => `export const ${name} =`).join('\n'), routes).map((mapper) => ({
      file,
      mapper: whole(mapper),
    }))
  })

const ENDINGS = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs']

/** What its callers say and ask for is not known any more: it knows all of it. */
const whole = (mapper: Mapper): Mapper => {
  if (mapper.use === 'list') return { ...mapper, filters: true }
  if (mapper.use !== 'call') return mapper
  const { fields: _, ...call } = mapper
  return { ...call, carries: true }
}
