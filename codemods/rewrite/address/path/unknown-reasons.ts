import { retirements, v2Base } from '../../../../mappings/hosts.ts'
import { meantBy } from '../../nearest.ts'
import { reason } from '../../reason-text.ts'

/** Why a call stays that asks for what REST v1 did not have, or goes to v2 and speaks v1. */
export const unknownReasons = {
  dots: (path: string) =>
    reason(
      'codemod.address',
      `${path} has . or .. in it, which a client may take out before it asks: what it comes to is not told here`,
      'say the path without them, then run upshift again',
    ),
  unknownOperation: (method: string, path: string, nearest: readonly string[], isNew: boolean) =>
    reason(
      'codemod.unknown-operation',
      `REST v1 never had ${method} ${path}${isNew ? ", which is v2's" : ''}`,
      isNew
        ? `where its body and what reads its answer are v2's too, give it the base ${v2Base}`
        : meantBy(nearest),
    ),
  baseItself: () =>
    reason(
      'codemod.unknown-operation',
      'this calls the base address itself, where REST v1 had no operation',
      'call an operation of REST v2 that tells what this wants to know',
    ),
  description: () =>
    reason(
      'codemod.description',
      "v1's own description went with v1, and v2's says other operations and shapes",
      `take ${retirements.v1.is.successor}, and look at what reads it`,
    ),
  habit: (what: string) =>
    reason(
      'codemod.v1-habit',
      `this goes to REST v2 and says ${what}, which only v1 knew`,
      'say it as v2 does',
    ),
  habitOfReads: (words: readonly string[]) =>
    reason(
      'codemod.v1-habit',
      `this goes to REST v2 and reads ${words.join(', ')} of the answer, which only v1 said`,
      'read what v2 says in its place',
    ),
  habitOfList: (key: string) =>
    reason(
      'codemod.v1-habit',
      `this goes to REST v2 and reads the answer as a bare list, as v1 gave it; v2 gives { ${key}: […] }`,
      `take ${key} out of the answer, and read what v2 says of each`,
    ),
} as const
