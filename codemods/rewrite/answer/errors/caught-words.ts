import type { ts } from 'ts-morph'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { isParsing } from '../../../sites/answers/failure/failure.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { isNamedTest } from '../../../sites/program/outside/test-file.ts'
import { valuesOf } from '../../../sites/program/set/assigned.ts'
import { functionsAround, nodesIn, someNode, walk } from '../../../sites/program/syntax/nodes.ts'
import { callsOf } from '../../../sites/site-calls.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { callsOutside, caughtBy } from './caught-answers.ts'
import { settledInto } from './parsed-bodies.ts'
import { thrownParsed } from './thrown-parsed.ts'

/** How often a value may be put under another name, or handed to another function, between where it is caught and read. */
const MOST_STEPS = 5

/**
 * Places that read something of what was caught of one of these calls: of what is parsed of it, by whatever way (a Response
 * that is thrown, the text of a message), and where a body itself is thrown, of what was caught.
 * @param wordIn what a place reads a word of; undefined for any other node
 * @param isTouched whether what is parsed there is given in v1's words
 */
export const caughtWords = (
  trace: Trace,
  sites: readonly Site[],
  wordIn: (node: ts.Node) => ts.Expression | undefined,
  isTouched: (node: ts.Node) => boolean,
): ts.Node[] => {
  const calls = new Set(sites.flatMap((site) => [...callsOf(site), ...callsOutside(trace, site.top)]))
  const isBodyThrown = sites.some((site) => thrownParsed(trace, site).some(({ value }) => !isTouched(value)))
  const found: ts.Node[] = []
  for (const file of trace.files)
    if (calls.size > 0 && catches(file) && !isNamedTest(file))
      walk(file, (node) => {
        const owner = wordIn(node)
        const value = owner && (parsedIn(trace, owner) ?? (isBodyThrown ? owner : undefined))
        const isOurs = (region: ts.Node): boolean => someNode(region, (one) => calls.has(one))
        if (value && regionsOf(trace, value).some(isOurs)) found.push(node)
        return undefined
      })
  return found
}

const catches = once((file: ts.SourceFile) => /\b(catch|reason|then)\b/.test(file.text))

/** What is parsed to what an expression is: `JSON.parse(text)`, `await res.json()`, by a name, too, or in a callback of `then`. */
const parsedIn = (trace: Trace, given: ts.Expression, steps = MOST_STEPS): ts.Expression | undefined => {
  const [parsing] = nodesIn(given, isParsingCall)
  if (parsing || steps === 0) return parsing
  const [name] = nodesIn(given, compiler.isIdentifier)
  const made = name && madeOf(trace, name)
  return made && parsedIn(trace, made, steps - 1)
}

const isParsingCall = (node: ts.Node): node is ts.CallExpression =>
  compiler.isCallExpression(node) && isParsing(node)

/** What a name is made as, or a part of. */
const madeOf = (trace: Trace, name: ts.Identifier): ts.Expression | undefined => {
  const declared = declarationOf(trace, name)
  if (declared && compiler.isParameter(declared)) return settledInto(declared)
  if (declared && compiler.isBindingElement(declared)) return holderOf(declared)
  return valuesOf(trace.checker, name)[0]
}

const holderOf = (element: ts.BindingElement): ts.Expression | undefined => {
  const outer = element.parent.parent
  if (compiler.isBindingElement(outer)) return holderOf(outer)
  return compiler.isVariableDeclaration(outer) ? outer.initializer : undefined
}

/** What was tried, where an expression is made of what was caught. */
const regionsOf = (trace: Trace, given: ts.Node, steps = MOST_STEPS): ts.Node[] =>
  steps === 0
    ? []
    : nodesIn(given, compiler.isIdentifier).flatMap((name) => {
        // `settled.reason` of `Promise.allSettled` is caught by nobody.
        if (name.text === 'reason') return [functionsAround(name).at(-1) ?? name.getSourceFile()]
        const declared = declarationOf(trace, name)
        const tried = declared && triedBy(trace, rootOf(declared), steps)
        if (tried) return tried
        const made = madeOf(trace, name)
        return made && made !== given ? regionsOf(trace, made, steps - 1) : []
      })

/** The variable or the parameter that a pattern takes apart. */
const rootOf = (declared: ts.Node): ts.Node =>
  compiler.isBindingElement(declared) ? rootOf(declared.parent.parent) : declared

/** What was tried, where a name is that of what was caught, or of what a function is handed of it. */
const triedBy = (trace: Trace, declared: ts.Node, steps: number): ts.Node[] | undefined => {
  if (compiler.isCatchClause(declared.parent)) return [declared.parent.parent.tryBlock]
  if (!compiler.isParameter(declared)) return undefined
  const { parent: callee } = declared
  const asked = caughtBy(callee)
  if (asked) return [asked]
  const index = callee.parameters.indexOf(declared)
  const given = trace.callers(callee).flatMap(({ arguments: all }) => all?.[index] ?? [])
  return given.length > 0 ? given.flatMap((one) => regionsOf(trace, one, steps - 1)) : undefined
}
