import type { ts } from 'ts-morph'
import { groupBy } from '../../mappings/dsl/group-by.ts'
import type { Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import type { Scope } from '../sites/program/frames/frames.ts'
import type { Trace } from '../sites/program/frames/source.ts'
import { isExported, mentionsOf } from '../sites/program/names/names-used.ts'
import { nodeAt } from '../sites/program/syntax/node-at.ts'
import { functionAround, isInside, isOperation } from '../sites/program/syntax/nodes.ts'
import { callsOf } from '../sites/site-calls.ts'
import type { Site } from '../sites/sites.ts'
import { shapeOf, spanOf } from '../sites/texts/text.ts'
import { type Edit, keyOf } from './edit/edit.ts'
import type { Plan, Through } from './plan.ts'
import { type Reason, reasons } from './reason.ts'

/** The edits that say v2's method, and the calls of helpers that go with them. */
export interface Method {
  readonly edits: readonly Edit[]
  readonly through: readonly Through[]
}

/** Says v2's method where the call says it, or a helper that is called for nothing else. */
export const moveMethod = (trace: Trace, site: Site, route: Route): Method | Reason => {
  const next = route.v2.method
  if (route.old.method === next) return { edits: [], through: [] }
  const edits = editsFor(site, next)
  if (!edits) return reasons.method()
  const through = edits.map((edit) => callersWith(trace, site, edit)?.map((call) => ({ call, edit })))
  return through.every((one) => one !== undefined)
    ? { edits, through: through.flatMap((one) => one ?? []) }
    : reasons.sharedMethod(next)
}

const editsFor = (
  { sink: { method, withVerb }, methods }: Site,
  next: string,
): readonly Edit[] | undefined => {
  if (method.kind === 'fixed') {
    const { name } = method
    if (!name) return undefined
    return [
      { file: name.getSourceFile(), start: name.getStart(), end: name.getEnd(), text: next.toLowerCase() },
    ]
  }
  const edits = methods.map((text) => {
    const span = spanOf(text, 0, shapeOf(text).length)
    return span && { ...span, text: withVerb || text.inAnyLetters ? inLettersOf(span, next) : next }
  })
  return edits.every((edit) => edit !== undefined) ? edits.map((edit) => edit as Edit) : undefined
}

/** The name of a client's method, as `client[verb]` wants it, or what `verb.toUpperCase()` is made of. */
const inLettersOf = ({ file, start, end }: Pick<Edit, 'file' | 'start' | 'end'>, next: string): string => {
  const said = file.text.slice(start, end)
  return said === said.toLowerCase() ? next.toLowerCase() : next
}

/** The calls that go through the helpers which say a word of the method; undefined where others may mean it, too. */
const callersWith = (trace: Trace, site: Site, { file, start }: Edit): readonly ts.Node[] | undefined => {
  const word = nodeAt(file, start)
  if (!word) return undefined
  if (isInside(word, site.top) || isKeptFor(trace, word, site.top)) return []
  const frames = framesOf(site.scope)
  const inner = frames.findIndex(({ callee }) => isInside(word, callee))
  const helper = frames[inner]?.callee
  if (!helper || !isSaidIn(trace, word, helper)) return undefined
  return frames.slice(inner).flatMap(({ callee }) => trace.callers(callee))
}

const framesOf = (scope: Scope | undefined): Scope[] => (scope ? [scope, ...framesOf(scope.outer)] : [])

/** Whether a helper says a word itself: in what it calls, as what a parameter is by default, or under a name of its own. */
const isSaidIn = (trace: Trace, word: ts.Node, helper: ts.Node): boolean => {
  const name = nameOver(word)
  return !name || mentionsOf(trace, name).every((use) => isInside(use, helper))
}

/** A name of the same function, or of the module, for what only one call is made with: `const options = { method: 'POST' }`. */
const isKeptFor = (trace: Trace, word: ts.Node, call: ts.Node): boolean => {
  const name = nameOver(word)
  if (!name || isExported(trace, name)) return false
  const others = mentionsOf(trace, name).filter((use) => !isInside(use, call))
  const isOnce = functionAround(name) === undefined || functionAround(name) === functionAround(call)
  return isOnce && others.every((use) => isSet(use))
}

/** `options.body = …` */
const isSet = ({ parent }: ts.Identifier): boolean =>
  compiler.isPropertyAccessExpression(parent) &&
  isOperation(parent.parent, '=') &&
  parent.parent.left === parent

/** The variable whose value a word is a part of. */
const nameOver = (word: ts.Node): ts.Identifier | undefined => {
  for (let at = word; at.parent && !compiler.isStatement(at); at = at.parent) {
    const { parent } = at
    if (compiler.isCallExpression(parent) || compiler.isFunctionLike(parent)) return undefined
    if (compiler.isVariableDeclaration(parent))
      return compiler.isIdentifier(parent.name) ? parent.name : undefined
  }
  return undefined
}

/** Tells whether all that goes through the helpers which say a plan's method wants v2's as well. */
export const methodsOf = (plans: readonly Plan[]): ((plan: Plan) => boolean) => {
  const asked = plans.some(({ through = [] }) => through.length > 0) ? plans : []
  const goingBy = groupBy(
    asked.flatMap((plan) => [...callsOf(plan.site)].map((call) => ({ call, plan }))),
    ({ call }) => call,
  )
  return ({ through = [] }) =>
    through.every(({ call, edit }) => {
      const all = goingBy.get(call) ?? []
      return all.length > 0 && all.every(({ plan }) => !plan.left && says(plan, edit))
    })
}

const says = ({ edits }: Plan, edit: Edit): boolean => edits.some((one) => keyOf(one) === keyOf(edit))
