// Writes what is generated from the mapping and the codemod's rules and kept in the repository. Runs on the build: npm run generate.
import { mkdirSync, writeFileSync } from 'node:fs'
import { rulesPage } from '../dist/codemods/rules-page.js'
import { referenceFiles } from '../dist/src/reference/files.js'
import { reportSchema } from '../dist/src/report/json-schema.js'

const DIRECTORY = 'docs/reference'

mkdirSync(DIRECTORY, { recursive: true })
writeFileSync(`${DIRECTORY}/report-1.schema.json`, reportSchema())
writeFileSync('docs/codemod-rules.md', rulesPage())
for (const [name, text] of referenceFiles()) writeFileSync(`${DIRECTORY}/${name}`, text)
