import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isNothing } from '../../program/syntax/nodes.ts'
import type { UsesWalk, Value } from './uses-walk.ts'

/** A value in one word, for comparing. */
export const nameOfValue = ({ kind, path }: Value): string => [kind, ...path].join('.')

/** Values that hold nothing: they may stand in an answer's place. */
export const holdsNothing = (node: ts.Expression): boolean => {
  if (compiler.isArrayLiteralExpression(node)) return node.elements.length === 0
  if (compiler.isObjectLiteralExpression(node)) return node.properties.length === 0
  return isNothing(node) || node.kind === compiler.SyntaxKind.FalseKeyword || compiler.isVoidExpression(node)
}

/**
 * Whether a walk looks for reads anywhere, so that nothing is changed for what it finds: it goes through what keeps a value,
 * or gives it on one by one.
 */
export const isAnywhere = ({ within }: UsesWalk): boolean => within?.functions.size === 0
