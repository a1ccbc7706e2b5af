import { ts } from 'ts-morph'
import { insertAfter, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { opening } from '../hoist.ts'
import { functionsOf, holds, isExported, isTypeScript, usesOf } from '../tree.ts'

const isAwaited = (use: ts.Identifier): boolean =>
  ts.isCallExpression(use.parent) && use.parent.expression === use && ts.isAwaitExpression(use.parent.parent)

/** Answers as a member of an object that says more. */
export const form: Form = {
  example: {
    path: 'program.js',
    before: 'const call = async (path) => fetch(path)\nconst get = async () => await call(1)',
    after:
      'const call = async (path) => fetch(path)\nconst callBoxed = async (path) => ({ done: true, value: await call(path) })\nconst get = async () => (await callBoxed(1)).value',
  },
  apply: perFile((file) =>
    functionsOf(file)
      .filter(({ made }) => holds(made, (node) => ts.isIdentifier(node) && node.text === 'fetch'))
      .flatMap(({ name, statement, made }) => {
        const uses = (usesOf(file, name) ?? []).filter(isAwaited).filter((use) => use.pos > statement.end)
        if (
          isExported(statement) ||
          uses.length === 0 ||
          made.parameters.some((one) => one.dotDotDotToken || !ts.isIdentifier(one.name))
        )
          return []
        const names = made.parameters.map((one) => one.name.getText()).join(', ')
        const types = made.typeParameters
          ? `<${made.typeParameters.map((one) => one.getText()).join(', ')}>`
          : ''
        const given = made.typeParameters
          ? `<${made.typeParameters.map((one) => one.name.text).join(', ')}>`
          : ''
        const parameters = made.parameters.map((one) => one.getText()).join(', ')
        const own = `\nconst ${name}Boxed = async ${isTypeScript(file) ? types : ''}(${parameters}) => ({ done: true, value: await ${name}${isTypeScript(file) ? given : ''}(${names}) })`
        const calls = uses.flatMap((use) => [
          replace(use, `${name}Boxed`),
          { ...insertAfter(use.parent.parent, ').value'), order: -use.parent.parent.getStart() },
          {
            file,
            start: use.parent.parent.getStart(),
            end: use.parent.parent.getStart(),
            text: opening(use.parent.parent),
            order: -use.parent.end,
          },
        ])
        return [[insertAfter(statement, own), ...calls]]
      }),
  ),
}
