import { ts } from 'ts-morph'
import { type Form, perFile } from '../form.ts'
import { wrapped } from '../hoist.ts'
import { all, isTypeScript } from '../tree.ts'

/** Answers of no type that anybody knows. */
export const form: Form = {
  example: { before: 'const pod = await get(id)', after: 'const pod = ((await get(id)) as any)' },
  apply: perFile((file) =>
    !isTypeScript(file)
      ? []
      : all(file, ts.isVariableDeclaration).flatMap(({ initializer, type, name }) =>
          initializer && ts.isAwaitExpression(initializer) && !type && ts.isIdentifier(name)
            ? [wrapped(initializer, '((', ') as any)')]
            : [],
        ),
  ),
}
