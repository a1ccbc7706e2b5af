import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Edit } from '../rewrite/edit/edit.ts'
import { nameOf, someNode } from '../sites/program/scope.ts'

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
  return module && module !== at && compiler.isStringLiteralLike(module)
    ? { kind: 'given', module: module.text, name }
    : undefined
}

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
  stemOf(file.fileName) === stemOf(module) &&
  someNode(
    file,
    (node) =>
      (compiler.isPropertyAssignment(node) || compiler.isVariableDeclaration(node)) &&
      nameOf(node.name) === name &&
      node.getStart() <= start &&
      start < node.getEnd(),
  )

/** `@/lib/config`, `../lib/config.js`, `/repo/lib/config.ts`, `/repo/lib/config/index.ts` -> `config` */
const stemOf = (path: string): string =>
  path
    .replace(/\.[cm]?[jt]sx?$/, '')
    .replace(/\/index$/, '')
    .split('/')
    .at(-1) ?? ''
