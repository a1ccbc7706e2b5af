import type { ts } from 'ts-morph'

/** Whether a node stands in a file that may say types. */
export const isTypeScript = (node: ts.Node): boolean => TYPESCRIPT.test(node.getSourceFile().fileName)

const TYPESCRIPT = /\.[cm]?tsx?$/
