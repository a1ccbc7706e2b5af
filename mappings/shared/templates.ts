type Template = Readonly<Record<string, unknown>>

/**
 * Whether a template may not be given a name: they are unique in the old API, and v2 would make a second one. Where v2
 * has made one already, each of the two keeps its own.
 */
export const isTaken = (templates: readonly Template[], name: unknown, id: unknown): boolean => {
  const named = templates.filter((template) => template.name === name)
  return named.length > 0 && !named.some((template) => template.id === id)
}

/** GraphQL's own words for that; programs compare them. */
export const takenWords = (name: unknown): string =>
  `Template name "${String(name)}" is already taken; names must be unique.`

/** Where a template mounts its volume: what nobody changes of it stays, and a new one is where the old API put it. */
export const mountedAt = (templates: readonly Template[], id: unknown): string =>
  (templates.find((template) => template.id === id)?.mounts as { persistent?: { path?: string } } | undefined)
    ?.persistent?.path ?? '/workspace'
