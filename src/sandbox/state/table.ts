import { collection } from '../storage/collection.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * One kind of document, whole in memory so that reads cost nothing, and written through to storage.
 * Documents are values: replace them, never change them.
 */
export interface Table<Document> {
  get(key: string): Document | undefined
  has(key: string): boolean
  put(key: string, document: Document): Document
  delete(key: string): boolean
  /** Oldest first. */
  values(): Document[]
  /** Oldest first. */
  entries(): [key: string, document: Document][]
  clear(): void
}

/** Opens the namespace, with what an earlier run of the sandbox left in it. */
export const openTable = <Document>(storage: Storage, namespace: string): Table<Document> => {
  const stored = collection<Document>(storage, namespace)
  const documents = new Map(stored.entries())
  return {
    get: (key) => documents.get(key),
    has: (key) => documents.has(key),
    put: (key, document) => {
      stored.put(key, document)
      documents.set(key, document)
      return document
    },
    delete: (key) => {
      stored.delete(key)
      return documents.delete(key)
    },
    values: () => [...documents.values()],
    entries: () => [...documents],
    clear: () => {
      stored.clear()
      documents.clear()
    },
  }
}
