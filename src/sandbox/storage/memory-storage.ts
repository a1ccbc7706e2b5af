import { type Storage, toText } from './storage.ts'

interface Kept {
  /** Rising with every new key: the order of `entries`, which an undone removal must not disturb. */
  place: number
  text: string
}

/** Puts one key back to what it was before a transaction touched it. */
type Undo = () => void

const inOrder = (documents: ReadonlyMap<string, Kept>): [string, Kept][] =>
  [...documents].sort(([, one], [, other]) => one.place - other.place)

/**
 * Storage that lasts as long as the process. Documents are kept as text: what is read is always a copy, as it is
 * with a database.
 */
export const memoryStorage = (): Storage => {
  const namespaces = new Map<string, Map<string, Kept>>()
  let places = 0
  let undoLog: Undo[] | undefined

  const documentsOf = (namespace: string): Map<string, Kept> => {
    const documents = namespaces.get(namespace) ?? new Map<string, Kept>()
    namespaces.set(namespace, documents)
    return documents
  }

  const set = (namespace: string, key: string, kept: Kept | undefined): boolean => {
    const documents = documentsOf(namespace)
    const before = documents.get(key)
    undoLog?.push(() => void set(namespace, key, before))
    if (kept) documents.set(key, kept)
    else documents.delete(key)
    return before !== undefined
  }

  const put = (namespace: string, key: string, value: unknown): void => {
    const text = toText(value)
    places += 1
    set(namespace, key, { place: documentsOf(namespace).get(key)?.place ?? places, text })
  }

  const clear = (namespace?: string): void => {
    const names = namespace === undefined ? [...namespaces.keys()] : [namespace]
    for (const name of names) for (const key of [...documentsOf(name).keys()]) set(name, key, undefined)
  }

  const transaction = <Result>(change: () => Result): Result => {
    const outer = undoLog
    const mine: Undo[] = []
    undoLog = mine
    try {
      const result = change()
      outer?.push(...mine)
      return result
    } catch (error) {
      undoLog = undefined
      for (const undo of mine.reverse()) undo()
      throw error
    } finally {
      undoLog = outer
    }
  }

  return {
    get: (namespace, key) => {
      const kept = namespaces.get(namespace)?.get(key)
      return kept && JSON.parse(kept.text)
    },
    put,
    delete: (namespace, key) => set(namespace, key, undefined),
    entries: (namespace) => inOrder(documentsOf(namespace)).map(([key, { text }]) => [key, JSON.parse(text)]),
    clear,
    transaction,
    close: () => {},
  }
}
