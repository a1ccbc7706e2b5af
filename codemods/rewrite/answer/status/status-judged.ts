import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import type { Source } from '../../../sites/program/frames/source.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { goesByPlace, isInside, isNothing, someNode } from '../../../sites/program/syntax/nodes.ts'
import { placed } from '../../../sites/sink.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { AskedStatus } from './status-handed.ts'
import { isAskedAt, isRead, questionsIn } from './status-questions.ts'

/** A function that looks at the status of each answer before the caller does. */
interface Judge {
  readonly node: ts.SignatureDeclaration
  readonly scope: Scope | undefined
  readonly parameter: ts.ParameterDeclaration
  /** Whether it is handed the status alone. */
  readonly isStatus: boolean
}

/**
 * What is asked of a call's status by what its client was told to look at answers with, wherever that is written:
 * `const strict = { validateStatus: (code) => code === 200 }`, an interceptor that throws.
 */
export const judgedStatuses = (trace: Trace, site: Site): readonly AskedStatus[] =>
  judgesOf(trace, site).flatMap(({ node, scope, parameter, isStatus }) =>
    questionsIn({ trace, scope, ...(isStatus ? { status: parameter } : {}) }, node)
      .filter(({ of }) => isOf(trace, of, parameter))
      .map((one) => ({ ...one, calls: [site.top] })),
  )

/** Whether nobody can tell what such a function makes of a status, or where it comes from. */
export const isJudgedUnseen = (trace: Trace, site: Site): boolean =>
  toldBy(trace, site).some(({ node }) => !compiler.isFunctionLike(node) && !isSettled(node)) ||
  judgesOf(trace, site).some(
    ({ node, scope, parameter, isStatus }) =>
      isStatus &&
      someNode(
        node,
        (one) =>
          isRead(one) &&
          compiler.isIdentifier(one) &&
          isOf(trace, one, parameter) &&
          !isAskedAt({ trace, scope, status: parameter }, one),
      ),
  )

/** `validateStatus: null`, `throwHttpErrors: false` */
const isSettled = (node: ts.Node): boolean =>
  isNothing(node) ||
  node.kind === compiler.SyntaxKind.TrueKeyword ||
  node.kind === compiler.SyntaxKind.FalseKeyword

const judgesOf = (trace: Trace, site: Site): readonly Judge[] => [
  ...toldBy(trace, site).flatMap((one) => judgeOf(one, true)),
  ...(site.sink.passed ?? []).flatMap((node) => judgeOf({ node, scope: undefined }, false)),
]

/** What the first place says that says anything. */
const toldBy = (trace: Trace, { sink, scope }: Site): readonly Source[] =>
  (sink.judges ?? []).map((place) => placed(trace, place, scope)).find((found) => found.length > 0) ?? []

const judgeOf = (source: Source, isStatus: boolean): readonly Judge[] => {
  const { node, scope } = source
  if (!goesByPlace(source) || !compiler.isFunctionLike(node)) return []
  const [parameter] = node.parameters
  return parameter ? [{ node, scope, parameter, isStatus }] : []
}

const isOf = (trace: Trace, name: ts.Expression, parameter: ts.ParameterDeclaration): boolean => {
  const declared = compiler.isIdentifier(name) ? declarationOf(trace, name) : undefined
  return declared !== undefined && isInside(declared, parameter)
}
