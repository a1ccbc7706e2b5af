import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'

/** The innermost node that holds a position. */
export const nodeAt = (file: ts.SourceFile, at: number): ts.Node | undefined => {
  const find = (node: ts.Node): ts.Node | undefined => {
    if (at < node.getStart() || at >= node.getEnd()) return undefined
    return compiler.forEachChild(node, find) ?? node
  }
  return find(file)
}
