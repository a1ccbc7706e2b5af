import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { importedFrom } from '../../../sites/program/outside/outside.ts'
import { bare, nameOf, someNode } from '../../../sites/program/syntax/nodes.ts'
import { constantOf } from '../../../sites/schemas/schemas.ts'
import { payloadSources } from '../../../sites/site-texts.ts'
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
  const lack = site.sink.graphql ? undefined : lackIn(trace, site)
  if (lack) return lack
  const maker = node && compiler.isCallExpression(node) ? node : undefined
  const [first] = maker?.arguments.map(bare) ?? []
  const isObject = first && compiler.isObjectLiteralExpression(madeOf(trace, first))
  return maker && isObject
    ? reasons.documentObject(short(maker.expression.getText()))
    : reasons.document(false)
}

/** Why a body holds no one document: it holds a list of them, or says everything but one. */
const lackIn = (trace: Trace, site: Site): Reason | undefined => {
  const [sent, ...others] = payloadSources(trace, site).map(({ node }) =>
    compiler.isExpression(node) ? madeOf(trace, bare(node)) : node,
  )
  if (!sent || others.length > 0) return undefined
  if (compiler.isArrayLiteralExpression(sent)) return reasons.documentsAtOnce()
  const isWhole =
    compiler.isObjectLiteralExpression(sent) &&
    sent.properties.every(({ name }) => name !== undefined && !/^(query|undefined)$/.test(`${nameOf(name)}`))
  return isWhole ? reasons.documentless() : undefined
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
