import type { ts } from 'ts-morph'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Source, Tracing } from '../frames/source.ts'
import { saidBehind, symbolBehind } from '../names/symbol.ts'
import { bare, eachNode, isNothing, nameOf, nodesIn } from '../syntax/nodes.ts'

type Asked = Pick<Tracing, 'sources' | 'checker' | 'files'>

/** The functions that give what a component around provides, by the package that they are of. */
const READERS: Readonly<Record<string, RegExp | undefined>> = {
  react: /^(React\.)?use(Context)?$/,
  'preact/hooks': /^useContext$/,
  'preact/compat': /^use(Context)?$/,
}

/** What `useContext(ApiContext)` may give: each value that the files provide under that context, and what it is made with. */
export const provided = (
  t: Asked,
  call: ts.CallExpression,
  scope: Scope | undefined,
): Source[] | undefined => {
  const [first] = call.arguments
  const context = first && contextOf(t, first)
  if (!context || !isReader(t, call)) return undefined
  const values = providersIn(t).get(context) ?? []
  const made = context.arguments.filter((one) => !isNothing(bare(one)))
  return values.length > 0 ? [...values, ...made].flatMap((value) => t.sources(value, scope)) : undefined
}

/** The calls that give what is provided under a context: `useContext(ApiContext)` for `ApiContext.Provider`. */
export const readersOf = (t: Asked, provider: ts.Expression): ts.CallExpression[] => {
  const context = contextOf(t, withoutProvider(provider))
  return context === undefined
    ? []
    : t.files.flatMap((file) =>
        nodesIn(file, compiler.isCallExpression).filter((call) => {
          const [first] = call.arguments
          return first !== undefined && contextOf(t, first) === context && isReader(t, call)
        }),
      )
}

const isReader = (t: Asked, { expression }: ts.CallExpression): boolean =>
  t
    .sources(expression, undefined)
    .some(({ external }) => external !== undefined && READERS[external.module]?.test(external.name) === true)

/** The call that makes a context: `const ApiContext = createContext(undefined)`, in whatever file. */
const contextOf = (t: Asked, node: ts.Expression): ts.CallExpression | undefined => {
  const name = compiler.isPropertyAccessExpression(node) ? node.name : node
  const declared = compiler.isIdentifier(name) ? symbolBehind(t, name)?.valueDeclaration : undefined
  const made = declared && compiler.isVariableDeclaration(declared) && declared.initializer
  const call = made ? bare(made) : undefined
  return call && compiler.isCallExpression(call) && /\bcreateContext$/.test(call.expression.getText())
    ? call
    : undefined
}

type Providers = ReadonlyMap<ts.CallExpression, readonly ts.Expression[]>

/** What is provided under each context. */
const providersIn = once((t: Asked): Providers => {
  const found = new Map<ts.CallExpression, ts.Expression[]>()
  for (const file of t.files.filter(
    ({ text }) => text.includes('createContext') || text.includes('Provider'),
  ))
    eachNode(file, (node) => {
      const said = valueIn(node)
      const context = said && contextOf(t, withoutProvider(saidBehind(t, said.component)))
      if (context) found.set(context, [...(found.get(context) ?? []), said.value])
    })
  return found
})

/** `<ApiContext.Provider value={api}>`, `<ApiContext value={api}>` and `createElement(ApiContext.Provider, { value: api })`. */
const valueIn = (
  node: ts.Node,
): { readonly component: ts.Expression; readonly value: ts.Expression } | undefined => {
  if (compiler.isJsxOpeningElement(node) || compiler.isJsxSelfClosingElement(node)) {
    const value = node.attributes.properties.find(
      (one) => compiler.isJsxAttribute(one) && one.name.getText() === 'value',
    )
    const said = value && compiler.isJsxAttribute(value) ? value.initializer : undefined
    return said && compiler.isJsxExpression(said) && said.expression
      ? { component: node.tagName as ts.Expression, value: said.expression }
      : undefined
  }
  if (!compiler.isCallExpression(node) || !/\bcreateElement$/.test(node.expression.getText()))
    return undefined
  const [component, props] = node.arguments
  if (!component || !props || !compiler.isObjectLiteralExpression(props)) return undefined
  const value = props.properties.find((one) => one.name && nameOf(one.name) === 'value')
  if (!value) return undefined
  if (compiler.isPropertyAssignment(value)) return { component, value: value.initializer }
  return compiler.isShorthandPropertyAssignment(value) ? { component, value: value.name } : undefined
}

/** `ApiContext.Provider`, also by a name of its own. */
const withoutProvider = (node: ts.Expression): ts.Expression =>
  compiler.isPropertyAccessExpression(node) && node.name.text === 'Provider' ? node.expression : node
