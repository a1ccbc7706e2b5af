import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'

/** Calls `visit` for every node below, depth first; `visit` returns false to leave a branch out. */
export const walk = (node: ts.Node, visit: (node: ts.Node) => boolean | undefined): void => {
  const waiting: ts.Node[] = [node]
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (visit(at) === false) continue
    const from = waiting.length
    compiler.forEachChild(at, (child) => void waiting.push(child))
    reverseFrom(waiting, from)
  }
}

/**
 * Whether a node, or one below it, is wanted.
 * @param isLeftOut nodes that are not looked into: of functions, say, that only run later
 */
export const someNode = (
  node: ts.Node,
  isWanted: (node: ts.Node) => boolean,
  isLeftOut: (node: ts.Node) => boolean = () => false,
): boolean => {
  let found = false
  walk(node, (one) => {
    if (found || isLeftOut(one)) return false
    found = isWanted(one)
    return !found
  })
  return found
}

/** Every node of a file, parents first. */
export const eachNode = (file: ts.Node, visit: (node: ts.Node) => void): void =>
  walk(file, (node) => void visit(node))

/** The nodes below that are wanted, parents first. */
export const nodesIn = <Wanted extends ts.Node>(
  node: ts.Node,
  isWanted: (node: ts.Node) => node is Wanted,
): Wanted[] => {
  const found: Wanted[] = []
  eachNode(node, (one) => void (isWanted(one) && found.push(one)))
  return found
}

const reverseFrom = (list: ts.Node[], from: number): void => {
  for (let low = from, high = list.length - 1; low < high; low++, high--)
    [list[low], list[high]] = [list[high] as ts.Node, list[low] as ts.Node]
}
