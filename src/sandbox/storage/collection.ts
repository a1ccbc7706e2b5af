import type { Storage } from './storage.ts'

/** One namespace of a storage, all of whose documents have one type. */
export interface Collection<Document> {
  get(key: string): Document | undefined
  put(key: string, document: Document): void
  delete(key: string): boolean
  /** Oldest first. */
  entries(): [key: string, document: Document][]
  clear(): void
}

/**
 * Gives a namespace its type. The type is trusted, not checked: a namespace is written by one owner only.
 * @example
 * const pods = collection<Pod>(storage, 'pods')
 * pods.put(pod.id, pod)
 */
export const collection = <Document>(storage: Storage, namespace: string): Collection<Document> => ({
  get: (key) => storage.get(namespace, key) as Document | undefined,
  put: (key, document) => storage.put(namespace, key, document),
  delete: (key) => storage.delete(namespace, key),
  entries: () => storage.entries(namespace) as [string, Document][],
  clear: () => storage.clear(namespace),
})
