import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { walk } from '../../sites/program/syntax/nodes.ts'

/** A name that means nothing in the call yet. */
export const freeName = (top: ts.Node, wanted: readonly string[] = ['choice', 'attempt']): string => {
  const taken = new Set<string>()
  walk(top, (node) => {
    if (compiler.isIdentifier(node)) taken.add(node.text)
    return undefined
  })
  for (let number = 2; ; number++) {
    const found = [...wanted, `${wanted[0]}${number}`].find((name) => !taken.has(name))
    if (found) return found
  }
}
