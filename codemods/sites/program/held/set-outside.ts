import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Asking } from '../frames/source.ts'
import { isNamedTest } from '../outside/test-file.ts'
import { settingsIn } from '../set/assigned.ts'
import { accessed } from '../syntax/access.ts'
import { flatText } from '../syntax/flat-text.ts'
import { nameOf, nodesIn } from '../syntax/nodes.ts'
import { isAssigned } from './member.ts'

/** A member that is set of what some object is, and what is written there. */
interface Setting {
  readonly of: ts.Expression
  readonly name: string
  readonly said: string
  readonly value: ts.Node
}

/**
 * What sets a member of a class's objects outside of it, as it is written: `client.base = process.env.BASE`,
 * `Object.assign(client, { base })`.
 */
export const setOutside = (t: Asking, owner: ts.ClassLikeDeclaration, name: string): string | undefined =>
  settingsNamed(t, name).find(({ of }) => isMadeOf(t, of, owner))?.said

/** All that sets a member of this name outside of the object that has it. */
export const settingsNamed = (t: Asking, name: string): readonly Setting[] =>
  t.files.flatMap((file) => settingsOf(file).get(name) ?? [])

/** What a file sets of others than `this`, by the member's name; nothing of a test, which says where it goes itself. */
const settingsOf = once((file: ts.SourceFile): ReadonlyMap<string, readonly Setting[]> => {
  if (isNamedTest(file)) return new Map()
  const set = settingsIn(file).flatMap(({ left, right: value }): Setting[] => {
    const { of, name } = accessed(left) ?? {}
    return of && name !== undefined && !isOwn(of) ? [{ of, name, said: flatText(left), value }] : []
  })
  const given = nodesIn(file, isAssigned).flatMap(({ arguments: [of, ...parts] }) =>
    of && !isOwn(of) && compiler.isIdentifier(of) ? parts.flatMap((part) => partsSet(of, part)) : [],
  )
  return groupBy([...set, ...given], ({ name }) => name)
})

const isOwn = (node: ts.Node): boolean => node.kind === compiler.SyntaxKind.ThisKeyword

const partsSet = (of: ts.Identifier, part: ts.Expression): Setting[] =>
  compiler.isObjectLiteralExpression(part)
    ? part.properties.flatMap((one) => {
        const name = one.name && nameOf(one.name)
        const value = compiler.isPropertyAssignment(one) ? one.initializer : one
        return name === undefined ? [] : [{ of, name, said: `${of.text}.${name}`, value }]
      })
    : []

/** Whether an expression may be an object of a class. */
export const isMadeOf = (t: Asking, object: ts.Expression, owner: ts.Node): boolean =>
  t
    .sources(object, undefined)
    .some(
      ({ node, scope }) =>
        compiler.isNewExpression(node) &&
        t.sources(node.expression, scope).some((made) => made.node === owner),
    )
