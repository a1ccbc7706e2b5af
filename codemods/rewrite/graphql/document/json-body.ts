import { parse, print, visit } from 'graphql'
import type { ts } from 'ts-morph'
import { isObject } from '../../../../mappings/dsl/json.ts'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import { bare, dressed, isOperation } from '../../../sites/program/syntax/nodes.ts'
import { payloadSources } from '../../../sites/site-texts.ts'
import type { Site } from '../../../sites/sites.ts'
import { operandsOf } from '../../../sites/texts/pieces.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { shapeOf } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isWritten, stringifiedIn } from './document-forms.ts'
import type { DocumentText, Slot } from './document-reader.ts'
import { BARE, sayingVariables } from './json-values.ts'
import { onlyOperation } from './operation-named.ts'

/**
 * The document of a whole body that is written out as JSON text, with the variables that it says written into it; undefined
 * where there is no such text, or something in it that is neither a part of one of its strings nor a value by itself.
 */
export const jsonDocument = (trace: Trace, site: Site): DocumentText | undefined => {
  const [at, ...others] = writtenPayloads(trace, site)
  const json = at && others.length === 0 ? jsonOf(trace, at) : undefined
  const said = json && parsed(json.text)
  if (!at || !json || !said) return undefined
  const { query, variables, operationName, ...more } = said
  if (typeof query !== 'string' || Object.keys(more).length > 0) return undefined
  const given = variables ?? {}
  if (!isObject(given) || (operationName != null && !isName(operationName))) return undefined
  const source = withVariables(query, given, isName(operationName) ? operationName : undefined)
  const isWhole = source && json.slots.every((_, index) => source.includes(`__gap${index}__`))
  return isWhole ? { source, slots: json.slots, conditions: [], nodes: [at.node] } : undefined
}

const isName = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z]\w*$/.test(value)

/** What is sent as text by itself, where that is written here. */
export const writtenPayloads = (trace: Trace, site: Site): At[] => {
  const all = payloadSources(trace, site)
  const found = all.flatMap(({ node, scope }) =>
    compiler.isExpression(node) && isWritten(node) && !isMadeJson(node) ? [{ node, scope }] : [],
  )
  return found.length === all.length ? found : []
}

/** `JSON.stringify('{ … }')`: JSON of a text, and not what that says. */
const isMadeJson = (node: ts.Expression): boolean => {
  const { parent } = dressed(node)
  return compiler.isCallExpression(parent) && stringifiedIn(parent) !== undefined
}

/** What a written text begins with. */
export const leadOf = (node: ts.Expression): string => {
  const [first] = partsOf(node)
  return typeof first === 'string' ? first : ''
}

interface Json {
  readonly text: string
  readonly slots: readonly Slot[]
}

/** JSON text with names for what the program puts into it: within its strings, and as values by themselves. */
const jsonOf = (trace: Trace, { node, scope }: At): Json | undefined => {
  const slots: Slot[] = []
  let text = ''
  for (const part of partsOf(node)) {
    const at = { node: bare(part as ts.Expression), scope }
    const written = typeof part === 'string' ? part : constantAt(trace, at)
    if (written !== undefined) text += written
    else if (endsWithin(text)) text += `__gap${slots.push({ kind: 'value', at }) - 1}__`
    else {
      const value = compiler.isCallExpression(at.node) ? stringifiedIn(at.node) : undefined
      const slot: Slot = value ? { kind: 'json', at: { node: value, scope } } : { kind: 'value', at }
      text += `"${BARE}__gap${slots.push(slot) - 1}__"`
    }
  }
  return { text, slots }
}

const partsOf = (node: ts.Expression): readonly (string | ts.Expression)[] => {
  if (compiler.isStringLiteralLike(node)) return [node.text]
  if (compiler.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap(({ expression, literal }) => [
        ...partsOf(bare(expression)),
        literal.text,
      ]),
    ]
  return isOperation(node, '+') ? operandsOf(node).flatMap((one) => partsOf(bare(one))) : [node]
}

/** The text that a name stands for, where nothing else decides it. */
const constantAt = (trace: Trace, { node, scope }: At): string | undefined => {
  if (compiler.isCallExpression(node)) return undefined
  const [text, ...others] = texts(trace, node, scope)
  const isConstant = text && others.length === 0 && text.env.length === 0
  return isConstant && text.pieces.every(({ kind }) => kind === 'written') ? shapeOf(text) : undefined
}

/** Whether JSON text ends within a string. */
const endsWithin = (text: string): boolean => (text.replace(/\\./g, '').split('"').length - 1) % 2 === 1

const parsed = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A document that says the values of its variables itself; undefined where one of them has none that it could say. */
const withVariables = (
  query: string,
  given: Readonly<Record<string, unknown>>,
  operationName: string | undefined,
): string | undefined => {
  try {
    const whole: DocumentText = { source: query, slots: [], conditions: [], nodes: [] }
    const one = operationName === undefined ? whole : onlyOperation(whole, operationName)
    return one && print(visit(parse(one.source, { noLocation: true }), sayingVariables(given)))
  } catch {
    return undefined
  }
}
