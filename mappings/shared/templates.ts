type Template = Readonly<Record<string, unknown>>

/** Whether another template has a name: they are unique in the old API, and v2 would make a second one. */
export const isTaken = (templates: readonly Template[], name: unknown, id: unknown): boolean =>
  templates.some((template) => template.name === name && template.id !== id)

/** GraphQL's own words for that; programs compare them. */
export const takenWords = (name: unknown): string =>
  `Template name "${String(name)}" is already taken; names must be unique.`
