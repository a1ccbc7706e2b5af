import type { ts } from 'ts-morph'

/** What an expression or a type says, as it would stand in one line: how a program is laid out changes no decision. */
export const flatText = (node: ts.Node): string =>
  node
    .getText()
    .replace(/\s+/g, ' ')
    .replace(/ ?(\?\.|\.(?!\.)|[()[\]<>]) ?/g, '$1')
    .replace(/,(?=[)\]>])/g, '')
