import { resources, routes } from '../../mappings/v1/index.ts'
import { vocabularyFrom } from './from-mappings.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The whole mapping as the audit sees it. */
export const mappingVocabulary = (): Vocabulary =>
  vocabularyFrom({ v1: resources, graphql: [], routes, operations: [] })
