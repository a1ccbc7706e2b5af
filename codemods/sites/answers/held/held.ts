import type { Answer } from '../../sink.ts'

/** What a value holds of the service's answer. Promises are looked through. */
export type Held =
  | { readonly kind: 'response' | 'axios' | 'stream' | 'payload' | 'data' | 'text' | 'clean' | 'unknown' }
  /** What no answer of REST has, and helpers of several services ask for all the same. */
  | { readonly kind: 'foreign' }
  | {
      readonly kind: 'record'
      readonly fields: ReadonlyMap<string, Held>
      /** Its own `json()` and `text()` give the body as well. */
      readonly parses?: true
      /** Put together by an object literal of the program. */
      readonly made?: true
      /** Put together by an array literal of the program. */
      readonly listed?: true
    }

export const CLEAN: Held = { kind: 'clean' }
export const UNKNOWN: Held = { kind: 'unknown' }
export const PAYLOAD: Held = { kind: 'payload' }

export const AXIOS: Held = { kind: 'axios' }

const TEXT: Held = { kind: 'text' }

const record = (fields: Readonly<Record<string, Held>>): Held => ({
  kind: 'record',
  fields: new Map(Object.entries(fields)),
})

/** What a library's own call gives. */
export const heldBySink = (answer: Answer): Held => {
  switch (answer) {
    case 'raw':
      return record({ data: { kind: 'data' } })
    case 'undici':
      return record({ body: { kind: 'response' } })
    case 'text-body':
      return { ...record({ body: TEXT, rawBody: UNKNOWN }), parses: true } as Held
    case 'json-body':
      return { ...record({ body: PAYLOAD, rawBody: UNKNOWN }), parses: true } as Held
    case 'superagent':
      return record({ body: PAYLOAD, text: TEXT })
    case 'openapi':
      return record({ data: PAYLOAD })
    default:
      return { kind: answer }
  }
}

/** What a method of an answer gives: `res.json()`; undefined where it is none that is known. */
export const parsedBy = (held: Held, name: string): Held | undefined => {
  const parses = held.kind === 'response' || (held.kind === 'record' && held.parses)
  if (!parses) return undefined
  if (name === 'json') return PAYLOAD
  if (name === 'text') return TEXT
  return name === 'clone' && held.kind === 'response' ? held : undefined
}

/** Under which names other services keep a list. */
const FOREIGN = /^(items|results?|rows)$/

/** What `value.name` holds. */
export const memberOfHeld = (held: Held, name: string): Held => {
  if (held.kind === 'record') return held.fields.get(name) ?? CLEAN
  if (held.kind === 'axios') return name === 'data' ? PAYLOAD : CLEAN
  // GraphQL's `data`; a REST answer has no such member.
  if (held.kind === 'payload' && name === 'data') return { kind: 'data' }
  if (held.kind === 'payload' && FOREIGN.test(name)) return { kind: 'foreign' }
  if (held.kind === 'response') return name === 'body' ? { kind: 'response' } : CLEAN
  return held.kind === 'clean' || held.kind === 'text' ? CLEAN : UNKNOWN
}

/**
 * What either of two alternatives holds.
 * @param isRest of a REST answer, which has no `data` or `items`: `body.data ?? body` is the body
 */
export const either = (left: Held, right: Held, isRest = false): Held => {
  if (left.kind === 'clean') return right
  if (right.kind === 'clean') return left
  if (isRest && [left, right].some(isPayload) && [left, right].some(isNoneOfRest)) return PAYLOAD
  if (left.kind === 'record' && right.kind === 'record') {
    const names = new Set([...left.fields.keys(), ...right.fields.keys()])
    const both = [...names].map(
      (name) => [name, either(memberOfHeld(left, name), memberOfHeld(right, name), isRest)] as const,
    )
    return {
      kind: 'record',
      fields: new Map(both),
      ...(left.made && right.made ? { made: true } : {}),
      ...(left.listed && right.listed ? { listed: true } : {}),
    }
  }
  if (isPayload(left) && isOnlyText(right)) return left
  if (isPayload(right) && isOnlyText(left)) return right
  return left.kind === right.kind ? left : UNKNOWN
}

const isNoneOfRest = ({ kind }: Held): boolean => kind === 'data' || kind === 'foreign'

const isPayload = ({ kind }: Held): boolean => kind === 'payload'

/** `{ raw: text }`, which stands in for an answer that is no JSON. */
const isOnlyText = (held: Held): boolean =>
  held.kind === 'record' && [...held.fields.values()].every(({ kind }) => kind === 'text' || kind === 'clean')
