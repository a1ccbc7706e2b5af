import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isInside } from './nodes.ts'

/** Whether one loop holds both, so that the later one is before the other the next time. */
export const isLooped = (one: ts.Node, other: ts.Node): boolean => {
  for (let at = one; at.parent && !compiler.isFunctionLike(at); at = at.parent)
    if (compiler.isIterationStatement(at, false) && isInside(other, at)) return true
  return false
}
