import { dirname, join } from 'node:path'
import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Edit } from '../../rewrite/edit/edit.ts'
import { nameOf, someNode } from '../../sites/program/syntax/nodes.ts'

/** What a test gives the code in the place of a module's own: which module, and the name that a value has there. */
export interface Given {
  readonly kind: 'given'
  readonly module: string
  readonly name: string
}

const MOCKS = /^(vi|jest|mock|t\.mock)\.(mock|doMock|unstable_mockModule|module)$/

/** `vi.mock('./config', () => ({ baseUrl: '…' }))`, also deeper in what the module gives (`getConfig: () => ({ … })`). */
export const givenBy = (member: ts.Node): Given | undefined => {
  const name = compiler.isPropertyAssignment(member) ? nameOf(member.name) : undefined
  let at: ts.Node = member
  while (isWithin(at.parent)) at = at.parent
  const call = at.parent
  if (name === undefined || !compiler.isCallExpression(call) || !MOCKS.test(call.expression.getText()))
    return undefined
  const [module] = call.arguments
  if (!module || module === at || !compiler.isStringLiteralLike(module)) return undefined
  const { text } = module
  const path = text.startsWith('.') ? join(dirname(call.getSourceFile().fileName), text) : text
  return { kind: 'given', module: path, name }
}

/** `vi.mock('./client', …)`: a call that gives something in the place of a module of the program's. */
export const isMockOfModule = ({ expression, arguments: [module] }: ts.CallExpression): boolean =>
  MOCKS.test(expression.getText()) &&
  module !== undefined &&
  compiler.isStringLiteralLike(module) &&
  /^([.#~]|@\/)/.test(module.text)

/** What stands between a member and the call that is given it. */
const isWithin = (node: ts.Node): boolean =>
  compiler.isObjectLiteralExpression(node) ||
  compiler.isPropertyAssignment(node) ||
  compiler.isParenthesizedExpression(node) ||
  compiler.isArrowFunction(node) ||
  compiler.isReturnStatement(node) ||
  compiler.isBlock(node)

/** Whether a module says under that name what an edit changes: the test gives the same in its place. */
export const isOwnOf = ({ module, name }: Given, { file, start }: Edit): boolean =>
  isCalled(file.fileName, module) &&
  someNode(
    file,
    (node) =>
      (compiler.isPropertyAssignment(node) || compiler.isVariableDeclaration(node)) &&
      nameOf(node.name) === name &&
      node.getStart() <= start &&
      start < node.getEnd(),
  )

/** Whether a file is what a module is called: by its path, or by what follows the alias (`@/lib/config`, `#config`). */
const isCalled = (file: string, module: string): boolean => {
  const [alias = '', ...rest] = stemOf(module).split('/')
  if (alias === '') return stemOf(file) === stemOf(module)
  return stemOf(file).endsWith(`/${rest.length > 0 ? rest.join('/') : alias.replace(/^[#~@]/, '')}`)
}

/** `/repo/lib/config.ts`, `/repo/lib/config/index.ts` -> `/repo/lib/config` */
const stemOf = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '')
