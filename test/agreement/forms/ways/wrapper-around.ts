import { ts } from 'ts-morph'
import { insertAfter, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { functionsOf, holds, isExported, isTypeScript, usesOf } from '../tree.ts'

const isCalled = (use: ts.Identifier): boolean =>
  ts.isCallExpression(use.parent) && use.parent.expression === use

/** The function that sends, behind one that hands on all that it is given. */
export const form: Form = {
  example: {
    path: 'program.js',
    before: 'const call = (path) => fetch(path)\nconst get = () => call(1)',
    after:
      'const call = (path) => fetch(path)\nconst callThrough = (...given) => call(...given)\nconst get = () => callThrough(1)',
  },
  apply: perFile((file) =>
    functionsOf(file)
      .filter(({ made }) => holds(made, (node) => ts.isIdentifier(node) && node.text === 'fetch'))
      .flatMap(({ name, statement, made }) => {
        const uses = (usesOf(file, name) ?? []).filter(isCalled).filter((use) => use.pos > statement.end)
        if (isExported(statement) || uses.length === 0) return []
        const own = `${name}Through`
        const names = made.parameters.map((one, index) =>
          ts.isIdentifier(one.name) ? one.name.text : `given${index}`,
        )
        const text =
          isTypeScript(file) && !made.typeParameters && !made.parameters.some((one) => one.dotDotDotToken)
            ? `const ${own}: typeof ${name} = (${names.join(', ')}) => ${name}(${names.join(', ')})`
            : isTypeScript(file)
              ? `const ${own} = ${name}`
              : `const ${own} = (...given) => ${name}(...given)`
        return [[insertAfter(statement, `\n${text}`), ...uses.map((use) => replace(use, own))]]
      }),
  ),
}
