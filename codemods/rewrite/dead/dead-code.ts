import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { symbolAt } from '../../sites/program/names/symbol.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { type Edit, inTurn, keyOf, replace } from '../edit/edit.ts'
import { type Candidate, candidateFor } from './candidates.ts'
import { mayGo, namesOf, withoutElements, withoutNames } from './dead-imports.ts'
import {
  identifiersIn,
  type Name,
  type Range,
  type Removed,
  remove,
  removedBy,
  within,
  wordsOf,
} from './removed.ts'
import { wholeLines } from './whole-lines.ts'

/** What of a file nobody reads any more once its calls have moved. */
export interface DeadCode {
  readonly edits: readonly Edit[]
  /** The statements that go. */
  readonly gone: ReadonlySet<ts.Node>
  /** What was to be put beside statements that go, and takes their place: by its key. */
  readonly moved: ReadonlySet<string>
}

/**
 * The documents, helpers, addresses, types and imports that only moved calls read. Certain cases alone: what is
 * exported, has an effect when it is made, or is declared together with something else stays.
 * @param live nodes that must stay, whatever reads them: calls that were left
 */
export const deadCode = (
  trace: Trace,
  file: ts.SourceFile,
  edits: readonly Edit[],
  live: readonly ts.Node[],
): DeadCode => {
  const removed = removedBy(file, edits)
  const words = new Set(edits.flatMap(wordsOf))
  const dead = new Map<ts.Node, Candidate>()
  const names = identifiersIn(file)
  for (;;) {
    const found = [...candidates(trace, names, removed)].filter(
      ([declaration, { name, whole, sets = [] }]) =>
        !dead.has(declaration) &&
        !words.has(name.text.replace('#', '')) &&
        !live.some((node) => [whole, ...sets].some((one) => contains(one, node))) &&
        isUnread(trace, names, declaration, name, { removed, goes: [whole, ...sets] }),
    )
    if (found.length === 0) break
    for (const [declaration, candidate] of found) {
      dead.set(declaration, candidate)
      remove(removed, rangeOf(candidate.of ? declaration : candidate.whole))
      for (const one of candidate.sets ?? []) remove(removed, rangeOf(one))
    }
  }
  return taken(file, [...dead.values()], edits)
}

const rangeOf = (node: ts.Node): Range => ({ start: node.getStart(), end: node.getEnd() })

const contains = (outer: ts.Node, inner: ts.Node): boolean =>
  inner.getSourceFile() === outer.getSourceFile() &&
  inner.getStart() >= outer.getStart() &&
  inner.getEnd() <= outer.getEnd()

/** The declarations that something removed names. */
const candidates = (trace: Trace, names: readonly Name[], removed: Removed): Map<ts.Node, Candidate> => {
  const found = new Map<ts.Node, Candidate>()
  for (const name of names) {
    if (!within(name, removed)) continue
    const [declaration, ...others] = symbolAt(trace, name)?.declarations ?? []
    if (!declaration || others.length > 0 || declaration.getSourceFile() !== name.getSourceFile()) continue
    if (found.has(declaration) || within(declaration, removed)) continue
    const candidate = candidateFor(trace, declaration)
    if (candidate) found.set(declaration, candidate)
  }
  return found
}

/** Whether every place that names a declaration goes. */
const isUnread = (
  trace: Trace,
  names: readonly Name[],
  declaration: ts.Node,
  { text }: Name,
  { removed, goes }: { readonly removed: Removed; readonly goes: readonly ts.Node[] },
): boolean =>
  names.every((name) => {
    if (name.text !== text || within(name, removed) || goes.some((one) => contains(one, name))) return true
    const symbol = symbolAt(trace, name)
    // `export { x }` and names that cannot be told apart count as readers.
    if (!symbol) return compiler.isPropertyAccessExpression(name.parent) && name.parent.name === name
    return !(symbol.declarations ?? []).includes(declaration as ts.Declaration) && !isExportOf(name)
  })

const isExportOf = ({ parent }: Name): boolean => compiler.isExportSpecifier(parent)

const taken = (file: ts.SourceFile, dead: readonly Candidate[], others: readonly Edit[]): DeadCode => {
  const gone = new Set<ts.Node>()
  const edits: Edit[] = []
  const imports = new Map<ts.ImportDeclaration, Set<string>>()
  const patterns = new Set<ts.ObjectBindingPattern>()
  for (const { name, whole, of, sets = [] } of dead) {
    if (of && compiler.isObjectBindingPattern(of)) patterns.add(of)
    else if (of) imports.set(of, (imports.get(of) ?? new Set()).add(name.text))
    else
      for (const node of [whole, ...sets])
        if (!dead.some((other) => other.whole !== whole && contains(other.whole, node))) gone.add(node)
  }
  for (const [statement, names] of imports) {
    const list = namesOf(statement)
    const left = list.filter((name) => !names.has(name))
    if (left.length === 0 && mayGo(statement)) gone.add(statement)
    else edits.push(...withoutNames(statement, names))
  }
  for (const { elements } of patterns)
    if (![...gone].some((node) => elements.some((one) => contains(node, one))))
      edits.push(...withoutElements(elements, (one) => dead.some(({ whole }) => whole === one)))
  const moved = new Set<string>()
  for (const node of gone) {
    const beside = inTurn(others.filter((edit) => isBeside(edit, node)))
    for (const edit of beside) moved.add(keyOf(edit))
    const text = beside.map((one) => one.text.trim()).join('')
    edits.push(text ? replace(node, text) : { file, ...wholeLines(file, node, gone), text: '' })
  }
  return { edits, gone, moved }
}

/** Whether something is put before or behind what a class says: the field that takes the place of a client, say. */
const isBeside = ({ start, end }: Edit, node: ts.Node): boolean =>
  start === end &&
  !compiler.isSourceFile(node.parent) &&
  (start === node.getStart() || start === node.getEnd())
