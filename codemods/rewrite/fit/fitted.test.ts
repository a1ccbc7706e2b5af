import type { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { routes } from '../../../mappings/v1/index.ts'
import type { Sources } from '../../project/parse/program.ts'
import { loadSources, noAlias } from '../../project/parse/program.ts'
import { hostsWith } from '../../sites/texts/locate.ts'
import { rewrite } from '../rewrite.ts'
import { fitModule } from './fit-lines.ts'
import { fitted } from './fitted.ts'
import { parsed } from './lines.ts'
import { pageOf, widthOf } from './page.ts'

const moved = (text: string): string | undefined =>
  rewrite(
    loadSources(['/code/a.js'], noAlias, () => text),
    { routes, hosts: hostsWith(), root: '/code' },
  ).changes.find(({ path }) => path === '/code/a.js')?.after

const HEAD = "const API = 'https://rest.runpod.io/v1'\n"
const NEW_HEAD = "const API = 'https://api.runpod.io/v2'\n"

test('a line that an edit makes too long is broken at its outermost part', () => {
  const text = `${HEAD}const headers = { Authorization: 'Bearer x', 'Content-Type': 'application/json' }
const halt = (id) => fetch(`.concat(
    '`${API}/pods/${id}/stop`',
    `, { method: 'POST', headers })
await halt('a')
`,
  )
  expect(moved(text)).toBe(
    `${NEW_HEAD}const headers = { Authorization: 'Bearer x', 'Content-Type': 'application/json' }
const halt = (id) =>
  fetch(`.concat(
      '`${API}/pods/${id}/action`',
      `, {
    method: 'POST',
    headers,
    body: JSON.stringify({ action: 'stop' }),
  })
await halt('a')
`,
    ),
  )
})

test('a line that was too long before is left as it was written', () => {
  const long = `fetch(API + '/networkvolumes', { headers: { Authorization: 'Bearer x' } }).then(${'r => r, '.repeat(16)}1)\n`
  expect(long.length).toBeGreaterThan(140)
  expect(moved(HEAD + long)).toBe(NEW_HEAD + long.replace('/networkvolumes', '/network-volumes'))
})

test('what replaces several lines is broken, also where one of them was too long', () => {
  const args = `--serve ${'--flag '.repeat(20)}`
  const text = `const key = process.env.KEY
const gql = (query) =>
  fetch('https://api.runpod.io/graphql', {
    method: 'POST',
    headers: { Authorization: \`Bearer \${key}\` },
    body: JSON.stringify({ query }),
  }).then((r) => r.json())
await gql(\`mutation {
  podFindAndDeployOnDemand(input: {
    name: "a", imageName: "b/c", gpuTypeId: "L4", gpuCount: 1, cloudType: SECURE, containerDiskInGb: 20
    dockerArgs: "${args}"
  }) { id }
}\`)
`
  const lines = moved(text)?.split('\n') ?? []
  expect(lines).toContain(`        dockerArgs: '${args}',`)
  expect(lines).toContain("        imageName: 'b/c',")
})

test('commas and semicolons are those of the file', () => {
  const text = `const x = {
  y: 1
};
await fetch('https://rest.runpod.io/v1/pods/a/stop', { method: 'POST' });
`
  expect(moved(text)).toBe(`const x = {
  y: 1
};
await fetch('https://api.runpod.io/v2/pods/a/action', {
  method: 'POST',
  body: JSON.stringify({ action: 'stop' }),
  headers: { 'Content-Type': 'application/json' }
});
`)
})

test('a line is as wide as the widest that could have been broken', () => {
  const wide = (length: number): string => `call(${'a, '.repeat(length)}a)`
  const widthIn = (text: string): number => widthOf(loadSources(['/code/a.js'], noAlias, () => text).files)
  expect(widthIn('call(a)')).toBe(80)
  expect(widthIn(wide(29))).toBe(100)
  expect(widthIn(wide(35))).toBe(120)
  expect(widthIn(wide(90))).toBe(140)
  expect(widthIn(`// ${'a '.repeat(90)}\nsay('${'a '.repeat(90)}')`)).toBe(80)
  expect(widthIn(`say('the user\\'s ${'a '.repeat(90)}')`)).toBe(80)
})

test('what a text says over several lines does not tell how wide a program is', () => {
  const script = [
    'const script = `#!/bin/sh',
    `\${start(${'a, '.repeat(40)}a)} && nohup ./run`,
    '${wait(a)}`',
  ]
  const widthIn = (lines: readonly string[]): number =>
    widthOf(loadSources(['/code/a.js'], noAlias, () => lines.join('\n')).files)
  expect(widthIn(script)).toBe(80)
  expect(widthIn([...script, `call(${'a, '.repeat(29)}a)`])).toBe(100)
})

test('a generated module is in the quotes of the program, and no wider than can be read', () => {
  const text = `export const make = async (input: object) => {
  const res = await fetch("https://rest.runpod.io/v1/pods", { method: "POST", body: JSON.stringify(input) });
  return res.ok || ${'res.ok || '.repeat(13)}res.status;
};
`
  const sources = loadSources(['/code/a.ts'], noAlias, () => text)
  const { changes } = rewrite(sources, { routes, hosts: hostsWith(), root: '/code' })
  const module = changes.find(({ before }) => before === undefined)?.after ?? ''
  expect(module).toMatch(/\? value\n +\.split\(","\)\n +\.map\(/)
  expect(module).not.toMatch(/[(, ]'[^'"`]*'[,)]/)
  const long = module
    .split('\n')
    .filter((line) => line.length > 100 && !/\/\/|\/\*\*|"[^"]{50,}"|\$\{/.test(line))
  expect(long).toEqual([])
})

test('what a text says in escapes is said in them still', () => {
  const page = pageOf(loadSources(['/code/a.js'], noAlias, () => 'say("a")\n').files[0] as ts.SourceFile, 80)
  const after = "export const rows = (text) => text.split('\\n').map((row) => row.split(','))\n"
  expect(fitModule({ path: '/code/upshift.v2.js', after }, page)).toBe(after.replace("','", '","'))
})

const HALT = '`${API}/pods/${id}/stop`'
const MOVED_HALT = '`${API}/pods/${id}/action`'
const ACTION = "body: JSON.stringify({ action: 'stop' })"

test('a comment before a comma stays behind what it is about', () => {
  const text = `${HEAD}const headers = { 'Content-Type': 'application/json' }
const asked = async (id) => [id /* first */, (await fetch(${HALT}, { method: 'POST', headers })).ok /* then */, 1]
console.log(asked('a').length)
`
  expect(moved(text)).toBe(`${NEW_HEAD}const headers = { 'Content-Type': 'application/json' }
const asked = async (id) => [
  id /* first */,
  (await fetch(${MOVED_HALT}, { method: 'POST', headers, ${ACTION} })).ok /* then */,
  1,
]
console.log(asked('a').length)
`)
})

test('a hole at the end of a list stays one', () => {
  const text = `${HEAD}const rows = [
  1
]
const headers = { 'Content-Type': 'application/json' }
const asked = async (id) => [id, (await fetch(${HALT}, { method: 'POST', headers })).ok, , ]
`
  expect(moved(text)).toContain(`.ok,\n  ,\n]\n`)
})

test.each([
  '// @ts-expect-error no such option',
  '// prettier-ignore',
  '// eslint-disable-next-line no-await-in-loop',
])('a line that a comment says something to a tool about is not broken: %s', (comment) => {
  const text = `${HEAD}const headers = { 'Content-Type': 'application/json' }
const halt = async (id) => {
  ${comment}
  await fetch(${HALT}, { method: 'POST', headers })
}
`
  expect(moved(text)).toContain(
    `${comment}\n  await fetch(${MOVED_HALT}, { method: 'POST', headers, ${ACTION} })\n`,
  )
})

test('what is said behind a line breaks none, and what a function gives stands in one column', () => {
  const page = {
    ...pageOf(loadSources(['/code/a.js'], noAlias, () => "'use strict'\n").files[0] as ts.SourceFile, 80),
  }
  const after = `put(old, 'volumeInGb', 0) // v2 has no host-local volume on CPU pods; attach a network volume
const seen = (port) => port.type === 'tcp' && Boolean(port.ip) && port.public !== undefined && !INTERNAL.test(port.ip) // not from outside
`
  expect(
    fitModule({ path: '/code/upshift.v2.js', after }, page),
  ).toBe(`put(old, 'volumeInGb', 0) // v2 has no host-local volume on CPU pods; attach a network volume
const seen = (port) =>
  port.type === 'tcp' &&
  Boolean(port.ip) &&
  port.public !== undefined &&
  !INTERNAL.test(port.ip) // not from outside
`)
})

test('a module that is there goes on as it is laid', () => {
  const path = '/p/src/upshift.v2.ts'
  const before = `export const single = (field: string, list: any) => {
  if (list.length > 1)
    throw new Error(\`\${field}: REST v2 takes one value, not \${list.length}; try them one after the other\`)
  return list[0]
}
`
  const after = `${before}\nexport const first = (list: any) => list[0]\n`
  const program = parsed('/p/src/pods.ts', 'export const pods = 1\n')
  const [change] = fitted({ files: [program] } as unknown as Sources, [{ path, before, after }], [])
  expect(change?.after).toBe(after)
})
