/** Map.groupBy, which the oldest Node this runs on lacks. */
export const groupBy = <Key, T>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, T[]> => {
  const groups = new Map<Key, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
