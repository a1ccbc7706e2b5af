import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, isWritten, usesOf } from '../tree.ts'

/** The members that are read of a constant, where nothing else is done with it. */
const readsOf = (uses: readonly ts.Identifier[] = []): ts.PropertyAccessExpression[] | undefined => {
  const reads = uses.map(({ parent }) => parent)
  const isRead = (node: ts.Node, index: number): node is ts.PropertyAccessExpression =>
    ts.isPropertyAccessExpression(node) &&
    node.expression === uses[index] &&
    !node.questionDotToken &&
    !isWritten(node) &&
    !(ts.isCallExpression(node.parent) && node.parent.expression === node)
  return reads.length > 0 && reads.every(isRead) ? (reads as ts.PropertyAccessExpression[]) : undefined
}

/** Answers taken apart where they are awaited. */
export const form: Form = {
  example: {
    before: 'const pod = await get(id)\nlog(pod.name, pod.id)',
    after: 'const { name: podName, id: podId } = await get(id)\nlog(podName, podId)',
  },
  apply: perFile((file) =>
    all(file, ts.isVariableDeclaration).flatMap((one) => {
      const value = one.initializer
      if (!value || !ts.isAwaitExpression(value) || !ts.isIdentifier(one.name) || one.type) return []
      const own = one.name.text
      const reads = readsOf(usesOf(file, own))
      if (!reads) return []
      const nameOf = (key: string): string => `${own}${key[0]?.toUpperCase()}${key.slice(1)}`
      const keys = [...new Set(reads.map(({ name }) => name.text))]
      const pattern = `{ ${keys.map((key) => `${key}: ${nameOf(key)}`).join(', ')} }`
      return [[replace(one.name, pattern), ...reads.map((read) => replace(read, nameOf(read.name.text)))]]
    }),
  ),
}
