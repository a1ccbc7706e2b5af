import { Kind, parse, print } from 'graphql'
import { maySayNoOperation, operationNameTexts } from '../../../sites/site-texts.ts'
import type { Site } from '../../../sites/sites.ts'
import { shapeOf } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { DocumentText } from './document-reader.ts'

/** Which operation of its document a call asks for; `undefined` as the name where only the running program knows it. */
export interface OperationName {
  readonly name: string | undefined
}

/** What a call says of the operation that is to be run; undefined where it is not seen to say anything. */
export const operationNameAt = (trace: Trace, site: Site): OperationName | undefined => {
  const said = operationNameTexts(trace, site)
  const [text] = said
  if (!text) return undefined
  const names = new Set(said.map(shapeOf))
  const isWritten = text.env.length === 0 && text.pieces.every(({ kind }) => kind === 'written')
  const isSure = names.size === 1 && isWritten && !maySayNoOperation(trace, site)
  return { name: isSure ? shapeOf(text) : undefined }
}

/** A document with one of its operations alone, and all fragments; undefined where it holds none of that name. */
export const onlyOperation = <T extends DocumentText>(document: T, name: string): T | undefined => {
  const { definitions } = parse(document.source, { noLocation: true })
  const kept = definitions.filter((one) => one.kind !== Kind.OPERATION_DEFINITION || one.name?.value === name)
  if (!kept.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)) return undefined
  return { ...document, source: kept.map((one) => print(one)).join(' ') }
}
