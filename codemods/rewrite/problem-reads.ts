import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { bare, functionAround, walk } from '../sites/scope.ts'
import type { Site } from '../sites/sites.ts'
import type { Trace } from '../sites/trace.ts'
import { type Edit, replace } from './edit.ts'
import { functionsOf } from './status.ts'

/** What errors of v1 said, and where v2's say it. */
const PROBLEM_WORDS: Readonly<Record<string, string>> = { message: 'detail', error: 'title' }

/** Whether the members read of an error's body are found in v2's, too. */
export const isProblemWord = (name: string): boolean =>
  Object.entries(PROBLEM_WORDS).some((pair) => pair.includes(name))

/** v1's `message` of a parsed error, read as v2's `detail` where there is one: right for either API. */
export const readProblem = (trace: Trace, site: Site): Edit[] => {
  const around = functionAround(site.top)
  const places = new Set(around ? [...functionsOf(site), around] : functionsOf(site))
  return [...places].flatMap((place) => {
    const edits: Edit[] = []
    walk(place, (inner) => {
      const isMessage =
        compiler.isPropertyAccessExpression(inner) &&
        Object.hasOwn(PROBLEM_WORDS, inner.name.text) &&
        (isParsedError(trace, inner) || isAxiosError(trace, inner, site))
      if (isMessage && !/\b(detail|title)\b/.test(statementText(inner)))
        edits.push(inV2(inner, place === around))
      return undefined
    })
    return edits
  })
}

/** `(await res.json()).message`, or the same by a name, where the call has failed. */
const isParsedError = (trace: Trace, node: ts.PropertyAccessExpression): boolean => {
  const owner = bare(node.expression)
  if (!underFailure(node) || !isUntyped(trace, node.expression)) return false
  if (!compiler.isIdentifier(owner)) return compiler.isAwaitExpression(owner) && isParse(owner)
  const declaration = trace.checker.getSymbolAtLocation(owner)?.valueDeclaration
  return (
    declaration !== undefined &&
    compiler.isVariableDeclaration(declaration) &&
    declaration.initializer !== undefined &&
    isParse(declaration.initializer)
  )
}

const isParse = (node: ts.Node): boolean => /\.json\(\)|JSON\.parse\(/.test(node.getText())

/** `error.response?.data?.message`: what axios keeps of a failed call. */
const isAxiosError = (trace: Trace, node: ts.PropertyAccessExpression, { sink }: Site): boolean =>
  sink.library === 'axios' &&
  /\bresponse[!?]*\.data[!?]*$/.test(node.expression.getText()) &&
  isUntyped(trace, node.expression) &&
  !/AxiosError</.test(node.getSourceFile().text)

const isUntyped = ({ checker }: Trace, node: ts.Expression): boolean =>
  (checker.getTypeAtLocation(node).flags & compiler.TypeFlags.Any) !== 0

/** Inside `if (!res.ok) { … }` or a comparison of the status. */
export const underFailure = (node: ts.Node): boolean => {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    const { parent } = at
    if (compiler.isIfStatement(parent) && parent.thenStatement === at)
      if (/!\s*\w+\.ok\b|\.status\b/.test(parent.expression.getText())) return true
  }
  return false
}

const statementText = (node: ts.Node): string => {
  let at = node
  while (at.parent && !compiler.isStatement(at)) at = at.parent
  return at.getText()
}

/** A body can be parsed only once; in a helper that others call as well, either API may have answered. */
const inV2 = (node: ts.PropertyAccessExpression, isOwn: boolean): Edit => {
  const old = node.name.text
  const name = PROBLEM_WORDS[old] ?? old
  const owner = bare(node.expression)
  if (!compiler.isAwaitExpression(owner)) {
    const text = node.getText()
    return replace(node, `(${text.slice(0, -old.length)}${name} ?? ${text})`)
  }
  if (isOwn) return replace(node.name, name)
  const parsed = owner.expression.getText()
  const text = `await ${parsed}.then((problem) => problem.${name} ?? problem.${old})`
  const isOwner = compiler.isPropertyAccessExpression(node.parent) || compiler.isBinaryExpression(node.parent)
  return replace(node, isOwner ? `(${text})` : text)
}
