/** How many may be under way at the same time. */
interface TurnLimits {
  readonly all: number
  /** Of one group, so that a slow one is no burden to the others. */
  readonly perGroup: number
}

/** Lets what waits begin in its order, so many at a time. */
export interface Turns<Item> {
  add(group: string, item: Item): void
  /** Forgets what waits. */
  clear(): void
  /** Nothing begins any more. */
  close(): void
}

/** Makes the turns of items that come in groups. @param act what is done with an item; its turn ends with it */
export const createTurns = <Item>(limits: TurnLimits, act: (item: Item) => Promise<void>): Turns<Item> => {
  const waiting = new Map<string, Item[]>()
  const active = new Map<string, number>()
  let running = 0
  let closed = false

  const count = (group: string, by: 1 | -1): void => {
    running += by
    const left = (active.get(group) ?? 0) + by
    if (left > 0) active.set(group, left)
    else active.delete(group)
  }

  const begin = async (item: Item, group: string): Promise<void> => {
    count(group, 1)
    await act(item)
    count(group, -1)
    pump()
  }

  const mayBegin = (group: string): boolean =>
    !closed && running < limits.all && (active.get(group) ?? 0) < limits.perGroup

  const pump = (): void => {
    for (const [group, items] of waiting) {
      while (items.length > 0 && mayBegin(group)) void begin(items.shift() as Item, group)
      if (items.length === 0) waiting.delete(group)
      if (running >= limits.all) return
    }
  }

  const add = (group: string, item: Item): void => {
    const items = waiting.get(group)
    if (items) items.push(item)
    else waiting.set(group, [item])
    pump()
  }

  const close = (): void => {
    closed = true
  }

  return { add, clear: () => waiting.clear(), close }
}
