import { reason } from '../../reason-text.ts'

/** Why a call stays, or what is said of it, for the status of its answer. */
export const statusReasons = {
  status: (was: number, is: number) =>
    reason(
      'codemod.status',
      `the answer is held to status ${was}, and v2 answers ${is}`,
      `compare with ${is}, or with response.ok`,
    ),
  statusNow: (was: number, is: number) =>
    reason(
      'codemod.status',
      `the answer is held to status ${is}, which v1 never answered here (${was}) and v2 does: what hangs on it would be done from now on`,
      'see which way is meant, or ask response.ok, then run upshift again',
    ),
  givenOn: (was: number, is: number, how = 'given on to who asks this program') =>
    reason(
      'codemod.status',
      `the status is ${how}: it was ${was} on v1, and is ${is} on v2`,
      `see who holds this program to ${was}`,
    ),
  refusedOn: (routes: readonly string[], isHeld: boolean) =>
    reason(
      'codemod.status',
      `the status of a refusal is given on ${routes.length > 0 ? `by ${routes.join(' and ')}` : 'to who asks this program'}: where it was 400 on v1, it is 422 of a body that v2 does not take, and 409 where something is so already${isHeld ? '; the program itself asks there for 400' : ''}`,
      'see who holds it to 400',
    ),
  refused: () =>
    reason(
      'codemod.status',
      'v1 answered 400 to whatever it did not take; v2 answers 422 to a body that it does not take, and 409 where something is so already',
      'ask for these as well',
    ),
} as const
