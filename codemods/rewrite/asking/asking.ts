import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { Said } from '../edit/key-field.ts'
import { keyOpened } from '../graphql/key/graphql-key.ts'
import type { AskingMapper } from '../mapper/mapper.ts'
import { clientAsking } from './client-asking.ts'

/** What v2 is asked with for something else beside a call: the API key, or what makes the call. */
export interface Asking extends Said {
  /** It is a function that asks by the program's own client. */
  readonly isClient?: true
}

/** What a call's generated functions ask v2 with; undefined where neither a key nor a client can be named there. */
export const askingOf = (trace: Trace, site: Site): Asking | undefined => {
  const key = keyOpened(trace, site)
  const text = key ? undefined : clientAsking(trace, site)
  return text === undefined ? key : { text, edits: [], isClient: true }
}

/** A generated function, where it is to ask by the program's own client. */
export const askedBy =
  ({ isClient }: Pick<Asking, 'isClient'>) =>
  <M extends AskingMapper>(mapper: M): M =>
    isClient ? { ...mapper, byClient: true } : mapper
