import { clash, type Edit, keyOf } from './edit.ts'

/** Characters that share a shelf: edits are looked for on the shelves they touch, not in the whole project. */
const SHELF = 128

/** Edits, to be asked which of them want something of the same characters. */
export interface EditIndex<Owner> {
  readonly add: (edit: Edit, owner: Owner) => void
  /** Whether an edit of another owner wants something else of the same characters. */
  readonly clashes: (edit: Edit, owner?: Owner) => boolean
  /** The first other owner whose edit does. */
  readonly against: (edit: Edit, owner?: Owner) => Owner | undefined
}

interface Kept<Owner> {
  readonly edit: Edit
  readonly owners: Set<Owner>
}

/** An index of edits: the same edit asked for by many is kept once. */
export const editIndex = <Owner>(): EditIndex<Owner> => {
  const shelves = new Map<string, Kept<Owner>[]>()
  const kept = new Map<string, Kept<Owner>>()
  const near = (edit: Edit): Kept<Owner>[] =>
    shelvesOf(edit)
      .flatMap((shelf) => shelves.get(shelf) ?? [])
      .filter((one) => clash(edit, one.edit))
  // What an owner asks for twice at one place it has put in order itself.
  const against = (edit: Edit, owner?: Owner): Owner | undefined =>
    near(edit)
      .filter(({ owners }) => !owners.has(owner as Owner))
      .flatMap(({ owners }) => [...owners])[0]
  return {
    add: (edit, owner) => {
      const key = keyOf(edit)
      const known = kept.get(key)
      if (known) return void known.owners.add(owner)
      const one = { edit, owners: new Set([owner]) }
      kept.set(key, one)
      for (const shelf of shelvesOf(edit)) shelves.set(shelf, [...(shelves.get(shelf) ?? []), one])
    },
    clashes: (edit, owner) => against(edit, owner) !== undefined,
    against,
  }
}

const shelvesOf = ({ file, start, end }: Edit): string[] => {
  const found: string[] = []
  for (let at = Math.floor(start / SHELF); at <= Math.floor(end / SHELF); at++)
    found.push(`${at}:${file.fileName}`)
  return found
}
