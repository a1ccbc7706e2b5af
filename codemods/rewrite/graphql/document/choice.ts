import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import type { Branch } from '../../../sites/program/frames/source.ts'
import { isSteady } from '../../../sites/program/set/steady.ts'
import { bare, dressed, functionAround } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isAskedAgain } from '../../branches.ts'
import { stepBack } from './document-steps.ts'
import { documentAt, documentsOf, type SiteDocument } from './documents.ts'
import { type ReadText, readDocument } from './graphql-document.ts'

/** One of two documents, as a condition decides. */
export interface Chosen {
  readonly branch: Branch
  readonly document: SiteDocument
  readonly read: ReadText
}

const MOST_STEPS = 4

/**
 * The two documents of a call that sends `on ? RESUME : STOP`, where the condition can be asked again at the call;
 * undefined where they are chosen in another way.
 */
export const chosenAt = (trace: Trace, site: Site): readonly [Chosen, Chosen] | undefined => {
  const condition = conditionAt(trace, site)
  if (!condition) return undefined
  const [first, second] = [true, false].map((value): Chosen | undefined => {
    const branch: Branch = { condition, value }
    return trace.assuming(branch, () => {
      const [document, ...others] = documentsOf(trace, site)
      const read = document && others.length === 0 ? readDocument(document) : undefined
      return document && read && document.env.length === 0 ? { branch, document, read } : undefined
    })
  })
  return first && second ? [first, second] : undefined
}

/** The condition that decides which document is sent, or whether something is asked for in it, in the function that sends it. */
const conditionAt = (trace: Trace, site: Site): ts.Expression | undefined =>
  conditionOf(trace, site, documentAt(trace, site)) ?? conditionWithin(trace, site)

/** `${withMachine ? MACHINE : ''}` among what a document asks for. */
const conditionWithin = (trace: Trace, site: Site): ts.Expression | undefined => {
  const [document, ...others] = documentsOf(trace, site)
  if (!document || others.length > 0) return undefined
  const [lost] = document.slots.flatMap((slot) => (slot.kind === 'lost' ? [slot.at] : []))
  return lost && conditionOf(trace, site, lost)
}

const conditionOf = (trace: Trace, site: Site, from: At | undefined): ts.Expression | undefined => {
  let at = from
  for (let steps = 0; at && steps < MOST_STEPS; steps++) {
    const node = bare(at.node)
    if (compiler.isConditionalExpression(node)) {
      const { condition } = node
      const isHere = functionAround(node) === functionAround(site.top)
      return isHere && isAskedAgain(condition) && isSteady(trace, condition) ? condition : undefined
    }
    at = stepBack(trace, { node, scope: at.scope })
  }
  return undefined
}

/** `on ? resume() : stop()`, in parentheses where what stands around it would bind closer. */
export const choiceText = ({ condition }: Branch, yes: string, no: string, place?: ts.Expression): string => {
  const asked = compiler.isConditionalExpression(bare(condition))
    ? `(${condition.getText()})`
    : condition.getText()
  const text = `${asked} ? ${yes} : ${no}`
  const parent = place && dressed(place).parent
  const binds =
    parent &&
    (compiler.isAwaitExpression(parent) ||
      compiler.isPropertyAccessExpression(parent) ||
      compiler.isBinaryExpression(parent) ||
      compiler.isConditionalExpression(parent))
  return binds ? `(${text})` : text
}
