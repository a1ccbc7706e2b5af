import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { allRequestsTold } from '../../../sites/clients/axios-interceptors.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { type Access, accessed, isAccess } from '../../../sites/program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  isOperation,
  nameOf,
  nodesIn,
} from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { callsBehind } from '../../answer/status/status-calls.ts'

/** Reads of the address that axios keeps of a request: `error.config.url`, `config.url` of what is told of every request. */
export const configUrlsIn = (trace: Trace, file: ts.SourceFile): Access[] =>
  /\burl\b/.test(file.text) ? readsOfUrl(file).filter(({ expression }) => isConfig(trace, expression)) : []

const readsOfUrl = (place: ts.Node): Access[] =>
  nodesIn(place, isAccess).filter((one) => accessed(one)?.name === 'url')

/** Reads of the address that the answer of a call keeps: `res.url`. */
export const answerUrls = (trace: Trace, { top, sink }: Site): Access[] =>
  [...new Set([top, sink.call])].flatMap((call) =>
    readsOfUrl(functionAround(call) ?? call.getSourceFile()).filter(({ expression }) =>
      callsBehind(trace, expression).includes(call),
    ),
  )

/** Reads of the address in what is given each request of a call's client before it is sent: `request.url`. */
export const hookUrls = ({ sink }: Site): Access[] => (sink.asking ?? []).flatMap(readsOfUrl)

/** Names that take the address out of what axios keeps: `const { url } = config`, `({ url }) =>` of an interceptor. */
export const urlNamesIn = (trace: Trace, file: ts.SourceFile): ts.Identifier[] => {
  if (!/\burl\b/.test(file.text)) return []
  return nodesIn(file, compiler.isBindingElement).flatMap(({ name, propertyName, parent }) =>
    compiler.isIdentifier(name) && nameOf(propertyName ?? name) === 'url' && isOfConfig(trace, parent)
      ? [name]
      : [],
  )
}

const isOfConfig = (trace: Trace, { parent }: ts.BindingPattern): boolean => {
  if (compiler.isBindingElement(parent)) return isNamedConfig(parent)
  if (compiler.isParameter(parent)) return allRequestsTold(trace).includes(parent.name)
  return parent.initializer !== undefined && isConfig(trace, parent.initializer)
}

const isNamedConfig = ({ propertyName, name }: ts.BindingElement): boolean =>
  nameOf(propertyName ?? name) === 'config'

/** `error.config`, what was taken out of an error or put under a name (`const { config } = error`), and what listeners are told. */
const isConfig = (trace: Trace, given: ts.Expression): boolean => {
  const node = bare(given)
  if (compiler.isPropertyAccessExpression(node)) return node.name.text === 'config'
  // `error.config ?? {}`
  if (compiler.isBinaryExpression(node)) return isConfig(trace, node.left)
  if (!compiler.isIdentifier(node)) return false
  const declared = declarationOf(trace, node)
  if (declared && compiler.isBindingElement(declared)) return isNamedConfig(declared)
  if (declared && compiler.isVariableDeclaration(declared) && declared.initializer)
    return isConfig(trace, declared.initializer)
  return isToldOfRequests(trace, node)
}

/** Whether a name is the parameter of what is given to `instance.interceptors.request.use`, there or by a name. */
const isToldOfRequests = (trace: Trace, name: ts.Identifier): boolean => {
  for (let at: ts.Node = name; at.parent; at = at.parent) {
    if (!compiler.isFunctionLike(at)) continue
    const [first] = at.parameters
    if (first?.name.getText() !== name.text) continue
    return allRequestsTold(trace).includes(first.name)
  }
  return false
}

/** The value, and what it is made into on its way to a name: `config.url ?? ''`, `new URL(config.url).pathname`. */
export const formsOf = (given: ts.Expression): ts.Expression[] => {
  const node = dressed(given)
  const { parent } = node
  const isStandIn = isOperation(parent, '??', '||')
  const isParsed =
    compiler.isNewExpression(parent) &&
    parent.expression.getText() === 'URL' &&
    parent.arguments?.[0] === node
  const isPart = compiler.isPropertyAccessExpression(parent) && /^(pathname|href)$/.test(parent.name.text)
  return [node, ...(isStandIn || isParsed || isPart ? formsOf(parent) : [])]
}

/** The name that a value is given, also of a part: `const { pathname } = new URL(config.url)`. */
export const namesHolding = (given: ts.Expression): ts.Identifier[] => {
  const { parent } = formsOf(given).at(-1) ?? given
  if (!compiler.isVariableDeclaration(parent)) return []
  if (compiler.isIdentifier(parent.name)) return [parent.name]
  if (!compiler.isObjectBindingPattern(parent.name)) return []
  const names = parent.name.elements.map(({ name }) => name).filter(compiler.isIdentifier)
  return names.filter(({ text }) => /^(pathname|href)$/.test(text))
}
