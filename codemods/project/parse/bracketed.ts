import type { ts } from 'ts-morph'
import { compiler } from '../compiler.ts'

/** The brackets of a name, as nearly every file that has any says them. */
const BRACKETS = /\[\s*(['"`])[A-Za-z_$][\w$]*\1\s*\]/

const NAME = /^[A-Za-z_$][\w$]*$/

type Mutable<Node> = { -readonly [Key in keyof Node]: Node[Key] }

/**
 * Has a parsed file's `a['b']` read as `a.b`: they are one thing to the language, and whatever knows one of them knows the
 * other by this alone. The member's name is the word between the quotes, so that another name goes between them as well.
 * To be called before anything has looked at the file.
 */
export const readBracketed = (file: ts.SourceFile): ts.SourceFile => {
  if (!BRACKETS.test(file.text)) return file
  const waiting: ts.Node[] = [file]
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    compiler.forEachChild(at, (child) => void waiting.push(child))
    if (compiler.isElementAccessExpression(at)) asDotted(file, at)
  }
  return file
}

const asDotted = (file: ts.SourceFile, access: ts.ElementAccessExpression): void => {
  const { argumentExpression: literal } = access
  if (!compiler.isStringLiteralLike(literal) || !NAME.test(literal.text)) return
  const [start, end] = [literal.getStart(file) + 1, literal.end - 1]
  // a word that is written in escapes cannot be found where it stands
  if (file.text.slice(start, end) !== literal.text) return
  const name = compiler.setTextRange(compiler.factory.createIdentifier(literal.text), { pos: start, end })
  Object.assign(name, { parent: access, flags: literal.flags })
  const dotted = access as unknown as Partial<Mutable<ts.ElementAccessExpression>>
  delete dotted.argumentExpression
  Object.assign(dotted, { kind: compiler.SyntaxKind.PropertyAccessExpression, name })
}
