import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import { bare, isConst, walk } from '../program/syntax/nodes.ts'

/** What encodes a text for an address. */
export type Encoder = 'encodeURIComponent' | 'encodeURI'

const isEncoder = (name: string): name is Encoder => name === 'encodeURIComponent' || name === 'encodeURI'

/** Which function encodes what it is given, also under a name that the file alone has for it (`const enc = encodeURIComponent`). */
export const encoderOf = (called: ts.Node): Encoder | undefined => {
  if (!compiler.isIdentifier(called)) return undefined
  return isEncoder(called.text) ? called.text : encodersIn(called.getSourceFile()).get(called.text)
}

/** The constants of a file that are nothing else, but for names that something else in it has as well. */
const encodersIn = once((file: ts.SourceFile): ReadonlyMap<string, Encoder> => {
  const found = new Map<string, Encoder>()
  const names: string[] = []
  walk(file, (node) => {
    const { name } = node as ts.NamedDeclaration
    if (name && compiler.isIdentifier(name)) names.push(name.text)
    if (!compiler.isVariableDeclaration(node) || !compiler.isIdentifier(node.name)) return undefined
    const made = node.initializer && bare(node.initializer)
    if (made && isConst(node) && compiler.isIdentifier(made) && isEncoder(made.text))
      found.set(node.name.text, made.text)
    return undefined
  })
  return new Map([...found].filter(([name]) => names.filter((one) => one === name).length === 1))
})
