import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { importedFrom } from '../../../sites/program/outside/outside.ts'
import { bare, someNode } from '../../../sites/program/syntax/nodes.ts'
import { constantOf } from '../../../sites/schemas/schemas.ts'
import type { Site } from '../../../sites/sites.ts'
import { shapeOf } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Reason, reasons } from '../../reason.ts'
import { short } from '../../reason-text.ts'
import type { DocumentText } from './document-reader.ts'
import { documentNode } from './documents.ts'

/** Why a document cannot be read: it stands in a file of its own, is made of an object, or of what is known at run time only. */
export const unreadDocument = (trace: Trace, site: Site, document: DocumentText | undefined): Reason => {
  const [slot] = document?.slots ?? []
  const said = documentNode(trace, site) ?? (slot && 'at' in slot ? slot.at.node : undefined)
  const node = said && compiler.isExpression(said) ? madeOf(trace, bare(said)) : undefined
  const file = node && fileIn(trace, node)
  if (file) return reasons.documentFile(file)
  if (node && compiler.isObjectLiteralExpression(node))
    return reasons.documentObject(short(said?.getText() ?? ''))
  if (!document && site.located.some(({ text }) => ASKS.test(shapeOf(text)))) return reasons.documentAddress()
  const maker = node && compiler.isCallExpression(node) ? node : undefined
  const [first] = maker?.arguments.map(bare) ?? []
  const isObject = first && compiler.isObjectLiteralExpression(madeOf(trace, first))
  return maker && isObject
    ? reasons.documentObject(short(maker.expression.getText()))
    : reasons.document(false)
}

/** What a constant was made with. */
const madeOf = (trace: Trace, node: ts.Expression): ts.Expression => {
  const value = compiler.isIdentifier(node) ? constantOf(trace, node) : undefined
  return value ? bare(value) : node
}

/** `?query=`, what an address asks. */
const ASKS = /[?&]query=/

const DOCUMENTS = /[^/\\]+\.(graphqls?|gql)$/

/** The file of documents that is imported, or named by what reads it. */
const fileIn = (trace: Trace, node: ts.Expression): string | undefined => {
  const imported = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  const module = imported && importedFrom(imported)?.module
  if (module) return DOCUMENTS.exec(module)?.[0]
  let file: string | undefined
  someNode(node, (one) => {
    if (compiler.isStringLiteralLike(one)) file ??= DOCUMENTS.exec(one.text)?.[0]
    return file !== undefined
  })
  return file
}
