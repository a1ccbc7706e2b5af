import { ts } from 'ts-morph'
import { insertBefore } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, isWritten, usesOf } from '../tree.ts'

/** `?.` where members of an answer are read. */
export const form: Form = {
  example: {
    before: 'const pod = await get(id)\nlog(pod.name)',
    after: 'const pod = await get(id)\nlog(pod?.name)',
  },
  apply: perFile((file) =>
    all(file, ts.isVariableDeclaration).flatMap(({ name, initializer }) => {
      if (!initializer || !ts.isAwaitExpression(initializer) || !ts.isIdentifier(name)) return []
      return (usesOf(file, name.text) ?? []).flatMap((use) => {
        const { parent } = use
        const isRead =
          ts.isPropertyAccessExpression(parent) &&
          parent.expression === use &&
          !parent.questionDotToken &&
          !isWritten(parent)
        return isRead
          ? [[{ ...insertBefore(parent.name, '?.'), start: use.end, end: parent.name.getStart() }]]
          : []
      })
    }),
  ),
}
