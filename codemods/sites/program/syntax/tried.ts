import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { leaves } from './leaves.ts'
import { isInside } from './nodes.ts'

/**
 * Whether a block is one that is tried, and all of it was done before something is used: within it, or behind it where nobody
 * goes on who caught (`try { if (body) init.method = 'POST'; return await fetch(url, init) } catch (error) { … }`).
 */
export const isTriedBefore = (block: ts.Node, use: ts.Node | undefined): boolean => {
  const { parent } = block
  if (!use || !compiler.isTryStatement(parent) || parent.tryBlock !== block) return false
  const { catchClause } = parent
  if (!catchClause || isInside(use, block)) return true
  return leaves(catchClause.block) && !isInside(use, catchClause)
}

/** Whether a function, or a file, does something whatever happens, as far as the statements around it say. */
export const isDonePlainly = (statement: ts.Node, use: ts.Node): boolean => {
  const block = statement.parent
  if (compiler.isSourceFile(block) || compiler.isFunctionLike(block.parent)) return true
  return isTriedBefore(block, use) && isDonePlainly(block.parent, use)
}
