import type { ts } from 'ts-morph'
import { isExported } from '../../sites/program/names/exported.ts'
import { usesAcross } from '../../sites/program/names/names-across.ts'
import { referencesOf } from '../../sites/program/names/references.ts'
import type { Trace } from '../../sites/values/trace.ts'

/**
 * Where a variable of a test is used: in its file, and where it is exported, wherever it is imported.
 * @returns undefined where something out of sight may use it
 */
export const namesOf = (trace: Trace, name: ts.Identifier): readonly ts.Identifier[] | undefined =>
  isExported(name) ? usesAcross(trace, name) : referencesOf(trace, name).filter((one) => one !== name)
