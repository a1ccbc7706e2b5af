import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Asking } from '../frames/source.ts'
import { isNamedTest } from '../outside/test-file.ts'
import { accessed, isMember } from './access.ts'
import { dressed, nameOf, nodesIn } from './nodes.ts'
import { saidBySiblings } from './siblings.ts'

/**
 * The members of one name of all literals that may be meant where a member's declaration stands in one of them: those of its
 * list or table, and those that say the same names elsewhere. The compiler has one type for all that are alike, and names the
 * first. Undefined where there is no other, or what it is read of says which one it is.
 */
export const saidAlike = (
  { files }: Pick<Asking, 'files'>,
  declaration: ts.Declaration,
  object: ts.Expression,
  name: string,
): readonly ts.Declaration[] | undefined => {
  const own = declaration.parent
  if (!isMember(declaration) || !compiler.isObjectLiteralExpression(own)) return undefined
  const holder = dressed(own).parent
  if (compiler.isPropertyAssignment(holder) && accessed(object)?.name === nameOf(holder.name))
    return undefined
  const isTest = isNamedTest(own.getSourceFile())
  const alike = files
    .filter((file) => isNamedTest(file) === isTest)
    .flatMap((file) => literalsOf(file).get(namesIn(own)) ?? [])
    .flatMap(({ properties }) => properties.filter((one) => one.name && nameOf(one.name) === name))
  const all = new Set([...(saidBySiblings(declaration, object, name) ?? []), ...alike])
  return all.size > 1 ? [...all] : undefined
}

/** The literals of a file by the names that they say. Files never change while a run lasts. */
const literalsOf = once((file: ts.SourceFile) =>
  groupBy(nodesIn(file, compiler.isObjectLiteralExpression), namesIn),
)

const namesIn = ({ properties }: ts.ObjectLiteralExpression): string =>
  properties
    .map(({ name }) => (name && nameOf(name)) ?? '…')
    .sort()
    .join()
