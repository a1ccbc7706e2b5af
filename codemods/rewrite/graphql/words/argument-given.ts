import { Kind } from 'graphql'
import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { isAssignment } from '../../../sites/program/set/assigned.ts'
import { accessed, isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { localLiteral, ownLiteral, statedBody } from '../../body/held/local-body.ts'
import { type Asked, GAP } from '../document/graphql-document.ts'
import { initializerOf } from '../key/carried-headers.ts'
import { variablesAt } from './graphql-variables.ts'

/** The value of an argument that is a variable. */
export interface Argument {
  readonly value: ts.Expression
  /** Whether nothing but the call may do anything with it. */
  readonly isOwn: boolean
}

/** The value of an argument that is a variable, where the call, or what holds all of its variables, names it. */
export const givenFor = (trace: Trace, site: Site, asked: Asked, argument: string): Argument | undefined => {
  const value = asked.arguments.find(({ name }) => name.value === argument)?.value
  const node = value?.kind === Kind.VARIABLE ? variablesAt(trace, site) : undefined
  const inner = node && bare(node)
  if (!inner || value?.kind !== Kind.VARIABLE) return undefined
  const own = compiler.isObjectLiteralExpression(inner) ? inner : ownLiteral(trace, inner)
  const made = own ?? localLiteral(trace, inner)
  const property = made?.properties.find((one) => nameOf(one.name) === value.name.value)
  const said = property && initializerOf(property)
  const [set, ...others] = setsOf(trace, inner, value.name.value)
  // Set more than once, nothing but its type tells what it is
  const given = set && (property || others.length > 0) ? set.left : (set?.right ?? said)
  return given && { value: given, isOwn: own !== undefined }
}

/** `variables.input = …` */
const setsOf = (trace: Trace, variables: ts.Expression, name: string): readonly ts.BinaryExpression[] => {
  const declared = compiler.isIdentifier(variables) ? declarationOf(trace, variables) : undefined
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return []
  return referencesOf(trace, declared.name).flatMap((use) => {
    const { parent: access } = use
    if (!isAccess(access) || access.expression !== use || accessed(access)?.name !== name) return []
    const { parent } = access
    return compiler.isBinaryExpression(parent) && isAssignment(parent) && parent.left === access
      ? [parent]
      : []
  })
}

/** The fields that each argument is seen to say, in the document or in its variables: `input: { podId }`. */
export const fieldsGiven = (
  trace: Trace,
  site: Site,
  asked: Asked,
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    asked.arguments.map(({ name: { value: argument }, value }) => {
      if (value.kind === Kind.OBJECT)
        return [argument, value.fields.map(({ name }) => name.value).filter((one) => !GAP.test(one))]
      const given = givenFor(trace, site, asked, argument)
      return [argument, given ? Object.keys(statedBody(trace, given.value).doc) : []]
    }),
  )
