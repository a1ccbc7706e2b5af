import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import { asksKeeper } from '../../../sites/program/calls/keeper.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { optionsGiven } from '../../../sites/program/held/options-declared.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import { isNamedTest } from '../../../sites/program/outside/test-file.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import { nodeAt } from '../../../sites/program/syntax/node-at.ts'
import {
  bare,
  dressed,
  eachNode,
  functionAround,
  isInside,
  isOperation,
} from '../../../sites/program/syntax/nodes.ts'
import { callsOf } from '../../../sites/site-calls.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { shapeOf, type Text } from '../../../sites/texts/text.ts'
import { claimedRanges, isClaimed } from '../../claimed.ts'
import type { Edit } from '../../edit/edit.ts'
import type { MayChange } from '../../may-change.ts'
import { keptOverrideNote, positionOf } from '../../notes.ts'
import type { Keeping, MapperUse, Plan } from '../../plan.ts'
import { short } from '../../reason-text.ts'
import { goneWords } from '../asked/path-asked.ts'
import { wholeWord } from '../asked/path-questions.ts'
import { addressesIn, type Begun, nameIn } from './begun.ts'
import { givenWhole, isAsked, isHanded, isHandedOut, isMapped, nameOfGiver } from './handed-out.ts'
import { likeBases } from './like-bases.ts'
import { oldBase } from './old-base.ts'

/** What lets calls that nobody could follow go on to where they went. */
export interface Stranded {
  readonly edits: readonly Edit[]
  readonly mappers: readonly MapperUse[]
  readonly notes: readonly Note[]
}

interface StrandedOptions {
  readonly root: string
  readonly mayChange: MayChange
  readonly routes: readonly Route[]
}

/**
 * Addresses that begin with a base which moves, said in any file, and go into a call that nobody could follow: they keep
 * the old one, written out. Where that cannot be said (the environment may replace it), the place is listed.
 */
export const stranded = (
  trace: Trace,
  files: readonly ts.SourceFile[],
  plans: readonly Plan[],
  { root, mayChange, routes }: StrandedOptions,
): Stranded => {
  const moved = plans.flatMap(({ left, kept, base }) => (left || kept ? [] : base))
  if (moved.length === 0) return { edits: [], mappers: [], notes: [] }
  const claimed = claimedRanges(plans)
  const known = new Set(plans.flatMap(({ site }) => [...callsOf(site)]))
  const { names, members } = namesOf(moved, files)
  const movedIn = groupBy(moved, ({ file }) => file)
  const unclaimed = files
    .filter((file) => !isNamedTest(file))
    .flatMap((file) => addressesIn(file, names))
    .filter(({ at }) => !isClaimed(at, claimed))
  const all = unclaimed
    .filter(({ base }) => !trace.visited.has(base))
    .flatMap((one) => {
      const told = texts(trace, one.base, undefined).find((text) => moves(text, movedIn))
      return told ? [{ ...one, told }] : []
    })
  const begun = all.flatMap((one) => {
    const isLost = (one.path ? isHanded : isHandedOut)(trace, one.whole ?? one.base, known)
    return isLost || isTagged(one) || isMapped(one.base)
      ? [{ ...one, old: isSayable(one) ? oldBase(trace, one.base, one.whole) : undefined }]
      : []
  })
  const found = begun
    .filter(({ told, base }) => !begun.some(({ at }) => isMadeOf(told, at) || isDeclaredBy(trace, base, at)))
    .filter(({ at }) => mayChange(at.getSourceFile().fileName, positionOf(at, root).line))
  return {
    edits: found.flatMap(({ old }) => old?.edits ?? []),
    mappers: found.flatMap(({ old }) => old?.mappers ?? []),
    notes: [
      ...found.flatMap((one) => notesOn(one, root)),
      ...keysIn(trace, all, plans, root),
      ...wholesIn(trace, moved, known, root),
      ...likeBases(trace, routes, unclaimed, members, root),
    ],
  }
}

