import { relative } from 'node:path'
import type { ts } from 'ts-morph'
import { moduleName } from '../project/sight/imports.ts'
import { framesFrom } from '../sites/program/frames/frames.ts'
import { moveBase } from './address/address.ts'
import type { Plan } from './plan.ts'
import { reasons } from './reason.ts'

/** A call of a component or a page, which may be out of sight there, with what a module of the program gives it. */
export interface UnreadCall {
  readonly path: string
  readonly line: number
  /** The last word of the module's name. */
  readonly module: string
  /** Whether the module gives the base itself. */
  readonly isBase: boolean
}

/** Calls stay where what they are made with is called out of sight, too: its base would move under those calls. */
export const heldByUnread = (
  plans: readonly Plan[],
  unread: readonly UnreadCall[],
  root: string,
): readonly Plan[] =>
  unread.length === 0
    ? plans
    : plans.map((plan) => {
        const isUncalled = plan.left?.rule === reasons.uncalled().rule
        // Of a wrapper that nothing else calls, the base would move with others that share it
        const base = isUncalled ? plan.site.located.flatMap(moveBase) : plan.base
        const modules = madeIn(plan, isUncalled).map(({ fileName }) => moduleName(fileName))
        const bases = base.map(({ file }) => moduleName(file.fileName))
        const found =
          base.length > 0 && unread.find(({ module, isBase }) => (isBase ? bases : modules).includes(module))
        if (!found) return plan
        const held = reasons.unreadBase(`${relative(root, found.path)}:${found.line}`)
        const left = plan.left && !isUncalled ? plan.left : held
        return { ...plan, base, edits: [], mappers: [], findings: [], left, isHeld: true }
      })

/** The files of the functions and of the client that a call is made with. */
const madeIn = ({ site, base }: Plan, isUncalled: boolean): ts.SourceFile[] => {
  const found = site.sink.base ? base.map(({ file }) => file) : []
  if (isUncalled) found.push(site.sink.call.getSourceFile())
  for (const frame of framesFrom(site.scope)) found.push(frame.callee.getSourceFile())
  return found
}
