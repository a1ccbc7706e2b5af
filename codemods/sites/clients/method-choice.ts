import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames/frames.ts'
import { madeAs } from '../program/names/symbol.ts'
import { bare, isConst } from '../program/syntax/nodes.ts'
import { taken } from '../program/ways/taken.ts'
import type { Text } from '../texts/text.ts'
import { isVerb } from '../texts/verbs.ts'
import type { Trace } from '../values/trace.ts'

type Side = ts.PropertyAccessExpression

/** A choice between two methods, and the client whose they are. */
interface Choice {
  readonly client: ts.Expression
  readonly verb: ts.Expression
}

/** What `(id ? client.patch : client.post)(…)` chooses from, also by a constant's name, where both are the same client's. */
export const methodChoice = (trace: Trace, callee: ts.Expression): Choice | undefined => {
  const verb = madeAs(trace, callee)
  const [one, other] = sidesOf(verb) ?? []
  const isSame = one && other && one.expression.getText() === other.expression.getText()
  return isSame && (verb === callee || isConst(verb.parent)) ? { client: one.expression, verb } : undefined
}

/** What each of them is called, where it stands; the one that is meant, where it is known what the condition comes to. */
export const methodsChosen = (
  trace: Trace,
  given: ts.Expression,
  scope: Scope | undefined,
): Text[] | undefined => {
  const node = bare(given)
  const sides = sidesOf(node)
  if (!sides || !compiler.isConditionalExpression(node)) return undefined
  const holds = taken(trace, node.condition, scope)
  return sides
    .filter((_, index) => holds === undefined || holds === (index === 0))
    .map(({ name }) => ({
      pieces: [
        { kind: 'written', text: name.text, file: name.getSourceFile(), start: name.getStart(), exact: true },
      ],
      env: [],
    }))
}

const sidesOf = (given: ts.Expression): readonly Side[] | undefined => {
  const node = bare(given)
  if (!compiler.isConditionalExpression(node)) return undefined
  const sides = [bare(node.whenTrue), bare(node.whenFalse)].filter(
    (side): side is Side => compiler.isPropertyAccessExpression(side) && isVerb(side.name.text.toLowerCase()),
  )
  return sides.length === 2 ? sides : undefined
}
