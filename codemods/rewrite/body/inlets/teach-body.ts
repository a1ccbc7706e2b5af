import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { givenIn, type Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { isTypeScript } from '../../../sites/program/syntax/is-typescript.ts'
import { isInside, nameOf, takenBy, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { type Edit, insertAfter } from '../../edit/edit.ts'
import { separatorOf } from '../../edit/separator.ts'
import { contentTypeOf, sayContentType } from '../headers/content-type.ts'
import { addProperty } from './add-property.ts'
import { literalIn } from './literal-in.ts'
import { servesOthers } from './serves-others.ts'

/**
 * Teaches a helper that sends no body to take one, and passes it: one more parameter at the end, which the other
 * callers leave out. Its options may go through other helpers on their way (`fetchWithTimeout(url, { method }, 5000)`).
 */
export const teachBody = (trace: Trace, site: Site, text: string): Edit[] | undefined => {
  const { sink } = site
  const frame = outermost(site.scope)
  const helper = frame?.callee
  const member = sink.body?.kind === 'member' ? sink.body.name : 'body'
  const literal = sink.options && literalIn(trace, frame, member, sink.options, site.scope)
  if (!helper || frame.call !== site.top || !literal) return undefined
  // `withRetry(() => fetch(url, { method }))`: what a helper hands on sees its parameters as well
  if (!isInside(literal, helper) || !isPlain(literal)) return undefined
  const name = freeName(helper)
  const parameter = name && addParameter(helper, name)
  const argument = name && passLast(helper, frame, text)
  const only = servesOthers(trace, site, helper) ? name : undefined
  const typed = contentTypeOf(trace, site) === 'missing' ? sayContentType(trace, site, literal, only) : []
  if (!name || !parameter || !argument || !typed) return undefined
  const said = sink.serializes ? name : `${name} ? JSON.stringify(${name}) : null`
  const property = said === member ? addShorthand(literal, member) : addProperty(literal, member, said)
  return [parameter, argument, ...property, ...typed]
}

/** The frame of the function that the caller itself calls. */
const outermost = (scope: Scope | undefined): Scope | undefined =>
  scope?.outer ? outermost(scope.outer) : scope

const addShorthand = (literal: ts.ObjectLiteralExpression, name: string): Edit[] => {
  const last = literal.properties.at(-1)
  return last ? [insertAfter(last, `, ${name}`)] : []
}

/** Options of the helper's own, all of them there to see, and no body among them. */
const isPlain = (literal: ts.ObjectLiteralExpression): boolean =>
  literal.properties.length > 0 &&
  literal.properties.every(({ name }) => {
    const known = name && nameOf(name)
    return known !== undefined && !/^(body|data|json)$/.test(known)
  })

/** A name for the parameter that means nothing in the helper yet. */
const freeName = (helper: ts.SignatureDeclaration): string | undefined => {
  const taken = new Set<string>()
  walk(helper, (node) => {
    if (compiler.isIdentifier(node)) taken.add(node.text)
    return undefined
  })
  return ['body', 'payload', 'requestBody'].find((name) => !taken.has(name))
}

const addParameter = (helper: ts.SignatureDeclaration, name: string): Edit | undefined => {
  const last = helper.parameters.at(-1)
  // `path => …` has no brackets to add it in
  const hasBrackets = helper
    .getText()
    .slice(0, (last?.getStart() ?? 0) - helper.getStart())
    .includes('(')
  if (!last || last.dotDotDotToken || !hasBrackets) return undefined
  const typed = isTypeScript(helper) ? `${name}?: unknown` : name
  return insertAfter(last, separatorOf(last) + typed)
}

const passLast = (helper: ts.SignatureDeclaration, scope: Scope, text: string): Edit | undefined => {
  const given = givenIn(scope)
  const last = given.at(-1)
  if (!last || !isInside(last, scope.call)) return undefined
  if (given.some(compiler.isSpreadElement) || given.length > takenBy(helper).length) return undefined
  return insertAfter(last, `${', undefined'.repeat(takenBy(helper).length - given.length)}, ${text}`)
}
