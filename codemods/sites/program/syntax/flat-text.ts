import type { ts } from 'ts-morph'

/** What an expression or a type says, in one line and by dots (`a['b']` as `a.b`): how a program is laid out changes no decision. */
export const flatText = (node: ts.Node): string =>
  node
    .getText()
    .replace(/(?<=[\w$)\]!])(?:(\?)\.)?\[(['"`])([A-Za-z_$][\w$]*)\2\]/g, '$1.$3')
    .replace(/\s+/g, ' ')
    .replace(/ ?(\?\.|\.(?!\.)|[()[\]<>]) ?/g, '$1')
    .replace(/,(?=[)\]>])/g, '')
