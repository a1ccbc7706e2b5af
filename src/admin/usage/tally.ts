type Words<T> = Map<string, Map<string, Map<string, Map<string, T>>>>

const below = <T>(map: Map<string, Map<string, T>>, word: string): Map<string, T> => {
  const known = map.get(word)
  if (known) return known
  const made = new Map<string, T>()
  map.set(word, made)
  return made
}

/**
 * Rows under four words. A map in a map for each word, because the words are kept texts whose hashes are known: one
 * joined text would be made and hashed anew with every request.
 */
export class Tally<T> {
  readonly #rows: Words<T> = new Map()
  /** Rows in all. */
  size = 0

  get(first: string, second: string, third: string, fourth: string): T | undefined {
    return this.#rows.get(first)?.get(second)?.get(third)?.get(fourth)
  }

  /** Adds a row that is not there yet. */
  add(first: string, second: string, third: string, fourth: string, row: T): void {
    below(below(below(this.#rows, first), second), third).set(fourth, row)
    this.size += 1
  }

  values(): T[] {
    const all: T[] = []
    for (const seconds of this.#rows.values())
      for (const thirds of seconds.values()) for (const rows of thirds.values()) all.push(...rows.values())
    return all
  }

  clear(): void {
    this.#rows.clear()
    this.size = 0
  }
}
