/** What is kept for a key; found and kept where nothing is. */
export const kept = <Key, Found>(
  known: { get(key: Key): Found | undefined; set(key: Key, found: Found): unknown },
  key: Key,
  find: (key: Key) => Found,
): Found => {
  const before = known.get(key)
  if (before !== undefined) return before
  const found = find(key)
  known.set(key, found)
  return found
}

/** A function that looks once at each thing, and keeps what it found as long as the thing is kept. */
export const once = <Thing extends object, Found>(find: (thing: Thing) => Found) => {
  const known = new WeakMap<Thing, Found>()
  return (thing: Thing): Found => kept(known, thing, find)
}
