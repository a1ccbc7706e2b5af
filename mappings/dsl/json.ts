/** A JSON object, and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a text says as JSON; undefined where it is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object that a text says as JSON; undefined where it is none, or something else. */
export const parsedObject = (text: string): Record<string, unknown> | undefined => {
  const value = parsed(text)
  return isObject(value) ? value : undefined
}
