import type { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { compiler } from '../../../project/compiler.ts'
import { parseAs } from '../../../project/parse/program.ts'
import { nodesIn } from '../syntax/nodes.ts'
import { prototypeAround } from './prototypes.ts'

const methods = (count: number): string =>
  ['function Client() {}']
    .concat(Array.from({ length: count }, (_, at) => `Client.prototype.m${at} = function () { return this }`))
    .join('\n')

test('the class of a method on a prototype is known by its name', () => {
  const file = parseAs('/code/a.js', `${methods(1)}\nfunction other() { return this }`)
  const owners = nodesIn(file, (node): node is ts.Node => node.kind === THIS)
  expect(owners.map((node) => prototypeAround(node)?.name?.getText())).toEqual(['Client', undefined])
})

test('a file is not walked again for each of its methods', () => {
  const file = parseAs('/code/a.js', methods(50))
  const all = nodesIn(file, (node): node is ts.Node => node.kind === THIS)
  const { statements } = file
  let walks = 0
  Object.defineProperty(file, 'statements', {
    get: () => {
      walks += 1
      return statements
    },
  })
  for (const node of all) prototypeAround(node)
  expect(walks).toBeGreaterThan(0)
  expect(walks).toBeLessThan(10)
})

const THIS = compiler.SyntaxKind.ThisKeyword