/** `new Runpod(config)`: the base that it holds moves with the calls, and nobody can see what that client asks. */
const wholesIn = (
  trace: Trace,
  moved: readonly Edit[],
  known: ReadonlySet<ts.Node>,
  root: string,
): Note[] => {
  const found = new Set(
    moved.flatMap(({ file, start }) => {
      const node = nodeAt(file, start)
      return (node && compiler.isExpression(node) && givenWhole(trace, node, known)) || []
    }),
  )
  return [...found].map((call) => ({
    ...positionOf(call, root),
    rule: 'codemod.unfollowed',
    class: 'follow-up',
    fix: 'if that calls the API, give it a base of its own until it speaks v2',
    confidence: 'medium',
    why: `what ${short(flatText(call.expression))} is given holds the base that moved with other calls, and what it asks could not be followed`,
  }))
}

/** `cache.delete(BASE + '/networkvolumes')`: the base of a key moves with the calls, and its words do not. */
const keysIn = (trace: Trace, all: readonly Begun[], plans: readonly Plan[], root: string): Note[] => {
  const gone = new Set(plans.flatMap(({ route, left }) => (route && !left ? goneWords(route) : [])))
  return all.flatMap(({ at, path, whole }) => {
    const call = whole && outermost(whole).parent
    const word = [...gone].find((one) => wholeWord(one).test(path))
    const isKey = call && compiler.isCallExpression(call) && asksKeeper(trace, call)
    return isKey && word ? [keyNote(at, word, root)] : []
  })
}

/** `BASE + path + id` of `BASE + path`. */
const outermost = (given: ts.Expression): ts.Expression => {
  const node = dressed(given)
  return compiler.isBinaryExpression(node.parent) ? outermost(node.parent) : node
}

const keyNote = (at: ts.Node, word: string, root: string): Note => ({
  ...positionOf(at, root),
  rule: 'codemod.path-asked',
  class: 'follow-up',
  fix: "say v2's words here as well",
  confidence: 'medium',
  why: `what is kept under an address is looked for by ${word} here, which the calls that moved do not say any more`,
})

/** What the constants are called whose text moves, also where they are imported, or kept under another name. */
const namesOf = (moved: readonly Edit[], files: readonly ts.SourceFile[]): Names => {
  const found = new Set<string>()
  const members = new Set<string>()
  const add = (node: ts.Node): void => {
    if (!compiler.isIdentifier(node) && !compiler.isStringLiteral(node)) return
    found.add(node.text)
    if (IN_OBJECTS.has(node.parent.kind)) members.add(node.text)
  }
  for (const { file, start } of moved)
    for (let at = nodeAt(file, start); at; at = at.parent) {
      if (isKeeper(at)) add(at.name)
      if (compiler.isExpression(at)) for (const name of optionsGiven(at)) found.add(name)
      const giver = isGiven(at) ? functionAround(at) : undefined
      if (giver?.name) add(giver.name)
    }
  for (const file of files)
    eachNode(file, (node) => {
      const other = otherName(node, found)
      if (other) add(other)
      if (compiler.isShorthandPropertyAssignment(node) && found.has(node.name.text)) add(node.name)
    })
  return { names: found, members }
}

/** What a base that moves is called, and which of these names are those of members. */
interface Names {
  readonly names: ReadonlySet<string>
  readonly members: ReadonlySet<string>
}

const { SyntaxKind } = compiler
const IN_OBJECTS = new Set([
  SyntaxKind.PropertyAssignment,
  SyntaxKind.ShorthandPropertyAssignment,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.PropertyAccessExpression,
])

/**
 * `base` of `import base from`, `import { API as base }`, `const { API: base } = …`, of `base = API`, `{ base: API }`,
 * `key ? API : other`, and of a function that gives it.
 */
const otherName = (node: ts.Node, names: ReadonlySet<string>): ts.Node | undefined => {
  const isOne = (value: ts.Expression | undefined): boolean =>
    value !== undefined && choicesIn(value).some((one) => names.has(nameIn(one) ?? ''))
  if (isKeeper(node) || compiler.isParameter(node)) return isOne(node.initializer) ? node.name : undefined
  if (compiler.isBindingElement(node) && isOne(node.initializer)) return node.name
  if (isOperation(node, '=', '??=', '||=')) return isOne(node.right) ? nameOfTarget(node.left) : undefined
  if (compiler.isReturnStatement(node)) return isOne(node.expression) ? giverOf(node) : undefined
  if (compiler.isArrowFunction(node))
    return !compiler.isBlock(node.body) && isOne(node.body) ? giverOf(node.body) : undefined
  if (compiler.isImportClause(node)) return node.name
  const isRenamed =
    compiler.isImportSpecifier(node) || compiler.isExportSpecifier(node) || compiler.isBindingElement(node)
  return isRenamed && node.propertyName && names.has(node.propertyName.getText()) ? node.name : undefined
}

