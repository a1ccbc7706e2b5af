/** A function that looks once at each thing, and keeps what it found as long as the thing is kept. */
export const once = <Thing extends object, Found>(find: (thing: Thing) => Found) => {
  const known = new WeakMap<Thing, Found>()
  return (thing: Thing): Found => {
    const before = known.get(thing)
    if (before !== undefined) return before
    const found = find(thing)
    known.set(thing, found)
    return found
  }
}
