import type { ts } from 'ts-morph'

/** What stands before one more in the list of a node: a comma, and a line of its own where the node has one. */
export const separatorOf = (node: ts.Node): string => {
  const start = node.getStart()
  const before = node.getSourceFile().text.slice(Math.max(0, start - WIDEST), start)
  return `,${/\r?\n[ \t]*$/.exec(before)?.[0] ?? ' '}`
}

/** The indentation that nobody goes beyond. */
const WIDEST = 400
