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

const wordsOfNone = (name: string): string => `"${name}" must be 0 for serverless templates.`

/** Why a template is refused: serverless ones hold no volume, in GraphQL's own words for it; v2 would take one. */
export const refusedVolume = (input: Template): string | undefined =>
  input.isServerless === true && Number(input.volumeInGb) > 0 ? wordsOfNone('volumeInGb') : undefined

/** Where a template mounts its volume: what nobody changes of it stays, and a new one is where the old API put it. */
export const mountedAt = (templates: readonly Template[], id: unknown): string =>
  (templates.find((template) => template.id === id)?.mounts as { persistent?: { path?: string } } | undefined)
    ?.persistent?.path ?? '/workspace'

/** A change of a template that says a volume and no place for it: v2 takes a mount whole. */
export const wholeMount = (
  body: Template,
  templates: readonly Template[],
  id: unknown,
): Readonly<Record<string, unknown>> =>
  body.volumeInGb ? { ...body, volumeMountPath: body.volumeMountPath ?? mountedAt(templates, id) } : body
