import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { rowParameter } from './open-row.ts'
import { argumentFor, type Scope } from './program/frames/frames.ts'
import { isEmptyText } from './program/syntax/nodes.ts'
import type { Sink } from './sink.ts'
import { documentTexts, operationNameTexts, wholeParameter } from './site-texts.ts'
import type { Located } from './texts/locate.ts'
import { isWordBehind } from './texts/route.ts'
import { type Gap, shapeOf, type Text } from './texts/text.ts'
import type { Trace } from './values/trace.ts'

/** What is known of a call so far. */
interface Known {
  readonly sink: Sink
  readonly scope: Scope | undefined
  readonly located: readonly Located[]
  readonly methods: readonly Text[]
  readonly open?: Gap
}

/** The parameter by which a caller decides the address, the method or the document; none where all are known. */
export const openParameter = (trace: Trace, site: Known): ts.ParameterDeclaration | undefined =>
  openAddress(trace, site) ?? openMethod(site) ?? openQuery(trace, site)

/** Whether an address is known but for what a caller could put in its place: the default is then what is meant. */
export const closable = ({ located }: Known): boolean =>
  located.some(({ family, hidden }) => family === 'v1' && !hidden) &&
  located.some(({ family }) => family === 'open')

/** The gap that keeps an address from being known, where the caller decides it. */
export const openGap = (trace: Trace, located: Located, routes: readonly Route[]): Gap | undefined => {
  if (located.family === 'open' || located.family === 'v1') {
    if (located.hidden?.parameter) return located.hidden
    if (located.family === 'v1') return openTail(trace, located, routes)
  }
  return located.family === 'v2' && located.hidden?.parameter ? located.hidden : undefined
}

/** A path whose last part hangs directly on another (`/pods${rest}`), or is no id (of any path, or for some caller), is not known either. */
const openTail = (trace: Trace, located: Located, routes: readonly Route[]): Gap | undefined => {
  let at = 0
  for (const piece of located.text.pieces) {
    const isOpen = piece.kind === 'gap' && piece.parameter && at > located.path && at < located.query
    const before = located.shape.slice(located.path, at)
    if (isOpen && (!before.endsWith('/') || isWordBehind(routes, before) || isPathFor(trace, piece)))
      return piece
    at += piece.kind === 'written' ? piece.text.length : 1
  }
  return undefined
}

/** Whether a caller passes nothing, or more than one word, for the part of a path: `pods('')`, `` pods(`${id}/stop`) ``. */
const isPathFor = (trace: Trace, { parameter }: Gap): boolean =>
  parameter !== undefined &&
  trace.callers(parameter.parent).some((call) => {
    const given = argumentFor(trace.frame(parameter.parent, call), parameter)
    return given !== undefined && (isEmptyText(given) || /^[`'"].*\/|\+ *['"`]\//.test(given.getText()))
  })

/** The parameter that decides the address. A document that is said here goes where the default says. */
const openAddress = (trace: Trace, site: Known): ts.ParameterDeclaration | undefined => {
  const isSaid =
    site.located.some(({ family }) => family === 'graphql') &&
    documentTexts(trace, site).length > 0 &&
    !openQuery(trace, site)
  return isSaid ? undefined : site.open?.parameter
}

const openMethod = (site: Known): ts.ParameterDeclaration | undefined => {
  if (!site.located.some(({ family }) => family === 'v1')) return undefined
  const gaps = site.methods.flatMap(({ pieces }) => pieces).filter((piece) => piece.kind === 'gap')
  return gaps.find((gap) => gap.parameter)?.parameter
}

/** For GraphQL: the parameter the whole document comes in by, or that says which of a table it is. */
const openQuery = (trace: Trace, site: Known): ts.ParameterDeclaration | undefined => {
  if (!site.located.some(({ family }) => family === 'graphql')) return undefined
  const found = documentTexts(trace, site)
  const whole = found.map(wholeParameter).find((parameter) => parameter !== undefined)
  return whole ?? (found.length > 1 ? rowParameter(trace, site) : openOperation(trace, site, found))
}

/** The parameter that says which operation of a document is to be run. */
const openOperation = (
  trace: Trace,
  site: Known,
  documents: readonly Text[],
): ts.ParameterDeclaration | undefined =>
  documents.some((text) => (shapeOf(text).match(OPERATION) ?? []).length > 1)
    ? operationNameTexts(trace, site)
        .map(wholeParameter)
        .find((parameter) => parameter !== undefined)
    : undefined

/** What an operation of a document begins with. */
const OPERATION = /^\s*(query|mutation|subscription)\b/gm
