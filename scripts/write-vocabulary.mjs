// What the audit looks for, taken out of the mapping once a build: loading every schema costs more than auditing a
// large tree. Runs last of the build.
import { writeFileSync } from 'node:fs'
import { mappingVocabulary } from '../dist/codemods/audit/words/mapping-vocabulary.js'

writeFileSync('dist/codemods/audit/words/vocabulary.json', JSON.stringify(mappingVocabulary()))
