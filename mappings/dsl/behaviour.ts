/**
 * What v1 did on its own server and v2 leaves to the caller. Each is a function of this name in the proxy; the text is
 * what the reference says of it.
 */
export const behaviours = {
  templateSources:
    'Own templates come from /v2/templates (those bound to an endpoint only when asked for); public and official ones are fetched from the public catalog and appended.',
  wholeMount:
    'v2 takes a mount whole or not at all, so the present one is read, the given half is merged in, and both halves are sent.',
} as const satisfies Record<string, string>

/** A name that a row or a route may use. */
export type BehaviourName = keyof typeof behaviours
