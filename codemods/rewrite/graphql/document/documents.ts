import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type At, memberAt, membersAt, outermostOf } from '../../../sites/body.ts'
import { frameFor } from '../../../sites/sink.ts'
import { documentTexts, payloadSources } from '../../../sites/site-texts.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type DocumentText, readText } from './document-reader.ts'
import { asDocument, holdsSeveral } from './graphql-document.ts'
import { jsonDocument, leadOf, writtenPayloads } from './json-body.ts'
import { onlyOperation, operationNameAt } from './operation-named.ts'

/** A document, and the environment variables that can replace a part of it. */
export type SiteDocument = DocumentText & { readonly env: readonly string[] }

/** The GraphQL documents that a site may send; of one with several operations, that which it asks for by its name. */
export const documentsOf = (trace: Trace, site: Site): SiteDocument[] => {
  const found = wholeDocuments(trace, site)
  const name = found.some(holdsSeveral) ? operationNameAt(trace, site)?.name : undefined
  return name === undefined ? found : found.map((one) => onlyOperation(one, name) ?? one)
}

const wholeDocuments = (trace: Trace, site: Site): SiteDocument[] => {
  const places = saidAt(trace, site)
  const read = places.map((at) => readText(trace, at))
  if (read.length > 0 && read.every((one) => one !== undefined))
    return read.map((one) => ({ ...one, env: [] }))
  const json = jsonDocument(trace, site)
  if (json) return [{ ...json, env: [] }]
  return documentTexts(trace, site).map((text) => ({ ...asDocument(text), env: text.env }))
}

/** What a whole body begins with, where it is written out as text. */
export const wholeText = (trace: Trace, site: Site): string | undefined => {
  const [written] = writtenPayloads(trace, site)
  return written && leadOf(written.node)
}

/** What says the document at the outermost call. */
export const documentAt = (trace: Trace, site: Site): At | undefined => {
  const [at, ...others] = saidAt(trace, site)
  return at && others.length === 0 ? outermostOf(trace, at) : undefined
}

/** The same, as it stands there. */
export const documentNode = (trace: Trace, site: Site): ts.Expression | undefined =>
  documentAt(trace, site)?.node

/** Where documents are said, as near to the library's call as they stand. */
const saidAt = (trace: Trace, site: Site): At[] => {
  const { graphql } = site.sink
  if (graphql) {
    const { document } = graphql
    const scope = frameFor(document, site.scope)
    if (document.kind === 'expression') return [{ node: document.node, scope }]
    const at = memberAt(trace, document.object, document.name, scope)
    return at ? [at] : []
  }
  return payloadSources(trace, site).flatMap(({ node, scope }) => {
    if (!compiler.isExpression(node)) return []
    const said = membersAt(trace, node, 'query', scope)
    return said.length > 0 ? said : (memberAt(trace, node, 'query', scope) ?? [])
  })
}
