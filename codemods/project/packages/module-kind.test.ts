import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isChecked, isWithoutDom, wantsEndings, wantsParametersRead } from './module-kind.ts'

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

test.each([
  ['libraries without the DOM', options({ lib: ['ES2022'] }), true],
  ['the same by inheritance', options({}, { extends: './base.json' }), true],
  ['the same by a package that is not installed', { extends: '@tsconfig/node20/tsconfig.json' }, true],
  ['libraries with the DOM', options({ lib: ['ES2022', 'DOM'] }), false],
  ["a worker's", options({ lib: ['es2022', 'webworker'] }), false],
  ["the compiler's own choice", options({}), false],
])('of the DOM: %s', (_name, config, isWithout) => {
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(directory, 'base.json'), JSON.stringify(options({ lib: ['es2022'] })))
  expect(isWithoutDom(join(directory, 'a.ts'))).toBe(isWithout)
})

test.each([
  ['all of it', 'tsconfig.json', options({ checkJs: true }), true],
  ['all of it, by inheritance', 'tsconfig.json', options({}, { extends: './base.json' }), true],
  ['all of it, where there is nothing else', 'jsconfig.json', options({ checkJs: true }), true],
  ['none of it', 'tsconfig.json', options({ allowJs: true }), false],
  ['none of it here', 'tsconfig.json', options({ checkJs: false }, { extends: './base.json' }), false],
])('of the types of JavaScript: %s', (_name, file, config, is) => {
  writeFileSync(join(directory, file), JSON.stringify(config))
  writeFileSync(join(directory, 'base.json'), JSON.stringify(options({ checkJs: true })))
  expect(isChecked(join(directory, 'a.js'))).toBe(is)
})

test.each([
  ['read', 'tsconfig.json', options({ noUnusedParameters: true }), true],
  ['read, by inheritance', 'tsconfig.json', options({}, { extends: './strict.json' }), true],
  ['read, by what lies beside', 'tsconfig.app.json', options({ noUnusedParameters: true }), true],
  ['as they are', 'tsconfig.json', options({ noUnusedLocals: true }), false],
  [
    'as they are here',
    'tsconfig.json',
    options({ noUnusedParameters: false }, { extends: './strict.json' }),
    false,
  ],
])('wants parameters %s', (_name, file, config, wants) => {
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ references: [] }))
  writeFileSync(join(directory, 'strict.json'), JSON.stringify(options({ noUnusedParameters: true })))
  writeFileSync(join(directory, file), JSON.stringify(config))
  expect(wantsParametersRead(join(directory, 'a.ts'))).toBe(wants)
})
