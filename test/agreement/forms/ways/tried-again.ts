import { ts } from 'ts-morph'
import { insertBefore, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, isTypeScript } from '../tree.ts'

/** Calls that are awaited within a helper that runs what it is given. */
export const form: Form = {
  example: {
    path: 'program.js',
    before: 'const pod = await get(id)',
    after:
      'const attempt = async (run) => {\nfor (let left = 0; ; left--) {\ntry { return await run() } catch (error) { if (left <= 0) throw error }\n}\n}\nconst pod = await attempt(() => get(id))',
  },
  apply: perFile((file) => {
    const awaited = all(file, ts.isVariableDeclaration).flatMap(({ initializer }) =>
      initializer &&
      ts.isAwaitExpression(initializer) &&
      ts.isCallExpression(initializer.expression) &&
      !/await/.test(initializer.expression.getText())
        ? [initializer.expression]
        : [],
    )
    const first = file.statements.find((one) => !ts.isImportDeclaration(one))
    if (!first || awaited.length === 0 || /\battempt\b/.test(file.text)) return []
    const [type, head] = isTypeScript(file) ? ['<T>', '(run: () => Promise<T>): Promise<T>'] : ['', '(run)']
    const own = `const attempt = async ${type}${head} => {\nfor (let left = 0; ; left--) {\ntry { return await run() } catch (error) { if (left <= 0) throw error }\n}\n}\n`
    return [
      [insertBefore(first, own), ...awaited.map((call) => replace(call, `attempt(() => ${call.getText()})`))],
    ]
  }),
}
