import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { contracts } from '../../../../mappings/schemas/operations.ts'
import { compiler } from '../../../project/compiler.ts'
import { type TypeQuestion, typeQuestion } from '../../../sites/answers/failure/content-type.ts'
import { underSuccess } from '../../../sites/answers/failure/failure.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import { bare, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, replace } from '../../edit/edit.ts'
import { isOfAnotherCall } from '../another-call.ts'
import { callsBehind } from '../status/status-calls.ts'
import { functionsHanded } from '../status/status-handed.ts'
import { placesOf, THROWS } from './error-handlers.ts'

/** What becomes of questions about an answer's content type. */
interface AskedForJson {
  readonly edits: readonly Edit[]
  readonly findings: readonly Finding[]
}

/** The types of the bodies that say why a call was refused, of either API. */
const WAS = contracts.v1.error.mediaType
const IS = contracts.v2.error.mediaType
/** What both have. */
const COMMON = 'json'

/**
 * Where the code around a call asks whether an answer is JSON by a content type that v2's refusals do not have (RFC 9457,
 * section 3): it asks for what both have, or that is said.
 */
export const askedForJson = (trace: Trace, site: Site): AskedForJson => {
  const isOurs = (call: ts.Node): boolean => call === site.top || call === site.sink.call
  const here = placesOf(trace, site)
  const handed = new Set(here.flatMap((place) => functionsHanded(trace, place, isOurs)))
  const places = [...new Set([...here, ...handed])]
  const found = places
    .flatMap((place) => questionsIn({ trace, site, place, isOurs, isHanded: handed.has(place) }))
    .filter((one) => tellsApart(one) && !underSuccess(trace, one.node))
  return {
    edits: found.flatMap((one) => editsOf(one) ?? []),
    findings: found.flatMap((one): Finding[] => (editsOf(one) ? [] : [missed(one.node)])),
  }
}

const missed = (node: ts.Node): Finding => ({
  code: 'TOLERATED',
  rule: 'codemod.content-type',
  at: node.getText(),
  why: `v2 sends what it refuses as ${IS}, which is not taken for JSON here`,
})

const tellsApart = ({ holds }: TypeQuestion): boolean => holds(WAS) && !holds(IS)

/** Where questions are looked for, and whose answers they may be about. */
interface Asker {
  readonly trace: Trace
  readonly site: Site
  readonly place: ts.Node
  readonly isOurs: (call: ts.Node) => boolean
  /** Whether the place is a function that is handed an answer. */
  readonly isHanded: boolean
}

const questionsIn = (asker: Asker): TypeQuestion[] => {
  const found: TypeQuestion[] = []
  walk(asker.place, (node) => {
    const one = typeQuestion(asker.trace, node)
    if (one && isAnswered(asker, one.headers)) found.push(one)
    return undefined
  })
  return found
}

/** What makes a question hold for both types of refusals, and for other JSON. */
const editsOf = ({ method, word }: TypeQuestion): readonly Edit[] | undefined => {
  const isWritten = word && compiler.isStringLiteralLike(word) && word.text.toLowerCase() === WAS
  if (!isWritten || !method || !/^(includes|startsWith)$/.test(method.text)) return undefined
  const quote = word.getText()[0]
  const asked = replace(word, `${quote}${COMMON}${quote}`)
  return method.text === 'includes' ? [asked] : [replace(method, 'includes'), asked]
}

/** Whether headers are those of an answer of ours, or of what a function is handed. */
const isAnswered = ({ trace, site, place, isOurs, isHanded }: Asker, headers: ts.Expression): boolean => {
  const node = bare(headers)
  const owner = compiler.isPropertyAccessExpression(node) ? bare(node.expression) : node
  const calls = callsBehind(trace, owner)
  if (calls.length > 0) return calls.some(isOurs)
  // What a library throws keeps the answer: `error.response.headers`.
  if (THROWS.test(site.sink.library) && /\.response[!?]*$/.test(flatText(owner)))
    return !isOfAnotherCall(trace, owner, site, place)
  const declared = isHanded && compiler.isIdentifier(owner) ? declarationOf(trace, owner) : undefined
  return declared !== undefined && declared.parent === place && node !== owner
}
