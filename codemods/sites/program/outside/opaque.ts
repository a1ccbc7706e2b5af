import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Source, Trace } from '../frames/source.ts'
import { declarationOf } from '../names/symbol.ts'
import { accessed, isAccess } from '../syntax/access.ts'
import { bare } from '../syntax/nodes.ts'

/** What a text begins with, as far as it is written out. */
export const headOf = (node: ts.Node): string => {
  if (compiler.isStringLiteralLike(node)) return node.text
  if (compiler.isTemplateExpression(node)) return node.head.text
  return compiler.isBinaryExpression(node) ? headOf(bare(node.left)) : ''
}

/** Whether something may be anything: not what is made here, what a package gives, or what says its type. */
export const isOpaque = (trace: Trace, { node, external }: Source): boolean => {
  if (external || !compiler.isExpression(node)) return false
  if (compiler.isCallExpression(node)) return isFound(trace, node) || isOfContext(trace, node)
  if (compiler.isIdentifier(node)) {
    const declaration = declarationOf(trace, node)
    return declaration !== undefined && !saysType(declaration)
  }
  return isAccess(node)
}

/** `useContext(ApiContext)`: what a component around provides. */
const isOfContext = (trace: Trace, { expression }: ts.CallExpression): boolean =>
  trace
    .sources(expression, undefined)
    .some(({ external }) => external !== undefined && CONTEXTS[external.module]?.test(external.name) === true)

const CONTEXTS: Readonly<Record<string, RegExp | undefined>> = {
  react: /^use(Context)?$/,
  'preact/hooks': /^useContext$/,
  'preact/compat': /^use(Context)?$/,
  svelte: /^getContext$/,
  vue: /^inject$/,
}

/** `clients.get(id)`, `container.resolve('api')`: not what a package makes (`axios.create(…)`). */
const isFound = (trace: Trace, call: ts.CallExpression): boolean => {
  const callee = accessed(bare(call.expression))
  if (!callee) return false
  const isPackages = trace.sources(callee.of, undefined).some(({ external }) => external !== undefined)
  return !isPackages || /^(get|resolve|lookup)$/.test(callee.name ?? '')
}

const saysType = (declaration: ts.Declaration): boolean =>
  'type' in declaration &&
  declaration.type !== undefined &&
  !/^(any|unknown|object)$/.test((declaration.type as ts.TypeNode).getText())
