import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Hosts } from '../../../sites/texts/locate.ts'
import type { Plan } from '../../plan.ts'

/**
 * Whether a function that is handed words of the call's path makes a link to somewhere else of them, too
 * (`` log(`https://console.example.com${path}`) ``): moved, they would lead nowhere there.
 */
export const linksElsewhere = (trace: Trace, { site, edits }: Plan, { v1, v2, queue }: Hosts): boolean => {
  const own = new Set([...v1, ...v2, ...queue])
  return [...framesFrom(site.scope)].some(({ callee, call }) =>
    callee.parameters.some(({ name }, place) => {
      const given = call.arguments?.[place]
      const isMoved = given && edits.some((one) => one.file === given.getSourceFile() && isWithin(one, given))
      if (!isMoved || !compiler.isIdentifier(name)) return false
      return mentionsOf(trace, name).some((one) => {
        const host = hostBefore(one)
        return host !== undefined && !own.has(host)
      })
    }),
  )
}

const isWithin = ({ start, end }: { start: number; end: number }, node: ts.Node): boolean =>
  start >= node.getStart() && end <= node.getEnd()

/** The host that a text names before a name in it, with no space between. */
const hostBefore = (name: ts.Identifier): string | undefined => {
  const { parent } = name
  if (compiler.isTemplateSpan(parent)) return hostIn(textBefore(parent))
  if (!isOperation(parent, '+') || parent.right !== name) return undefined
  const { left } = parent
  return hostIn(compiler.isStringLiteralLike(left) ? left.text : '')
}

const textBefore = (span: ts.TemplateSpan): string => {
  const { head, templateSpans } = span.parent
  const before = templateSpans.slice(0, templateSpans.indexOf(span))
  return head.text + before.map(({ literal }) => `\${}${literal.text}`).join('')
}

/** Without a part behind it that may say the version: `https://host${isBare ? '/v1' : ''}`. */
const hostIn = (text: string): string | undefined =>
  /https?:\/\/([^\s/]+)\S*$/.exec(text)?.[1]?.replace(/(?<=.)\$\{\}$/, '')
