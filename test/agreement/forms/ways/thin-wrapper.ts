import { ts } from 'ts-morph'
import { insertBefore, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, isTypeScript } from '../tree.ts'

/** `fetch` behind a function that only hands on what it is given. */
export const form: Form = {
  example: {
    path: 'program.js',
    before: 'const get = (path) => fetch(path)',
    after: 'const request = async (url, options) => fetch(url, options)\nconst get = (path) => request(path)',
  },
  apply: perFile((file) => {
    const calls = all(file, ts.isCallExpression).filter(
      ({ expression }) => ts.isIdentifier(expression) && expression.text === 'fetch',
    )
    const first = file.statements.find((one) => !ts.isImportDeclaration(one))
    if (!first || calls.length === 0 || /\brequest\b|fetch = /.test(file.text)) return []
    const parameters = isTypeScript(file) ? 'url: string, options?: RequestInit' : 'url, options'
    const own = `const request = async (${parameters}) => fetch(url, options)\n`
    return [[insertBefore(first, own), ...calls.map(({ expression }) => replace(expression, 'request'))]]
  }),
}
