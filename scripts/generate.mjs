// Writes what is generated from the mapping and kept in the repository. Runs on the build: npm run generate.
import { mkdirSync, writeFileSync } from 'node:fs'
import { reportSchema } from '../dist/src/report/json-schema.js'

mkdirSync('docs/reference', { recursive: true })
writeFileSync('docs/reference/report-1.schema.json', reportSchema())
