import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { nodeAt } from '../../../sites/program/syntax/node-at.ts'
import { bare, dressed } from '../../../sites/program/syntax/nodes.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import { isVariable } from '../../notes.ts'
import type { Plan } from '../../plan.ts'
import { nameIn } from './begun.ts'

/**
 * The names of what says, where the program is deployed, where a call of REST v1 goes: a program may ask for one variable
 * in several places, and it has one value for all of them.
 */
export const baseVariables = ({ site }: Plan): ReadonlySet<string> =>
  new Set(site.located.filter(({ family }) => family === 'v1').flatMap(variablesOf))

const variablesOf = ({ text }: Located): readonly string[] => [
  ...text.env.filter(isVariable),
  ...text.pieces.flatMap((piece) =>
    piece.kind === 'written' && piece.start >= 0 ? askedBefore(nodeAt(piece.file, piece.start)) : [],
  ),
]

/** `env.API_URL ?? 'https://…'`, where `env` is handed in: the name alone tells that it is the environment's. */
const askedBefore = (literal: ts.Node | undefined): readonly string[] => {
  if (!literal || !compiler.isStringLiteralLike(literal)) return []
  const { parent } = dressed(literal)
  const isAsked = compiler.isBinaryExpression(parent) && /^(\?\?|\|\|)$/.test(parent.operatorToken.getText())
  const name = isAsked ? nameIn(bare(parent.left)) : undefined
  return name && isVariable(name) ? [name] : []
}
