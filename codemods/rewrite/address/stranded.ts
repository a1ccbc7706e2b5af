import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Note } from '../../project/note.ts'
import { referencesOf } from '../../sites/program/references.ts'
import { bare, dressed, walk } from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/program/source.ts'
import { isNamedTest } from '../../sites/program/test-file.ts'
import type { Edit } from '../edit/edit.ts'
import type { MayChange } from '../may-change.ts'
import { claimedRanges, isClaimed } from '../mentions.ts'
import { positionOf } from '../notes.ts'
import type { Plan } from '../plan.ts'
import { sayBase } from './keep-base.ts'

/** What lets calls that nobody could follow go on to where they went. */
export interface Stranded {
  readonly edits: readonly Edit[]
  readonly notes: readonly Note[]
}

/** Addresses that begin with a constant base which moves, handed to a call that nobody could follow: they keep the old one. */
export const stranded = (
  trace: Trace,
  files: readonly ts.SourceFile[],
  plans: readonly Plan[],
  { root, mayChange }: { readonly root: string; readonly mayChange: MayChange },
): Stranded => {
  const claimed = claimedRanges(plans)
  const found = files
    .flatMap((file) => basesIn(file, plans))
    .flatMap(({ name, text }) =>
      referencesOf(trace, name).flatMap((use) => {
        const begun = begunWith(use)
        const isLost = begun && !isClaimed(begun.path, claimed) && isHanded(trace, begun.whole)
        return isLost && mayChange(use.getSourceFile().fileName, positionOf(use, root).line)
          ? [{ ...begun, text }]
          : []
      }),
    )
  return {
    edits: found.map(({ base, text }) => sayBase(base, text)),
    notes: found.map(({ path, text }) => noteOn(path, text, root)),
  }
}

interface Base {
  readonly name: ts.Identifier
  readonly text: string
}

/** The constants of a file whose whole value is a base that moves. */
const basesIn = (file: ts.SourceFile, plans: readonly Plan[]): Base[] => {
  const moved = plans
    .flatMap(({ left, kept, base }) => (left || kept ? [] : base))
    .filter((one) => one.file === file)
  const found: Base[] = []
  if (moved.length === 0) return found
  walk(file, (node) => {
    const isOwner = compiler.isVariableDeclaration(node) || compiler.isPropertyDeclaration(node)
    const value = isOwner && node.initializer ? bare(node.initializer) : undefined
    if (!isOwner || !value || !compiler.isStringLiteralLike(value) || !compiler.isIdentifier(node.name))
      return undefined
    const moves = moved.some(({ start, end }) => start >= value.getStart() && end <= value.getEnd())
    if (moves) found.push({ name: node.name, text: value.text })
    return undefined
  })
  return found
}

interface Begun {
  readonly base: ts.Expression
  readonly path: ts.Node & { readonly text: string }
  readonly whole: ts.Expression
}

/** `${BASE}/pods` and `BASE + '/pods'`: an address that begins with this name. */
const begunWith = (use: ts.Identifier): Begun | undefined => {
  const { parent } = use
  const base = dressed(compiler.isPropertyAccessExpression(parent) && parent.name === use ? parent : use)
  const { parent: at } = base
  if (compiler.isTemplateSpan(at)) {
    const whole = at.parent
    const isFirst = whole.head.text === '' && whole.templateSpans[0] === at
    return isFirst && PATH.test(at.literal.text) ? { base, path: at.literal, whole } : undefined
  }
  if (!compiler.isBinaryExpression(at) || at.left !== base) return undefined
  const path = bare(at.right)
  return compiler.isStringLiteralLike(path) && PATH.test(path.text) ? { base, path, whole: at } : undefined
}

const PATH = /^\/\w/

/** Whether an address goes into a call outside of tests, itself or under a name of its own, and not to be compared. */
const isHanded = (trace: Trace, whole: ts.Expression): boolean => {
  const outer = dressed(whole)
  const { parent } = outer
  if (isNamedTest(whole.getSourceFile())) return false
  if (compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name))
    return referencesOf(trace, parent.name).some((use) => isArgument(dressed(use)))
  return isArgument(outer)
}

const isArgument = (node: ts.Node): boolean => {
  const call = node.parent
  return (
    compiler.isCallExpression(call) && call.expression !== node && !ONLY_LOOKS.test(call.expression.getText())
  )
}

/** What compares, lists or prints a text, and asks nobody with it. */
const ONLY_LOOKS =
  /(^|\.)(startsWith|endsWith|includes|indexOf|equals?|match|test|replace|split|has|add|push|join|String|encodeURI\w*|log|info|warn|error|debug|trace)$/

const noteOn = (path: ts.Node & { readonly text: string }, base: string, root: string): Note => {
  const said = `${base.replace(/^https?:\/\/[^/]+/, '')}${path.text}`
  return {
    ...positionOf(path, root),
    rule: 'codemod.unfollowed',
    class: 'left',
    v1: said,
    fix: 'look at how it is used; if a call is made with it, move that call',
    confidence: 'medium',
    why: `this says ${said}, and no call that uses it could be followed; it keeps the base that moved elsewhere`,
  }
}
