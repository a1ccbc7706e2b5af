import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, namesIn } from '../tree.ts'

/** Loops that count through a list. */
export const form: Form = {
  example: {
    before: '{ for (const pod of await all()) log(pod.name) }',
    after:
      '{ const items = await all()\nfor (let at = 0; at < items.length; at += 1) {\nconst pod = items[at]\nlog(pod.name)\n} }',
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    return all(file, ts.isForOfStatement).flatMap((loop) => {
      const { initializer, statement, expression } = loop
      if (!ts.isVariableDeclarationList(initializer) || loop.awaitModifier || !ts.isBlock(loop.parent))
        return []
      const [items, at] = [name('items'), name('at')]
      const lines = ts.isBlock(statement)
        ? statement.statements.map((one) => one.getText())
        : [statement.getText()]
      const own = `const ${initializer.declarations[0]?.name.getText()} = ${items}[${at}]`
      return [
        [
          replace(
            loop,
            `const ${items} = ${expression.getText()}\nfor (let ${at} = 0; ${at} < ${items}.length; ${at} += 1) {\n${own}\n${lines.join('\n')}\n}`,
          ),
        ],
      ]
    })
  }),
}
