import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { errorMessage, errorWords } from '../../../../mappings/v1/errors.ts'
import { compiler } from '../../../project/compiler.ts'
import { answerOf } from '../../../sites/answers/answer.ts'
import { underSuccess } from '../../../sites/answers/failure/failure.ts'
import { flowOf } from '../../../sites/answers/flow/flow.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * A Response whose body a program answers its own callers with, also where v2 refused: what went well is translated on its
 * way, and a refusal, which may be no JSON at all, is v2's.
 */
export const refusalGivenOn = (trace: Trace, site: Site): Finding[] => {
  const held = answerOf(trace, site)
  if (held.kind !== 'response' || site.sink.library !== 'fetch') return []
  const { escapes, refusals } = flowOf(trace, site.top, held)
  const given = [...refusals, ...escapes].find((one) => isAnswer(one) && !underSuccess(trace, one))
  return given
    ? [
        {
          code: 'TOLERATED',
          rule: 'codemod.error-body',
          at: given.getText(),
          why: `it is given on as it came where v2 refused: it says ${errorWords[errorMessage]} then, and ${errorMessage} no more`,
          fix: `see who reads ${errorMessage} of it`,
        },
      ]
    : []
}

/** `new Response(res.body)`, `reply.send(await res.text())` */
const isAnswer = (given: ts.Node): boolean => {
  for (let at = given; at.parent && !compiler.isStatement(at); at = at.parent) {
    const { parent } = at
    if (compiler.isNewExpression(parent)) return /Response$/.test(parent.expression.getText())
    if (compiler.isCallExpression(parent) && parent.expression !== at)
      return /(^|\.)(send|end|json|body)$/.test(parent.expression.getText())
  }
  return false
}
