import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { type Edit, insertAt } from './edit/edit.ts'
import { indentAt, styleOf } from './mapper/helpers/style.ts'
import type { Reason } from './reason.ts'

/** The comment a reader searches for: rule, why, what to do. */
const markerText = ({ rule, why, fix }: Pick<Reason, 'rule' | 'why' | 'fix'>): string =>
  `upshift: ${rule} – ${why} – ${fix}`.replace(/\s+/g, ' ')

/** The edit that puts a marker above a call, or undefined where it stands there already. */
export const markerEdit = (node: ts.Node, reason: Reason): Edit | undefined => {
  const home = homeOf(node)
  if (isMarked(home, `upshift: ${reason.rule}`)) return undefined
  const file = home.getSourceFile()
  const { newline } = styleOf(file)
  const at = home.getStart()
  return insertAt(file, at, `// ${markerText(reason)}${newline}${indentAt(file, at)}`)
}

/**
 * The edits that take out the markers of an earlier run above a call, but for those that are true still.
 * @param isStill whether a call within the statement stays by that rule
 */
export const withoutMarkers = (node: ts.Node, isStill: (rule: string, home: ts.Node) => boolean): Edit[] =>
  homesOf(homeOf(node)).flatMap((home) => {
    const file = home.getSourceFile()
    const comments = compiler.getLeadingCommentRanges(file.text, home.pos) ?? []
    return comments.flatMap(({ pos, end }) => {
      const rule = MARKER.exec(file.text.slice(pos, end))?.[1]
      if (rule === undefined || isStill(rule, home)) return []
      const [space = ''] = /^\s*/.exec(file.text.slice(end)) ?? []
      return [{ file, start: pos, end: end + space.length, text: '' }]
    })
  })

const MARKER = /^\/\/ upshift: (\S+) – /

/** Whether a marker stands above a node, or above the statement that was one line before it was broken into several. */
const isMarked = (home: ts.Node, marker: string): boolean =>
  homesOf(home).some((at) => at.getSourceFile().text.slice(at.pos, at.getStart()).includes(marker))

/** A node, and those around it up to its statement. */
const homesOf = (home: ts.Node): ts.Node[] => {
  const found: ts.Node[] = []
  for (let at = home; !compiler.isSourceFile(at); at = at.parent) {
    found.push(at)
    if (compiler.isStatement(at) || compiler.isClassElement(at)) break
  }
  return found
}

/** The nearest node around that begins its line and before which a comment may stand. */
const homeOf = (node: ts.Node): ts.Node => {
  let best: ts.Node = node
  for (let at: ts.Node | undefined = node; at && !compiler.isSourceFile(at); at = at.parent) {
    const takesComment =
      compiler.isStatement(at) ||
      compiler.isClassElement(at) ||
      compiler.isPropertyAssignment(at) ||
      compiler.isShorthandPropertyAssignment(at)
    if (takesComment && !compiler.isBlock(at)) {
      best = at
      if (beginsLine(at)) return at
    }
  }
  return best
}

const beginsLine = (node: ts.Node): boolean => {
  const { text } = node.getSourceFile()
  const start = node.getStart()
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
}
