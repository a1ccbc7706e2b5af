/** What keeps something from being looked up before a call, and what would help. */
export const LOOKUP_LACKS = {
  unwaited: {
    why: 'nothing can be waited for where the body is made',
    instead: 'make the call in an async function',
  },
  keyless: {
    why: 'the API key for asking cannot be named here',
    instead: 'make the call where the key has a name',
  },
  early: {
    why: 'the API key for asking is there only once the body has been made',
    instead: 'make the body behind the key',
  },
  apart: {
    why: 'the body is put together in a way that could not be followed',
    instead: 'write the body out where it is sent',
  },
} as const

/** One of them. */
export type LookupLack = keyof typeof LOOKUP_LACKS
