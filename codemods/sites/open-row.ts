import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { memberAt } from './body.ts'
import { frameOf, type Scope } from './program/frames/frames.ts'
import { declarationOf } from './program/names/symbol.ts'
import { bare, isConst } from './program/syntax/nodes.ts'
import type { Sink } from './sink.ts'
import { payloadSources } from './site-texts.ts'
import type { Trace } from './values/trace.ts'

/** A library's call, and the frame in which its caller is. */
interface Made {
  readonly sink: Sink
  readonly scope: Scope | undefined
}

/** `OPERATIONS[name]`: the parameter that says which document of a table is sent, where no caller is known. */
export const rowParameter = (trace: Trace, made: Made): ts.ParameterDeclaration | undefined => {
  for (const said of documentNodes(trace, made)) {
    const access = initialOf(trace, said)
    const key = compiler.isElementAccessExpression(access) ? bare(access.argumentExpression) : undefined
    const declared = key && compiler.isIdentifier(key) ? declarationOf(trace, key) : undefined
    if (declared && compiler.isParameter(declared) && !frameOf(made.scope, declared.parent)) return declared
  }
  return undefined
}

/** What says the document where the library is called. */
const documentNodes = (trace: Trace, made: Made): ts.Expression[] => {
  const { document } = made.sink.graphql ?? {}
  if (document) return document.kind === 'expression' ? [document.node] : []
  return payloadSources(trace, made).flatMap(({ node, scope }) => {
    const at = compiler.isExpression(node) ? memberAt(trace, node, 'query', scope) : undefined
    return at ? [at.node] : []
  })
}

/** What a constant is made of, where an expression is the name of one. */
const initialOf = (trace: Trace, given: ts.Expression): ts.Expression => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  const isMade = declared && compiler.isVariableDeclaration(declared) && isConst(declared)
  return isMade && declared.initializer ? initialOf(trace, declared.initializer) : node
}
