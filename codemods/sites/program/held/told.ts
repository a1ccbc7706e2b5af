import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../frames/source.ts'
import { placesSaying } from '../names/names-used.ts'
import { referencesOf } from '../names/references.ts'
import { symbolBehind } from '../names/symbol.ts'
import { accessed, accessOn, isAccess, isMember } from '../syntax/access.ts'
import { bare, dressed, isFunctionValue, nameOf } from '../syntax/nodes.ts'

/** Every place of the program that says what an expression names. */
export const placesOf = (trace: Trace, owner: ts.Expression): readonly ts.Expression[] => {
  const name = compiler.isIdentifier(owner) ? owner : isAccess(owner) ? memberNameOf(owner) : undefined
  const declared = name && symbolBehind(trace, name)?.declarations?.[0]
  return name && declared ? placesSaying(trace, declared, name.text) : []
}

const memberNameOf = (access: ts.Expression): ts.Identifier | ts.PrivateIdentifier | undefined =>
  compiler.isPropertyAccessExpression(access) ? access.name : undefined

/** A call by which others are told of a value, or of an object that holds it as a member. */
interface Told {
  readonly call: ts.CallExpression
  readonly callee: ts.PropertyAccessExpression
  readonly member: string | undefined
}

const toldIn = (value: ts.Expression): Told | undefined => {
  const property = isMember(value.parent) ? value.parent : undefined
  const { parent: call } = property ? dressed(property.parent as ts.Expression) : value
  const member = property && nameOf(property.name)
  if (!compiler.isCallExpression(call) || call.expression === value || (property && member === undefined))
    return undefined
  const callee = call.expression
  return compiler.isPropertyAccessExpression(callee) && TELLS.test(callee.name.text)
    ? { call, callee, member }
    : undefined
}

const TELLS = /^(emit|push|unshift|add|publish|dispatch|next)$/
const PASSES = /^(filter|slice|concat|reverse|toReversed|sort|toSorted)$/
const HEARS =
  /^(on|once|addListener|subscribe|filter|find|findLast|findIndex|some|every|map|flatMap|forEach|reduce)$/

/** By what a value goes with those who are told of it: `path` of `bus.on('request', ({ path }) => …)`, `one.path` of `asked.filter((one) => …)`. */
export const heardOf = (trace: Trace, value: ts.Expression): ts.Expression[] => {
  const told = toldIn(dressed(value))
  if (!told) return []
  return placesOf(trace, bare(told.callee.expression))
    .flatMap(hearersAt)
    .filter((heard) => isSame(told.call, heard))
    .flatMap((heard) => heard.arguments.map((one) => bare(one)).filter(isFunctionValue))
    .flatMap(({ parameters }) => parameters.flatMap(({ name }) => takenOf(trace, name, told.member)))
}

/** The calls by which a list, or what tells of events, is heard: `sent.filter(…)`, and `.map(…)` of what that gives. */
const hearersAt = (place: ts.Expression): ts.CallExpression[] => {
  const access = accessOn(place)
  const heard = access?.parent
  if (!access || !heard || !compiler.isCallExpression(heard) || heard.expression !== access) return []
  const name = accessed(access)?.name ?? ''
  return [...(HEARS.test(name) ? [heard] : []), ...(PASSES.test(name) ? hearersAt(heard) : [])]
}

/** Whether both say the same event, where they say one. */
const isSame = (told: ts.CallExpression, heard: ts.CallExpression): boolean => {
  const [event, other] = [told.arguments[0], heard.arguments[0]]
  const isEvent = event !== undefined && compiler.isStringLiteralLike(event)
  return !isEvent || event.text === (other && compiler.isStringLiteralLike(other) ? other.text : undefined)
}

/** The uses of what a parameter is, or of a member of it: `{ path }`, `one.path`. */
const takenOf = (trace: Trace, name: ts.BindingName, member: string | undefined): ts.Expression[] => {
  if (compiler.isIdentifier(name))
    return referencesOf(trace, name).flatMap((use): ts.Expression[] => {
      if (member === undefined) return [use]
      const access = accessOn(use)
      return access && accessed(access)?.name === member ? [access] : []
    })
  if (!compiler.isObjectBindingPattern(name)) return []
  return name.elements.flatMap((one) =>
    compiler.isIdentifier(one.name) && nameOf(one.propertyName ?? one.name) === member
      ? referencesOf(trace, one.name)
      : [],
  )
}
