import type { ASTNode } from 'graphql'

/** Visits a node and everything below it. Far cheaper than graphql-js's `visit`, which prepares for every kind first. */
export const walkNodes = (node: ASTNode, look: (node: ASTNode) => void): void => {
  look(node)
  for (const name in node) {
    const value: unknown = name === 'loc' ? undefined : node[name as keyof ASTNode]
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) for (const item of value) walkNodes(item as ASTNode, look)
    else walkNodes(value as ASTNode, look)
  }
}
