import { type Plan, ruleOf } from '../../../mappings/dsl/plan.ts'
import type { FieldRow } from '../../../mappings/dsl/row.ts'
import { reason, rowReason, short } from '../reason-text.ts'
import { LOOKUP_LACKS, type LookupLack } from './tries/lookup-lacks.ts'

/** Why what a call sends cannot be said in v2's words. */
export const bodyReasons = {
  noBodyPlace: () =>
    reason(
      'codemod.action-body',
      'v2 wants a JSON body here, and the helper has no way to pass one that could be followed, or does not say that it is JSON',
      'let the helper take a body and send Content-Type: application/json',
    ),
  noBodyHere: () =>
    reason(
      'codemod.action-body',
      'v2 wants a JSON body here, and this call has no place for one that could be followed, or does not say that it is JSON',
      'say in the call itself what it is sent with, and Content-Type: application/json, then run upshift again',
    ),
  helperBody: () =>
    reason(
      'codemod.action-body',
      'v2 wants the action in the body, and the helper makes the body itself, for all of its callers',
      'let the helper send what this call gives it as it is, then run upshift again',
    ),
  ignoredBody: () =>
    reason(
      'codemod.action-body',
      'REST v1 took no notice of what is sent here, v2 wants the action in its place, and making it may do something else as well',
      'send no body here, then run upshift again',
    ),
  unsaid: (plan: Plan, [row]: readonly FieldRow[]) =>
    rowReason(
      ruleOf(plan, row?.old ?? ''),
      `${row?.old}: v1 chose by itself where the body names none; v2 wants ${row?.v2}`,
      `name ${row?.old}, or say ${row?.v2} yourself, then run upshift again`,
    ),
  whole: (plan: Plan, fields: readonly [string, string]) =>
    rowReason(
      ruleOf(plan, fields[0]),
      `${fields.join(' and ')}: v2 takes them together, so that the one left out must be read first; that cannot be done where the body is made: apart from its call, where nothing can be waited for, or where the API key or the id has no name`,
      'say both, or make the body in the call, where the key and the id have names; then run upshift again',
    ),
  lookup: (plan: Plan, [row]: readonly FieldRow[], lack: LookupLack) =>
    rowReason(
      ruleOf(plan, row?.old ?? ''),
      `${row?.old}: v2 takes ${row?.v2}, which its catalog says; ${LOOKUP_LACKS[lack].why}`,
      `say ${row?.v2} yourself, or ${LOOKUP_LACKS[lack].instead}; then run upshift again`,
    ),
  refusedToAll: (place: string) =>
    reason(
      'codemod.callers',
      `all that is seen to call it says what v2 refuses (${place})`,
      'settle that first, then run upshift again',
    ),
  sharedBody: () =>
    reason(
      'codemod.body',
      'what it sends is kept under a name, and goes to something else as well, which would be changed with it',
      'write out what this call sends where it is made, then run upshift again',
    ),
  bodyOfOthers: () =>
    reason(
      'codemod.body',
      'the helper makes the body itself, for other calls as well, which would be changed with it',
      'let the helper send what its callers give it as it is, then run upshift again',
    ),
  ownJson: () =>
    reason(
      'codemod.body',
      'what is sent says by a toJSON of its own what goes out, and not by its members',
      'send what toJSON gives, then run upshift again',
    ),
  sharedMethod: (next = 'another') =>
    reason(
      'codemod.method',
      `v2 takes ${next} here, and the method is said where other calls have theirs from, which want it as it is`,
      `say ${next} in this call, or in a helper of its own, then run upshift again`,
    ),
  askedBody: (names: readonly string[]) =>
    reason(
      'codemod.body',
      `a function on the way reads ${names.join(', ')} of what is sent, which v2 does not call so`,
      "have that function read v2's words, or ask before it is called, then run upshift again",
    ),
  keptBody: (names: readonly string[]) =>
    reason(
      'codemod.body',
      `a function on the way keeps what is sent, or tells others of it, and ${names.join(', ')} of that is read elsewhere, which v2 does not call so`,
      "have those who read it know v2's words, then run upshift again",
    ),
  heardBefore: (reads: readonly string[]) =>
    reason(
      'codemod.answer',
      `a function that the client tells of every answer goes by ${short(reads.join(', '))}, which v2 does not say so`,
      "have it go by v2's words as well, then run upshift again",
    ),
  replaced: (of: string, names: readonly string[]) =>
    reason(
      'codemod.body',
      `what stands in the place of ${of} says ${names.join(', ')}, which v2 does not call so`,
      "have it say v2's words as well, then run upshift again",
    ),
  stoodIn: (of: string) =>
    reason(
      'codemod.alternatives',
      `a function that answers by itself may stand in the place of ${of} here, and would be asked in v2's words`,
      'let that function answer as v2 does, and move this call with it',
    ),
  oneOfBodies: () =>
    reason(
      'codemod.body',
      'one of several bodies is sent here, and each is made into text by itself',
      'choose between the objects, and make JSON of what was chosen where it is sent',
    ),
  sentText: () =>
    reason(
      'codemod.body',
      'what is sent is a text that is made elsewhere, or not by JSON.stringify alone',
      'give JSON.stringify the object where it is sent, without a replacer',
    ),
  lengthSaid: () =>
    reason(
      'codemod.body',
      'its headers say in a number how long the body is, and v2 is sent another',
      'leave Content-Length to the client, then run upshift again',
    ),
  lengthApart: () =>
    reason(
      'codemod.body',
      'its headers count how long the body is by a text of its own, and v2 is sent another',
      'make the text once, count it and send it, then run upshift again',
    ),
  otherType: () =>
    reason(
      'codemod.body',
      'its headers say that what is sent is something else than JSON, and v2 wants JSON here',
      'say Content-Type: application/json, then run upshift again',
    ),
  body: () =>
    reason(
      'codemod.body',
      'what is sent is put together in a way that cannot be followed',
      'build the body in one object',
    ),
} as const
