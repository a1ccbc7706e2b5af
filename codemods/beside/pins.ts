import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import type { Edit } from '../rewrite/edit/edit.ts'
import { positionOf } from '../rewrite/notes.ts'
import type { Plan } from '../rewrite/plan.ts'
import { bare, dressed } from '../sites/program/syntax/nodes.ts'
import { texts } from '../sites/texts/resolve.ts'
import type { Text } from '../sites/texts/text.ts'
import type { Trace } from '../sites/values/trace.ts'
import { addressesIn, movedTo } from './addresses.ts'
import { isDone } from './near.ts'
import type { BesideOptions } from './options.ts'

/** Checks that hold a base address to its host, moved with the base. */
export interface MovedPins {
  readonly edits: readonly Edit[]
  readonly notes: readonly Note[]
  /** The literals that were dealt with. */
  readonly nodes: ReadonlySet<ts.Node>
}

/** Moves a check only where what it checks is the very base that moved; any other is listed as a mention. */
export const movePins = (options: BesideOptions): MovedPins => {
  const { files, plans, root } = options
  const bases = movedBases(plans)
  const found = bases.size === 0 ? [] : files.flatMap((file) => pinsIn(options, file, bases))
  return {
    edits: found.flatMap(({ edits }) => edits),
    nodes: new Set(found.map(({ node }) => node)),
    notes: found.map(({ node }) => ({
      ...positionOf(node, root),
      rule: 'codemod.host-pin',
      class: 'rewritten',
      fix: 'look whether a deployed value still passes it',
      confidence: 'high',
      why: 'this checks the base address that moved',
    })),
  }
}

/** The checks of a file that move with what they check. */
const pinsIn = (
  { trace, routes, hosts, root, mayChange }: BesideOptions,
  file: ts.SourceFile,
  bases: ReadonlySet<string>,
) =>
  addressesIn(trace, file, hosts, routes, (node) => checkedBy(node) !== undefined).flatMap((address) => {
    if (address.kind !== 'host' && address.kind !== 'base') return []
    const { node } = address
    const subject = checkedBy(node)
    const edits = movedTo(address, undefined)
    if (!subject || !edits || !isMoved(trace, subject, bases)) return []
    return mayChange(file.fileName, positionOf(node, root).line) ? [{ node, edits }] : []
  })

/** Where the hosts of the bases that moved are written. */
const movedBases = (plans: readonly Plan[]): Set<string> =>
  new Set(
    plans
      .filter(isDone)
      .flatMap(({ site }) =>
        site.located.flatMap(({ family, text }) => (family === 'v1' ? placeOf(text) : [])),
      ),
  )

const placeOf = ({ pieces: [first] }: Text): string[] =>
  first?.kind === 'written' && first.start >= 0 ? [`${first.file.fileName}:${first.start}`] : []

const PART = /^(hostname|host|origin|href)$/

/** What a literal is compared with: `new URL(x).hostname !== '…'`, `x.startsWith('…')`. */
const checkedBy = (given: ts.Expression): ts.Expression | undefined => {
  const node = dressed(given)
  const { parent } = node
  if (compiler.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText()))
    return wholeOf(parent.left === node ? parent.right : parent.left)
  if (!compiler.isCallExpression(parent) || parent.arguments[0] !== node) return undefined
  const callee = parent.expression
  const checks =
    compiler.isPropertyAccessExpression(callee) && /^(startsWith|includes)$/.test(callee.name.text)
  return checks ? wholeOf(callee.expression) : undefined
}

/** `url.hostname` speaks of url. */
const wholeOf = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  return compiler.isPropertyAccessExpression(node) && PART.test(node.name.text) ? node.expression : node
}

const isMoved = (trace: Trace, subject: ts.Expression, bases: ReadonlySet<string>): boolean => {
  const found = texts(trace, subject, undefined)
  return found.length > 0 && found.every((text) => placeOf(text).some((place) => bases.has(place)))
}
