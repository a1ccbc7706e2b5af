import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { walk } from '../sites/program/syntax/nodes.ts'
import { type Hosts, locate } from '../sites/texts/locate.ts'
import { texts } from '../sites/texts/resolve.ts'
import type { Trace } from '../sites/values/trace.ts'
import type { TestAddress } from './addresses.ts'
import { isTestFile } from './files/test-files.ts'

/** Finds whether another service of a program has the path of an address that names no host: it may be that one's. */
export const othersPaths = (
  trace: Trace,
  files: readonly ts.SourceFile[],
  hosts: Hosts,
  root: string,
): ((address: TestAddress) => boolean) => {
  let known: readonly string[] | undefined
  const paths = (): readonly string[] =>
    (known ??= files.filter((file) => !isTestFile(file, root)).flatMap((file) => pathsIn(trace, file, hosts)))
  return ({ kind, at }) => {
    if (kind !== 'path') return false
    const from = at.version ? at.version[0] - 1 : at.path
    const [, begin = ''] = /^((?:\/v1)?\/[^/?\0]*)/.exec(at.shape.slice(from, at.query)) ?? []
    return paths().some((path) => path === begin || path.startsWith(`${begin}/`))
  }
}

/** The paths of whole addresses that are none of the service's. */
const pathsIn = (trace: Trace, file: ts.SourceFile, hosts: Hosts): string[] => {
  const found: string[] = []
  walk(file, (node) => {
    const isWhole =
      (compiler.isStringLiteralLike(node) || compiler.isTemplateExpression(node)) &&
      /^.https?:\/\/[^/]+\/./.test(node.getText())
    if (!isWhole) return undefined
    for (const text of texts(trace, node, undefined)) {
      const { family, shape, path, query } = locate(text, hosts)
      if (family === 'other') found.push(shape.slice(path, query))
    }
    return false
  })
  return found
}
