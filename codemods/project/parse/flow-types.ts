import type { ts } from 'ts-morph'
import { compiler } from '../compiler.ts'

/** Whether a file says before its code that its types are Flow's: TypeScript's parser calls some of these broken. */
export const isFlow = ({ text }: ts.SourceFile): boolean =>
  (compiler.getLeadingCommentRanges(text, 0) ?? []).some(({ pos, end }) =>
    /@flow\b/.test(text.slice(pos, end)),
  )
