import type { ts } from 'ts-morph'
import { compiler } from './compiler.ts'

/** Lines a person told upshift to stay away from, and what is wrong with how they said it. */
export interface Suppressions {
  /** Whether a one-based line is off limits. */
  readonly covers: (line: number) => boolean
  readonly errors: readonly { readonly line: number; readonly why: string }[]
}

// The audit's spelling, `upshift: keep -- reason`, is understood too.
// `upshift-keep: reason` and `upshift-ignore: reason` hold for the next line of code; `-start` and `-end` for a region.
const DIRECTIVE = /upshift(?:-|: ?)(keep|ignore)(?:[- ](start|end)\b)?[ \t]*(?::|--)?[ \t]*([^\r\n]*)/g

/** Reads the suppressions of a file's comments. A suppression needs a reason; a region needs an end. */
export const readSuppressions = (file: ts.SourceFile): Suppressions => {
  const covered: (readonly [from: number, to: number])[] = []
  const errors: { line: number; why: string }[] = []
  let open: number | undefined
  for (const { line, scope, reason, end } of directives(file)) {
    if (scope === 'end') {
      if (open === undefined) errors.push({ line, why: 'this region was never opened' })
      else covered.push([open, line])
      open = undefined
      continue
    }
    if (reason === '') errors.push({ line, why: 'a suppression needs a reason' })
    else if (scope === 'start') open = line
    else covered.push([line, end])
  }
  if (open !== undefined) errors.push({ line: open, why: 'this region is never closed' })
  return { covers: (line) => covered.some(([from, to]) => line >= from && line <= to), errors }
}

interface Directive {
  readonly line: number
  readonly scope: string
  readonly reason: string
  /** The last line of the statement that follows. */
  readonly end: number
}

const directives = (file: ts.SourceFile): Directive[] => {
  const { text } = file
  if (!/upshift(-|: ?)(keep|ignore)/.test(text)) return []
  const found: Directive[] = []
  for (const match of text.matchAll(DIRECTIVE)) {
    if (!isComment(file, match.index)) continue
    const { line } = file.getLineAndCharacterOfPosition(match.index)
    const reason = (match[3] ?? '').replace(/\*\/.*$/, '').trim()
    found.push({ line: line + 1, scope: match[2] ?? '', reason, end: endOfNext(file, match.index, line + 1) })
  }
  return found
}

const isComment = (file: ts.SourceFile, at: number): boolean => {
  let inside = true
  const visit = (node: ts.Node): void => {
    if (at < node.getStart() || at >= node.getEnd()) return
    if (
      compiler.isStringLiteralLike(node) ||
      compiler.isTemplateHead(node) ||
      compiler.isTemplateMiddleOrTemplateTail(node)
    )
      inside = false
    compiler.forEachChild(node, visit)
  }
  visit(file)
  return inside
}

const endOfNext = (file: ts.SourceFile, at: number, line: number): number => {
  let end = line
  const visit = (node: ts.Node): boolean => {
    if (node.getEnd() < at) return false
    const takes =
      compiler.isStatement(node) || compiler.isClassElement(node) || compiler.isPropertyAssignment(node)
    if (takes && node.getStart() > at) {
      end = file.getLineAndCharacterOfPosition(node.getEnd()).line + 1
      return true
    }
    const sameLine = file.getLineAndCharacterOfPosition(node.getEnd()).line + 1 === line
    if (takes && sameLine && node.getEnd() <= at) return true
    return compiler.forEachChild(node, visit) ?? false
  }
  compiler.forEachChild(file, visit)
  return end
}
