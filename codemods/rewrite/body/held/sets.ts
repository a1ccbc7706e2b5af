import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'

/** What sets a member, at times only where there is none yet: `=`, `??=`, `||=`, `&&=`. */
export const SETS: ReadonlySet<ts.SyntaxKind> = new Set([
  compiler.SyntaxKind.EqualsToken,
  compiler.SyntaxKind.QuestionQuestionEqualsToken,
  compiler.SyntaxKind.BarBarEqualsToken,
  compiler.SyntaxKind.AmpersandAmpersandEqualsToken,
])
