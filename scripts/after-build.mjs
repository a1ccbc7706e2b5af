// The command must be executable wherever npm did not set the bit itself (a plain `npm run build`).
import { chmodSync, writeFileSync } from 'node:fs'
import { mappingVocabulary } from '../dist/codemods/audit/mapping-vocabulary.js'

chmodSync('dist/src/cli/main.js', 0o755)

// What the audit looks for, taken out of the mapping once: loading every schema costs more than auditing a large tree.
writeFileSync('dist/codemods/audit/vocabulary.json', JSON.stringify(mappingVocabulary()))
