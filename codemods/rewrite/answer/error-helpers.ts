import type { ts } from 'ts-morph'
import { errorWords } from '../../../mappings/v1/errors.ts'
import { compiler } from '../../project/compiler.ts'
import { writesTo } from '../../sites/answer.ts'
import { bare, goesByPlace, nameOf, walk } from '../../sites/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/trace.ts'
import { placesOf } from './error-handlers.ts'
import { isParse, underFailure } from './failure.ts'

/** A read of what an error says, in a function of the project that words errors. */
export interface WordedRead {
  readonly node: ts.PropertyAccessExpression | ts.BindingElement
  /** What was parsed, or the text that is parsed in the function. */
  readonly body: ts.Expression
}

/** Reads in functions that are handed the body of an answer which failed: `throw new Error(describe(await res.json()))`. */
export const wordedReads = (trace: Trace, site: Site): readonly WordedRead[] => {
  const found: WordedRead[] = []
  for (const place of placesOf(trace, site))
    walk(place, (node) => {
      if (!compiler.isCallExpression(node) || !underFailure(trace, node)) return undefined
      for (const [index, argument] of node.arguments.entries()) {
        const body = bodyIn(trace, argument)
        if (body) found.push(...readsBehind(trace, node, index).map((read) => ({ node: read, body })))
      }
      return undefined
    })
  return found
}

/** What an argument holds of an answer: its body, parsed or as text. */
const bodyIn = (trace: Trace, given: ts.Expression): ts.Expression | undefined => {
  const node = bare(given)
  if (!compiler.isIdentifier(node)) return isBody(node) ? node : undefined
  const symbol = trace.checker.getSymbolAtLocation(node)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || !compiler.isVariableDeclaration(declaration)) return undefined
  return [declaration.initializer, ...writesTo(trace, symbol, declaration)].find((one) => one && isBody(one))
}

const isBody = (node: ts.Expression): boolean =>
  !compiler.isArrowFunction(node) &&
  !compiler.isFunctionExpression(node) &&
  (isParse(node) || /\.text\(\)/.test(node.getText()))

/** What a function reads of its parameter, or of what it parses that to. */
const readsBehind = (trace: Trace, call: ts.CallExpression, index: number): WordedRead['node'][] => {
  const targets = trace.targets(call, undefined).filter(goesByPlace)
  return targets.flatMap(({ node }) => {
    const parameter = (node as ts.SignatureDeclaration).parameters[index]
    if (!parameter || parameter.dotDotDotToken) return []
    if (compiler.isObjectBindingPattern(parameter.name)) return wordsIn(parameter.name)
    return compiler.isIdentifier(parameter.name) ? readsOf(trace, node, parameter.name) : []
  })
}

const wordsIn = (pattern: ts.ObjectBindingPattern): ts.BindingElement[] =>
  pattern.elements.filter((one) => isWord(nameOf(one.propertyName ?? one.name)))

const isWord = (name: string | undefined): boolean => name !== undefined && Object.hasOwn(errorWords, name)

const readsOf = (trace: Trace, callee: ts.Node, parameter: ts.Identifier): WordedRead['node'][] => {
  const found: WordedRead['node'][] = []
  const own = trace.checker.getSymbolAtLocation(parameter)
  const holds = (given: ts.Expression, depth = 0): boolean => {
    const node = bare(given)
    if (!compiler.isIdentifier(node))
      return isParseOf(node) && node.arguments.some((one) => holds(one, depth))
    const symbol = trace.checker.getSymbolAtLocation(node)
    if (symbol === own) return true
    const value = symbol?.valueDeclaration
    if (depth > 2 || !symbol || !value || !compiler.isVariableDeclaration(value)) return false
    return [value.initializer, ...writesTo(trace, symbol, value)].some((one) => one && holds(one, depth + 1))
  }
  walk(callee, (node) => {
    if (compiler.isPropertyAccessExpression(node) && isWord(node.name.text) && holds(node.expression))
      found.push(node)
    if (
      compiler.isVariableDeclaration(node) &&
      node.initializer &&
      compiler.isObjectBindingPattern(node.name)
    )
      if (holds(node.initializer)) found.push(...wordsIn(node.name))
    return undefined
  })
  return found
}

const isParseOf = (node: ts.Expression): node is ts.CallExpression =>
  compiler.isCallExpression(node) && node.expression.getText() === 'JSON.parse'
