import { readFileSync } from 'node:fs'
import { type CompiledVocabulary, compileVocabulary, type Vocabulary } from './words/vocabulary.ts'

/** Where the build leaves the vocabulary: said from two folders up, as a bundle is elsewhere. */
const BUILT = new URL('../../codemods/audit/vocabulary.json', import.meta.url)

const built = (): Vocabulary | undefined => {
  try {
    return JSON.parse(readFileSync(BUILT, 'utf8')) as Vocabulary
  } catch {
    return undefined
  }
}

/**
 * The audit's vocabulary. The build writes it out, because loading every schema of the mapping takes longer than
 * auditing a large tree; without a build it is taken from the mapping itself.
 */
export const loadVocabulary = async (): Promise<CompiledVocabulary> => {
  const ready = built()
  if (ready) return compileVocabulary(ready)
  const { mappingVocabulary } = await import('./words/mapping-vocabulary.ts')
  return compileVocabulary(mappingVocabulary())
}