/** What a value is one of: both of `key ? API : other`. */
const choicesIn = (given: ts.Expression): ts.Expression[] => {
  const node = bare(given)
  if (compiler.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(choicesIn)
  return isOperation(node, '??', '||') ? [node.left, node.right].flatMap(choicesIn) : [node]
}

const nameOfTarget = (left: ts.Expression): ts.Node =>
  compiler.isPropertyAccessExpression(left) ? left.name : left

const giverOf = (value: ts.Node): ts.Node | undefined => {
  const giver = functionAround(value)
  return giver && nameOfGiver(giver)
}

/** What a function gives: `return BASE`. */
const isGiven = ({ parent }: ts.Node): boolean => parent !== undefined && compiler.isReturnStatement(parent)

const isKeeper = (
  node: ts.Node,
): node is ts.VariableDeclaration | ts.PropertyDeclaration | ts.PropertyAssignment =>
  compiler.isVariableDeclaration(node) ||
  compiler.isPropertyDeclaration(node) ||
  compiler.isPropertyAssignment(node)

/** A tag is given the parts of its text one by one: none may go. */
const isTagged = ({ whole }: Begun): boolean =>
  whole !== undefined && compiler.isTaggedTemplateExpression(whole.parent)

/** Whether a part of a text is edited with the calls that move. */
const moves = ({ pieces }: Text, movedIn: ReadonlyMap<ts.SourceFile, readonly Edit[]>): boolean =>
  pieces.some(
    (piece) =>
      piece.kind === 'written' &&
      movedIn
        .get(piece.file)
        ?.some(({ start, end }) => piece.start <= start && end <= piece.start + piece.text.length),
  )

/** Whether a text says a literal that is said again by a longer one: what stands there keeps the base for both. */
const isMadeOf = ({ pieces }: Text, path: ts.Node): boolean =>
  pieces.some(
    (piece) =>
      piece.kind === 'written' &&
      piece.file === path.getSourceFile() &&
      piece.start >= path.getStart() &&
      piece.start < path.getEnd(),
  )

/** Whether a name is declared with what is said there: what stands there keeps the base for both. */
const isDeclaredBy = (trace: Trace, base: ts.Expression, at: ts.Node): boolean => {
  const said = bare(compiler.isCallExpression(base) ? base.expression : base)
  const name = compiler.isPropertyAccessExpression(said) ? said.name : said
  if (name === at || base === at || !compiler.isIdentifier(name)) return false
  const declared = symbolBehind(trace, name)?.valueDeclaration
  return declared !== undefined && isInside(at, declared) && !isInside(base, declared)
}

type Found = Begun & { readonly told: Text; readonly old: Keeping | undefined }

const notesOn = (one: Found, root: string): Note[] => [
  noteOn(one, root),
  ...(one.old?.overrides ?? []).map((name) => keptOverrideNote(name, positionOf(one.at, root))),
]

const noteOn = ({ at, path, whole, told, old }: Found, root: string): Note => {
  const said = `${shapeOf(told).replace(/^https?:\/\/[^/]+/, '')}${path}`
  const isKept = old !== undefined
  // `HOST + req.url`: what is said of the address is its host alone
  const what = said || short(flatText(whole ?? at))
  return {
    ...positionOf(at, root),
    rule: 'codemod.unfollowed',
    class: 'left',
    ...(said ? { v1: said } : {}),
    fix: isKept ? FIX : `${FIX}; until then, give it a base of its own`,
    confidence: 'medium',
    why: `${said || !whole ? `this says ${what}, and no call that uses it could be followed` : `what ${what} asks for is known only when the program runs`}; ${isKept ? 'it keeps the base that moved elsewhere' : 'its base moved with other calls'}`,
  }
}

/** A base alone is kept for what makes calls with it; what it is held against must let the new one through. */
const isSayable = ({ base, whole }: Pick<Begun, 'base' | 'whole'>): boolean =>
  whole !== undefined || isAsked(base)

const FIX = 'look at how it is used; if a call is made with it, move that call'
