import type { GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { chooseOperation, DocumentError, type Flaw, type ReadDocument, readDocument } from './document.ts'
import type { DocumentLimits } from './limits.ts'
import { conditionVariables, includedWith, makePlan, type Plan, type SourceOf } from './plan.ts'
import { type CoercedVariables, compileVariables } from './variables.ts'

/** Everything about one operation of one text that does not depend on who asks. */
export interface PreparedOperation {
  readonly document: ReadDocument
  readonly operation: OperationDefinitionNode
  readonly readVariables: (sent: Readonly<Record<string, unknown>>) => CoercedVariables
  /** The plan for these variables: `@skip` and `@include` make a document several. */
  readonly plan: (variables: CoercedVariables['values']) => Plan
}

/** @throws {DocumentError} */
export type Prepare = (text: string, operationName: string | undefined) => PreparedOperation

/** Distinct documents kept, and their characters together: inlined values make every document a new one. */
const KEPT = 500
const KEPT_CHARACTERS = 2_000_000
/** Texts remembered as asked once, and their characters together. */
const ASKED_ONCE = 1_000
const ASKED_ONCE_CHARACTERS = 500_000
/** Outcomes of `@skip` and `@include` kept for one operation. */
const KEPT_VARIANTS = 8

interface Kept {
  readonly document: ReadDocument | DocumentError
  readonly operations: Map<string, PreparedOperation>
}

/**
 * Parses, validates and plans a text, and keeps what it made from the second time on: of documents that are new each
 * time, what is kept would only be carried from one garbage collection to the next. Bounded; keyed by the text alone,
 * which is never logged: clients inline secrets in it.
 * @param onRead told of every read: whether the text was known
 */
export const createDocumentCache = (
  schema: GraphQLSchema,
  limits: DocumentLimits,
  sourceOf: SourceOf,
  onRead?: (hit: boolean) => void,
): Prepare => {
  const kept = new Map<string, Kept>()
  let characters = 0

  const isAskedAgain = createAskedAgain()

  const keep = (text: string, entry: Kept): void => {
    kept.set(text, entry)
    characters += text.length
    while (kept.size > KEPT || characters > KEPT_CHARACTERS) {
      const oldest = kept.keys().next().value ?? ''
      kept.delete(oldest)
      characters -= oldest.length
    }
  }

  const remember = (text: string): Kept => {
    const found = kept.get(text)
    onRead?.(found !== undefined)
    if (found) return found
    const entry: Kept = { document: attempt(() => readDocument(schema, text, limits)), operations: new Map() }
    if (text.length <= limits.characters && isAskedAgain(text)) keep(text, entry)
    return entry
  }

  return (text, operationName) => {
    const { document, operations } = remember(text)
    if (document instanceof DocumentError) throw document
    const name = operationName ?? ''
    const found = operations.get(name)
    if (found) return found
    const prepared = prepare(schema, document, chooseOperation(document, operationName), sourceOf)
    operations.set(name, prepared)
    return prepared
  }
}

/** Says whether a text was asked for before, not too long ago. */
const createAskedAgain = () => {
  const once = new Set<string>()
  let characters = 0
  return (text: string): boolean => {
    if (once.delete(text)) {
      characters -= text.length
      return true
    }
    if (once.size >= ASKED_ONCE || characters > ASKED_ONCE_CHARACTERS) {
      once.clear()
      characters = 0
    }
    once.add(text)
    characters += text.length
    return false
  }
}

const attempt = (read: () => ReadDocument): ReadDocument | DocumentError => {
  try {
    return read()
  } catch (error) {
    if (error instanceof DocumentError) return error
    throw error
  }
}

/** How a condition came out; a variable that is neither decides nothing. */
const OUTCOMES: ReadonlyMap<unknown, string> = new Map([
  [true, '1'],
  [false, '0'],
])

/** What GraphQL says of a condition that nobody decided: no field of the document is run. */
const unsaidFlaw = (name: string): Flaw => ({
  message: `Variable "$${name}" of required type "Boolean!" was not provided.`,
  spans: [],
  locations: [],
})

const prepare = (
  schema: GraphQLSchema,
  document: ReadDocument,
  operation: OperationDefinitionNode,
  sourceOf: SourceOf,
): PreparedOperation => {
  const conditions = conditionVariables(document, operation)
  const variants = new Map<string, Plan>()
  const plan: PreparedOperation['plan'] = (variables) => {
    const variant = conditions.map((name) => OUTCOMES.get(variables[name]) ?? '?').join('')
    const found = variants.get(variant)
    if (found) return found
    const unsaid = conditions.filter((name) => !OUTCOMES.has(variables[name]))
    const cut = makePlan(schema, document, operation, includedWith(variables), sourceOf)
    const made = unsaid.length === 0 ? cut : { ...cut, flaws: [...cut.flaws, ...unsaid.map(unsaidFlaw)] }
    if (variants.size < KEPT_VARIANTS) variants.set(variant, made)
    return made
  }
  return { document, operation, readVariables: compileVariables(schema, operation), plan }
}
