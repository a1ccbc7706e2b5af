import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wantsEndings } from './module-kind.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'module-kind-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const ES = { type: 'module' }
const options = (compilerOptions: object, more: object = {}) => ({ compilerOptions, ...more })

test.each([
  ['an ES module that Node resolves', ES, options({ module: 'NodeNext' }), 'a.ts', true],
  ['the same by inheritance', ES, options({}, { extends: './base.json' }), 'a.ts', true],
  [
    'the same by a package that is not installed',
    ES,
    { extends: '@tsconfig/node20/tsconfig.json' },
    'a.ts',
    true,
  ],
  ['CommonJS', {}, options({ module: 'node16' }), 'a.ts', false],
  ['a module by its name', {}, options({ module: 'node16' }), 'a.mts', true],
  ['what a bundler resolves', ES, options({ module: 'esnext', moduleResolution: 'bundler' }), 'a.ts', false],
])('%s', (_name, manifest, config, file, wants) => {
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(directory, 'base.json'), JSON.stringify(options({ module: 'nodenext' })))
  expect(wantsEndings(join(directory, file))).toBe(wants)
})
