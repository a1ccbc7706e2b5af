import { reason, short } from '../../reason-text.ts'

/** Why what the query of a call asks for cannot be said in v2's words. */
export const queryReasons = {
  openQuery: (lost: readonly string[]) =>
    reason(
      'codemod.query',
      `what the query asks for is known only when the program runs${lost.length > 0 ? `, and v2 does not take all that v1 took (${lost.join(', ')})` : ''}`,
      'write its parameters out where the call is made, then run upshift again',
    ),
  helperQuery: (names: readonly string[]) =>
    reason(
      'codemod.query',
      `a helper says the query, for all that call it, and v2 does not take all of it (${names.join(', ')})`,
      'say the query where the call is made, then run upshift again',
    ),
  queryName: (old: string, v2: string, isApart: boolean) =>
    reason(
      'codemod.query',
      `v2 calls ${old} of the query ${v2}, and ${isApart ? 'a helper says the name, for all that call it' : 'the name does not stand where it could be changed'}`,
      isApart
        ? 'say the query where the call is made, then run upshift again'
        : 'write the name of the parameter out, then run upshift again',
    ),
  dynamicQuery: () =>
    reason(
      'codemod.query',
      'the query is put together at run time, and REST v2 ignores v1 filters',
      'leave the query out, filter a list after it has come, then run upshift again',
    ),
  lateQuery: (text: string) =>
    reason(
      'codemod.query',
      `a list is filtered after it has come, and ${short(text)}, which the query says, may be another by then`,
      'put it into a constant of its own before the call, then run upshift again',
    ),
} as const
