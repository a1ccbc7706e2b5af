import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../../sites/program/frames/source.ts'
import { declarationOf } from '../../sites/program/names/symbol.ts'
import { accessed } from '../../sites/program/syntax/access.ts'
import { bare, isOperation, nameOf } from '../../sites/program/syntax/nodes.ts'

const GLOBAL = /^\(?(globalThis|global|window|self)( as \w+)?\)?$/

/** What is put in the place of `globalThis.fetch`, by an assignment or by `Object.assign` and `Object.defineProperty`. */
export const valuesSet = (node: ts.Expression): ts.Expression[] => {
  if (isOperation(node, '=')) {
    const left = accessed(node.left)
    return left?.name === 'fetch' && GLOBAL.test(left.of.getText()) ? [node.right] : []
  }
  if (
    !compiler.isCallExpression(node) ||
    !/^(Object|Reflect)\.(assign|defineProperty)$/.test(node.expression.getText())
  )
    return []
  const [owner, ...others] = node.arguments
  if (!owner || !GLOBAL.test(owner.getText())) return []
  const wanted =
    others[0] && compiler.isStringLiteralLike(others[0]) ? others[0].text === 'fetch' && 'value' : 'fetch'
  return others.flatMap((one) => {
    const object = bare(one)
    if (!compiler.isObjectLiteralExpression(object)) return []
    return object.properties.flatMap((member) =>
      compiler.isPropertyAssignment(member) && nameOf(member.name) === wanted ? [member.initializer] : [],
    )
  })
}

const THROUGH_GLOBAL = /^(fetch|ky|ofetch|openapi-fetch|graphql-request)$/

/** Whether a call ends in the global `fetch`, itself or by its client. */
export const isGlobal = (trace: Trace, library: string, call: ts.CallExpression): boolean => {
  if (!THROUGH_GLOBAL.test(library)) return false
  const callee = bare(call.expression)
  if (library !== 'fetch') return true
  if (!compiler.isIdentifier(callee)) return GLOBAL.test(accessed(callee)?.of.getText() ?? '')
  const declared = declarationOf(trace, callee)
  return !declared || declared.getSourceFile().isDeclarationFile
}
