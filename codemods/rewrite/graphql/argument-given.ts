import { Kind } from 'graphql'
import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, nameOf } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { localLiteral, ownLiteral, statedBody } from '../body/local-body.ts'
import { initializerOf } from './carried-headers.ts'
import { type Asked, GAP } from './graphql-document.ts'
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
  if (!inner) return undefined
  const own = compiler.isObjectLiteralExpression(inner) ? inner : ownLiteral(trace, inner)
  const made = own ?? localLiteral(trace, inner)
  const property = made?.properties.find(
    (one) => value?.kind === Kind.VARIABLE && nameOf(one.name) === value.name.value,
  )
  const given = property && initializerOf(property)
  return given && { value: given, isOwn: own !== undefined }
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
