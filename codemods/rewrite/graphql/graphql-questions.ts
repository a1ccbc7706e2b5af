import { restCalls } from '../../../mappings/graphql/calls.ts'
import type { Asked, Selected } from './document/graphql-document.ts'

/** A field below the root that takes arguments: what it is asked, by the name that v2's call has for the question. */
export interface Question {
  readonly name: string
  readonly given: Asked['arguments']
}

/** What v2's call names the root's own argument. */
const OWN = 'input'

/**
 * What fields right below a root are asked, e.g. `lowestPrice`: by their names, or where one is asked several questions by
 * its keys; undefined where that cannot be said.
 */
export const innerArguments = (asked: Asked): Readonly<Record<string, Question>> | undefined => {
  const found: Record<string, Question> = {}
  for (const one of asked.selected ?? []) {
    const { name, arguments: given, inner } = one
    if (inner.some((below) => below.arguments.length > 0)) return undefined
    const key = questionKey(asked, one)
    if (key in found || (key !== name && key === OWN)) return undefined
    if (inner.length > 0 || given.length > 0) found[key] = { name, given }
  }
  return found
}

/** A price may be asked for several times, each under a key of its own. */
const questionKey = (asked: Asked, { name, key, arguments: given }: Selected): string => {
  const isPrice = given.length > 0 && restCalls[asked.name]?.errand === 'listGpuTypes'
  const twins = asked.selected?.filter((one) => one.name === name) ?? []
  return isPrice && twins.length > 1 ? key : name
}

/** What is selected, as v2's call says it: a field that is asked several questions goes by its keys. */
export const selectedFor = (asked: Asked): readonly Selected[] =>
  (asked.selected ?? []).map((one) => {
    const key = questionKey(asked, one)
    return key === one.name ? one : { ...one, name: key }
  })
