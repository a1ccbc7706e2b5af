import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { groupBy } from '../../mappings/dsl/group-by.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const ROOMS = ['mappings', 'src', 'codemods']

/** Functions that may say the same, each with the reason. */
const SAME: Readonly<Record<string, string>> = {
  'mappings/graphql/codecs.ts decode':
    'the sandbox reads keys as the service does, whatever the mapping says of them',
}
/** Shorter ones are said faster than they are found. In characters, spaces left out. */
const SHORTEST = 60

type FunctionValue = ts.ArrowFunction | ts.FunctionExpression

/** A body without its names and spaces: twins are alike in that, too, and it is told at once. */
const shapeOf = ({ body }: FunctionValue): string =>
  body
    .getText()
    .replace(/[\w$]+/g, 'x')
    .replace(/\s+|,(?=\s*[)\]}])/g, '')

/** The words of a function's body; its own names are said by their order, so that renaming hides no twin. */
const wordsOf = (owner: FunctionValue): string => {
  const own = new Map<string, string>()
  const learn = (node: ts.Node): void => {
    const isOwn = ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)
    if (isOwn && ts.isIdentifier(node.name)) own.set(node.name.text, `$${own.size}`)
    node.forEachChild(learn)
  }
  learn(owner)
  const said = (node: ts.Node): string => {
    const children = node.getChildren()
    if (children.length > 0) return children.map(said).join(' ')
    return own.get(node.getText()) ?? node.getText()
  }
  return said(owner.body)
}

/** The named functions of a file that are long enough. */
const functionsIn = (path: string): { readonly node: FunctionValue; readonly place: string }[] => {
  const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.ESNext, true)
  const found: { node: FunctionValue; place: string }[] = []
  const visit = (node: ts.Node): void => {
    const { parent } = node
    const isValue = ts.isArrowFunction(node) || ts.isFunctionExpression(node)
    if (isValue && (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)))
      if (node.body.getText().replace(/\s+/g, '').length >= SHORTEST)
        found.push({ node, place: `${path} ${parent.name.getText()}` })
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

const several = <T>(groups: ReadonlyMap<unknown, T[]>): T[][] =>
  [...groups.values()].filter(({ length }) => length > 1)

test('no function is said twice', () => {
  const paths = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
  ).filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|\.generated\.|\/fixtures\//.test(path))
  const functions = paths.flatMap(functionsIn).filter(({ place }) => !(place in SAME))
  const alike = several(groupBy(functions, ({ node }) => shapeOf(node)))
  const twins = alike.flatMap((group) => several(groupBy(group, ({ node }) => wordsOf(node))))
  expect(twins.map((same) => same.map(({ place }) => place))).toEqual([])
}, 60_000)
