/**
 * What the sandbox keeps: JSON documents under a namespace and a key. Synchronous, so that a state change and its
 * record are one step: no request can see one without the other.
 */
export interface Storage {
  /** The document, or undefined. Every read is a fresh copy: changing it changes nothing stored. */
  get(namespace: string, key: string): unknown
  /**
   * Stores a copy of `value`, which must survive JSON (no undefined, functions or cycles at the top).
   * @throws {TypeError} when `value` is not JSON
   */
  put(namespace: string, key: string, value: unknown): void
  /** Removes the document; false when there was none. */
  delete(namespace: string, key: string): boolean
  /** Every document of the namespace, oldest first; replacing a document keeps its place. */
  entries(namespace: string): [key: string, value: unknown][]
  /** Removes every document of the namespace, or of all of them. */
  clear(namespace?: string): void
  /** Runs `change` wholly or not at all: when it throws, everything it did is undone and the error is passed on. Nests. */
  transaction<Result>(change: () => Result): Result
  /** Releases files. The storage must not be used afterwards. */
  close(): void
}

/**
 * The text of a document.
 * @throws {TypeError} when `value` has no JSON form
 */
export const toText = (value: unknown): string => {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new TypeError('only JSON values can be stored')
  return text
}
