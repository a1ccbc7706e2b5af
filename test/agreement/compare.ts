import { diffArrays } from 'diff'
import type { Run } from './run-program.ts'

/** The lines that only one of two runs has, in their order. */
export interface Apart {
  readonly proxy: readonly string[]
  readonly program: readonly string[]
}

const linesOf = ({ requests, printed }: Run): string[] => [...requests, ...printed.map((line) => `> ${line}`)]

/** Compares what the service received, in its order, and what was printed. */
export const compareRuns = (proxy: Run, program: Run): Apart => {
  const parts = diffArrays(linesOf(proxy), linesOf(program))
  return {
    proxy: parts.filter(({ removed }) => removed).flatMap(({ value }) => value),
    program: parts.filter(({ added }) => added).flatMap(({ value }) => value),
  }
}
