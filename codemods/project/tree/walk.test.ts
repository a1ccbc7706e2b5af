import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { walk } from './walk.ts'

let root = ''
const put = (path: string, text = 'x') => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const visited = (paths: readonly string[] = ['.']) => {
  const files: string[] = []
  const skipped = walk(paths, (file) => files.push(file.relative), { cwd: root })
  return { files, skipped: skipped.map(({ path, why }) => `${path} ${why}`) }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'upshift-walk-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('visits dotfiles and .github, in one order', () => {
  put('.github/workflows/deploy.yml')
  put('.env.example')
  put('src/a.ts')
  put('B.md')
  expect(visited().files).toEqual(['.env.example', '.github/workflows/deploy.yml', 'B.md', 'src/a.ts'])
})

test('respects .gitignore, the deepest rule last, and says what it left out', () => {
  put('.git/HEAD', 'ref: refs/heads/main')
  put('.gitignore', 'out/\n*.log\n')
  put('out/a.js')
  put('a.log')
  put('keep/.gitignore', '!b.log')
  put('keep/b.log')
  expect(visited()).toEqual({
    files: ['.gitignore', 'keep/.gitignore', 'keep/b.log'],
    skipped: ['a.log GIT_IGNORED', 'out/ GIT_IGNORED'],
  })
})

test('a .gitignore above the given path counts too', () => {
  put('.git/HEAD', 'ref: refs/heads/main')
  put('.gitignore', 'generated/')
  put('app/generated/a.ts')
  put('app/b.ts')
  expect(visited(['app'])).toEqual({ files: ['app/b.ts'], skipped: ['app/generated/ GIT_IGNORED'] })
})

test('dependency directories are skipped unless they are named', () => {
  put('node_modules/dep/index.js')
  put('vendor/dep/x.go')
  put('a.go')
  expect(visited()).toEqual({
    files: ['a.go'],
    skipped: ['node_modules/ DEPENDENCY_DIRECTORY', 'vendor/ DEPENDENCY_DIRECTORY'],
  })
  expect(visited(['vendor']).files).toEqual(['vendor/dep/x.go'])
})

test('a linked worktree is another copy of the code', () => {
  put('copy/.git', 'gitdir: /somewhere/.git/worktrees/copy\n')
  put('copy/a.ts')
  expect(visited()).toEqual({ files: [], skipped: ['copy/ OTHER_CHECKOUT'] })
})

test('symlink loops end and are named', () => {
  put('src/a.ts')
  symlinkSync('..', join(root, 'src/up'))
  symlinkSync('nowhere', join(root, 'src/dangling'))
  expect(visited()).toEqual({
    files: ['src/a.ts'],
    skipped: ['src/dangling UNREADABLE', 'src/up/ SYMLINK_SEEN'],
  })
})

test('a link is followed within the repository, and named where it leads out of it', () => {
  put('repo/.git/HEAD', 'ref: refs/heads/main')
  put('repo/shared/a.ts')
  put('repo/app/b.ts')
  put('beyond/c.ts')
  symlinkSync('../shared', join(root, 'repo/app/shared'))
  symlinkSync('../../beyond', join(root, 'repo/app/beyond'))
  symlinkSync('../../beyond/c.ts', join(root, 'repo/app/c.ts'))
  symlinkSync('/', join(root, 'repo/app/everything'))
  const skipped = ['beyond/', 'c.ts', 'everything/'].map((path) => `repo/app/${path} LEADS_OUT`)
  expect(visited(['repo/app'])).toEqual({ files: ['repo/app/b.ts', 'repo/app/shared/a.ts'], skipped })
})

test('a path that is not there is an error', () => {
  expect(() => visited(['missing'])).toThrow(/ENOENT/)
})
