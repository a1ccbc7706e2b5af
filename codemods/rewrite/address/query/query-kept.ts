import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import { bare, nameOf } from '../../../sites/program/syntax/nodes.ts'
import { isOnlyHere, parameterCall } from '../../../sites/program/syntax/parameters-set.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { declaredNames } from './query-object.ts'
import {
  memberParameter,
  type Parameter,
  renameOfAll,
  type Said,
  setParameter,
  type Without,
  withoutCall,
  withoutMembers,
} from './query-parts.ts'

/** A query that a name keeps: what it is made of, and what is set in it. */
export const ofConstant = (trace: Trace, name: ts.Identifier, made: ts.Expression | undefined): Said => {
  const object = made && compiler.isObjectLiteralExpression(made) ? made : undefined
  const mentions = mentionsOf(trace, name)
  const sets = setsOf(mentions)
  const named = namesGiven(trace, made)
  const given = saidAnew([
    ...membersIn(object),
    ...(object ? [] : (named ?? []).map((one) => [one, { text: '' }] as const)),
    ...sets.map((set) => [set.name, setParameter(set.call)] as const),
  ])
  const whole = name.text
  const open = named && mentions.every(isNamed) ? {} : { open: true as const }
  // Another call's query as well: its words are not this call's to change.
  if (mentions.length > sets.length + 1) return { given: withoutRenames(given), whole, ...open, edits: [] }
  const without: Without = (names) => [
    ...(object ? withoutMembers(object)(names) : []),
    ...sets.filter((set) => names.has(set.name)).flatMap(({ call }) => withoutCall(call)),
  ]
  return { given, whole, ...open, edits: [], without }
}

/** What a helper's own `new URLSearchParams(…)` names; nothing of it can be changed for one call of the helper. */
export const ofHelper = (trace: Trace, made: ts.NewExpression): Said | 'hidden' => {
  const { parent } = made
  const [first] = made.arguments ?? []
  const given = first && bare(first)
  const named = namesGiven(trace, given) ?? []
  const said =
    compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
      ? ofConstant(trace, parent.name, given)
      : {
          given: new Map(named.map((one) => [one, {}])),
          ...(named.length > 0 ? {} : { open: true as const }),
        }
  if (said.open) return 'hidden'
  const names = [...said.given.keys()]
  return { given: new Map(names.map((one) => [one, { text: '', isApart: true as const }])), edits: [] }
}

/** Parameters of which each may be said several times: what they say hangs on the program, what they are called does not. */
const saidAnew = (found: readonly (readonly [string, Parameter])[]): Map<string, Parameter> => {
  const byName = new Map<string, Parameter>()
  for (const [name, value] of found) {
    const before = byName.get(name)
    byName.set(name, before ? { text: '', ...renameOfAll([before, value]) } : value)
  }
  return byName
}

/** The names that a query is made with; undefined where nobody can tell. */
export const namesGiven = (trace: Trace, given: ts.Expression | undefined): readonly string[] | undefined => {
  if (!given) return []
  if (compiler.isIdentifier(given)) return declaredNames(trace, given)
  if (!compiler.isObjectLiteralExpression(given)) return undefined
  const names = given.properties.map(({ name }) => name && nameOf(name))
  return names.every((name) => name !== undefined) ? names : undefined
}

/** Whether a use of a query adds nothing to it but what it names. */
const isNamed = (use: ts.Identifier): boolean => {
  const access = accessOn(use)
  const isAdded = access && /^(set|append|forEach)$/.test(accessed(access)?.name ?? '')
  const key = isAdded ? parameterCall(use)?.arguments[0] : undefined
  return isAdded ? key !== undefined && compiler.isStringLiteralLike(key) : isOnlyHere(use)
}

const withoutRenames = (given: ReadonlyMap<string, Parameter>): Map<string, Parameter> =>
  new Map([...given].map(([name, { rename: _, ...said }]) => [name, said]))

export const membersIn = (object: ts.ObjectLiteralExpression | undefined): Map<string, Parameter> =>
  new Map(
    object?.properties.flatMap((one) => (one.name ? [[nameOf(one.name) ?? '', memberParameter(one)]] : [])),
  )

/** The parameters that are written out in `.set` and `.append`. */
const setsOf = (mentions: readonly ts.Identifier[]): { name: string; call: ts.CallExpression }[] =>
  mentions.flatMap((use) => {
    const call = parameterCall(use)
    const [key] = call?.arguments ?? []
    return call && key && compiler.isStringLiteralLike(key) ? [{ name: key.text, call }] : []
  })
