import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { isAccess } from '../syntax/access.ts'
import { flatText } from '../syntax/flat-text.ts'
import { dressed, functionAround, nameOf, nodesIn } from '../syntax/nodes.ts'
import { isAssignment, setsAnew } from './assigned.ts'

/**
 * What a file sets later of an object that lies deeper in what it keeps or exports: for `urls: { … }` of
 * `module.exports = { urls: { … } }`, by `module.exports.urls.api = …`.
 */
export const assignedBelow = (object: ts.Node, name: string): readonly ts.Expression[] =>
  compiler.isObjectLiteralExpression(object) && !functionAround(object)
    ? pathsOf(object)
        .filter((path) => /[.]|^exports$/.test(path))
        .flatMap((path) => byPath(object.getSourceFile()).get(`${path}.${name}`) ?? [])
        .map(({ right }) => right)
    : []

const byPath = once((file: ts.SourceFile) =>
  groupBy(
    nodesIn(file, isAssignment).filter(({ left }) => isAccess(left)),
    ({ left }) => pathText(left),
  ),
)

const pathText = (node: ts.Expression): string => flatText(node).replace(/^module\.exports\b/, 'exports')

/** The names that an object goes by in its file: both of `const cfg = (module.exports = {})`. */
const pathsOf = (object: ts.Expression): readonly string[] => {
  const outer = dressed(object)
  const { parent } = outer
  if (compiler.isPropertyAssignment(parent))
    return pathsOf(parent.parent).map((path) => `${path}.${nameOf(parent.name)}`)
  if (compiler.isVariableDeclaration(parent))
    return compiler.isIdentifier(parent.name) ? [parent.name.text] : []
  if (!compiler.isBinaryExpression(parent) || parent.right !== outer) return []
  const own = isAssignment(parent) && setsAnew(parent) ? [pathText(parent.left)] : []
  return [...own, ...pathsOf(parent)]
}
