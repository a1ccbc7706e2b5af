import { ts } from 'ts-morph'
import { insertAfter, insertBefore, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { functionsOf, isExported, usesOf } from '../tree.ts'

const isPlain = (one: ts.ParameterDeclaration): boolean => ts.isIdentifier(one.name) && !one.dotDotDotToken

const typeOf = (one: ts.ParameterDeclaration): string | undefined => {
  const isOptional = one.questionToken || one.initializer
  const type =
    one.type?.getText() ?? (one.initializer && ts.isStringLiteral(one.initializer) ? 'string' : undefined)
  return type && `${one.name.getText()}${isOptional ? '?' : ''}: ${type}`
}

const isDirect = (use: ts.Identifier, most: number): boolean => {
  const { parent } = use
  const isCall = ts.isCallExpression(parent) && parent.expression === use
  return (
    isCall &&
    parent.arguments.length > 0 &&
    parent.arguments.length <= most &&
    !parent.arguments.some(ts.isSpreadElement)
  )
}

/** Several parameters as the members of one. */
export const form: Form = {
  example: {
    path: 'program.ts',
    before: "const send = (path: string, method = 'GET') => fetch(path, { method })\nsend('/a', 'POST')",
    after:
      "const send = ({ path, method = 'GET' }: { path: string; method?: string }) => fetch(path, { method })\nsend({ path: '/a', method: 'POST' })",
  },
  apply: perFile((file) =>
    functionsOf(file).flatMap(({ name, statement, made }) => {
      const { parameters } = made
      const uses = usesOf(file, name)
      if (isExported(statement) || parameters.length < 2 || !parameters.every(isPlain)) return []
      if (!uses || uses.length === 0 || !uses.every((use) => isDirect(use, parameters.length))) return []
      const types = parameters.map(typeOf)
      const type = types.some(Boolean)
        ? `: { ${types.map((one, index) => one ?? `${parameters[index]?.name.getText()}: any`).join('; ')} }`
        : ''
      const names = parameters.map(
        (one) => `${one.name.getText()}${one.initializer ? ` = ${one.initializer.getText()}` : ''}`,
      )
      const first = parameters[0] as ts.Node
      const last = parameters.at(-1) as ts.Node
      const head = { ...replace(first, `{ ${names.join(', ')} }${type}`), end: last.end }
      const calls = uses.flatMap(({ parent }) => {
        const given = (parent as ts.CallExpression).arguments
        return given.flatMap((one, index) => [
          {
            ...insertBefore(one, `${index === 0 ? '{ ' : ''}${parameters[index]?.name.getText()}: `),
            order: -one.end,
          },
          ...(index === given.length - 1 ? [{ ...insertAfter(one, ' }'), order: -one.getStart() }] : []),
        ])
      })
      return [[head, ...calls]]
    }),
  ),
}
