import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom, givenIn, type Scope } from '../../../sites/program/frames/frames.ts'
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
 * callers leave out. Its options may go through other helpers on their way (`fetchWithTimeout(url, { method }, 5000)`),
 * and it may be called by another helper, which hands on what it is given then (`post: (path) => send('POST', path)`).
 */
export const teachBody = (trace: Trace, site: Site, text: string): Edit[] | undefined => {
  const { sink } = site
  const frames = [...framesFrom(site.scope)]
  const outermost = frames.at(-1)
  const member = sink.body?.kind === 'member' ? sink.body.name : 'body'
  const places = frames.map(
    (frame) => sink.options && literalIn(trace, frame, member, sink.options, site.scope),
  )
  // `withRetry(() => fetch(url, { method }))`: what a helper hands on sees its parameters as well
  const first = places.findLastIndex((one, index) => one && isInside(one, frames[index]?.callee as ts.Node))
  const literal = places[first]
  if (!outermost || outermost.call !== site.top || !literal || !isPlain(literal)) return undefined
  const taught = handingOn(frames, first, site.top)
  if (taught.length === 0 || taught.length > MOST_TAUGHT) return undefined
  const name = freeName(taught.map(({ callee }) => callee))
  const passed = name && taught.map((frame) => passOn(frame, name, frame === outermost ? text : name))
  if (!name || !passed) return undefined
  const only = servesOthers(trace, site, outermost.callee) ? name : undefined
  const typed = contentTypeOf(trace, site) === 'missing' ? sayContentType(trace, site, literal, only) : []
  if (!typed || !passed.every((one) => one !== undefined)) return undefined
  const said = sink.serializes ? name : `${name} ? JSON.stringify(${name}) : null`
  const property = said === member ? addShorthand(literal, member) : addProperty(literal, member, said)
  return [...passed.flat(), ...property, ...typed]
}

const MOST_TAUGHT = 3

/**
 * The functions by which a call comes to the one that has the options, each called in the next: what is called back on the
 * way (`retry(() => send(path))`) sees what is around it. None where one is not called in another.
 */
const handingOn = (frames: readonly Scope[], first: number, top: ts.Node): readonly Scope[] => {
  const frame = frames[first]
  if (!frame || frame.call === top) return frame ? [frame] : []
  const next = frames.findLastIndex(({ callee }, index) => index > first && isInside(frame.call, callee))
  const others = handingOn(frames, next, top)
  return others.length > 0 ? [frame, ...others] : []
}

/** One more parameter of a function, and what a call of it gives for that. */
const passOn = (frame: Scope, name: string, text: string): Edit[] | undefined => {
  const parameter = addParameter(frame.callee, name)
  const argument = passLast(frame.callee, frame, text)
  return parameter && argument ? [parameter, argument] : undefined
}

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

/** A name for the parameter that means nothing in the helpers yet. */
const freeName = (helpers: readonly ts.SignatureDeclaration[]): string | undefined => {
  const taken = new Set<string>()
  for (const helper of helpers)
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
