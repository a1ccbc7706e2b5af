import { ts } from 'ts-morph'
import type { Note } from '../project/note.ts'
import type { Hosts } from '../sites/locate.ts'
import type { Edit } from './edit.ts'
import { positionOf } from './notes.ts'

/**
 * Strings that still name the old host once the calls have moved: host pins, allow-lists, mocked addresses in tests.
 * They are not calls, so nobody but a person can say what they are for; prose and documentation links are passed over.
 */
export const hostMentions = (
  files: readonly ts.SourceFile[],
  hosts: Hosts,
  edits: readonly Edit[],
  left: readonly ts.Node[],
  root: string,
): Note[] => {
  const found: Note[] = []
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node)
    const host = isText ? hosts.v1.find((one) => node.text.includes(one)) : undefined
    if (
      host &&
      isAddress((node as ts.StringLiteral).text, host) &&
      !edited(node, edits) &&
      !inside(node, left)
    )
      found.push(mention(node, host, root))
    ts.forEachChild(node, visit)
  }
  for (const file of files) visit(file)
  return found
}

/** A bare host, or a URL of it that is no documentation. */
const isAddress = (text: string, host: string): boolean =>
  !/\s/.test(text) && !/\/docs\b|openapi\.json/.test(text) && (text === host || text.includes(`//${host}`))

const edited = (node: ts.Node, edits: readonly Edit[]): boolean =>
  edits.some((edit) => edit.file === node.getSourceFile() && edit.start >= node.pos && edit.end <= node.end)

const inside = (node: ts.Node, left: readonly ts.Node[]): boolean =>
  left.some(
    (one) => one.getSourceFile() === node.getSourceFile() && node.pos >= one.pos && node.end <= one.end,
  )

const mention = (node: ts.Node, host: string, root: string): Note => ({
  ...positionOf(node, root),
  rule: 'codemod.host-mention',
  class: 'follow-up',
  fix: 'change it together with the calls',
  confidence: 'medium',
  why: `this names ${host}, which the calls no longer go to`,
})
