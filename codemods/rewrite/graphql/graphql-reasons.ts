import { type Meant, meantBy } from '../nearest.ts'
import { reason, short, shortOfKey } from '../reason-text.ts'
import { documentReasons } from './document/document-reasons.ts'

export const NO_TYPES = 'it names a type of GraphQL, and REST v2 has no types to name'

/** Why a GraphQL call is left as it was. */
export const graphqlReasons = {
  ...documentReasons,
  document: (several: boolean, by?: string) =>
    reason(
      'codemod.graphql-document',
      by
        ? `${by} runs what makes the request: the calls that come to it, which say the document, could not be followed through that`
        : several
          ? 'the call may send more than one GraphQL document'
          : 'the GraphQL document is put together at run time',
      by
        ? `move these calls by hand, or let ${by} run each of them where its document is said; then run upshift again`
        : several
          ? 'make a call of its own with each, then run upshift again'
          : 'write the document in one string, then run upshift again',
    ),
  documentSometimes: (by: string) =>
    reason(
      'codemod.graphql-document',
      `whether it sends a GraphQL document is decided at run time (${short(by)}): the old API did nothing without one`,
      'ask that before the call is made, then run upshift again',
    ),
  bodyText: () =>
    reason(
      'codemod.graphql-document',
      'the whole body is JSON that is written out as text, and its document and variables cannot be read out of that',
      'say it with JSON.stringify({ query, variables }), the document in one string, then run upshift again',
    ),
  otherGraphql: () =>
    reason(
      'codemod.alternatives',
      'the call may go to the GraphQL API or to another address',
      'make the calls of the GraphQL API with an address of their own, then run upshift again',
    ),
  otherCallee: (called: string) =>
    reason(
      'codemod.other-callee',
      `${short(called)} may be another function of the program, which a call of v2 would not ask`,
      'make what is handed in call v2, or call the one that asks GraphQL by its name; then run upshift again',
    ),
  guarded: (guard: string) =>
    reason(
      'codemod.guarded',
      `what sends it may keep it back, and could not be handed a call of v2: ${guard}`,
      'make that check where the call is made, or let the function do nothing with the document but send it; then run upshift again',
    ),
  noOperation: () =>
    reason(
      'codemod.graphql-document',
      'what it sends as a document is not one operation of GraphQL',
      'look at what was meant, and write it as one operation; then run upshift again',
    ),
  severalOperations: (said: { readonly name: string | undefined } | undefined) =>
    reason(
      'codemod.graphql-document',
      `the GraphQL document holds several operations, and ${severalBy(said)}`,
      'write a document for each, then run upshift again',
    ),
  onConditions: (names: readonly string[]) =>
    reason(
      'codemod.graphql-document',
      `whether the GraphQL document asks for ${names.join(', ')} hangs on @include or @skip`,
      'ask for it always, or write a document for each case; then run upshift again',
    ),
  myselfAs: (name: string) =>
    reason(
      'codemod.graphql-document',
      `the GraphQL document asks for myself as ${name}, and what calls of REST v2 give is put together under myself`,
      'ask for myself by its own name, and read it by that; then run upshift again',
    ),
  selection: (by?: string) =>
    reason(
      'codemod.graphql-document',
      by
        ? `what the GraphQL document asks for is decided at run time (${short(by)})`
        : 'what the GraphQL document asks for is not all there to see',
      'write a document for each case, then run upshift again',
    ),
  unknownField: (name: string, nearest: readonly string[] = []) =>
    reason('codemod.unknown-operation', `the GraphQL API documents no field ${name}`, meantBy(nearest)),
  refusedDocument: (why: string, writes: boolean, never?: Meant) =>
    reason(
      'codemod.graphql-refused',
      `the GraphQL API refuses such a document (${why})${never ? `, and documents no field ${never.names}` : ''}: ${
        writes ? 'nothing was done by this call, and moved, it would be' : 'this call never got an answer'
      }`,
      `${never ? `${meantBy(never.nearest)}; ` : ''}say what the GraphQL API wants where the call is meant, or take it out; then run upshift again`,
    ),
  nothingToSelect: (name: string, selected: string) =>
    reason(
      'codemod.unknown-operation',
      `the GraphQL API documents that ${name} gives nothing, and refuses a document that asks for a part of that (${selected}): nothing was done by this call, and moved, it would be`,
      'leave the selection out where the call is meant, then run upshift again',
    ),
  unservedField: (name: string, gone: string) =>
    reason(
      'codemod.graphql-unserved',
      `${name}: REST v2 does not say it there`,
      `${gone}; then run upshift again`,
    ),
  typeName: () =>
    reason(
      'codemod.graphql-type-name',
      `__typename: ${NO_TYPES}`,
      'tell answers apart by what they hold, then run upshift again',
    ),
  mixedDocument: (names: string) =>
    reason(
      'codemod.graphql-mixed',
      `${names} ${names.includes(', ') ? 'stay' : 'stays'} on GraphQL, and the document, which is not said in the call, cannot be split here`,
      'split the document, then run upshift again',
    ),
  mixedMutation: (names: string) =>
    reason(
      'codemod.graphql-mixed',
      `${names} ${names.includes(', ') ? 'stay' : 'stays'} on GraphQL, and the fields of a mutation are done one after the other`,
      'make a call of its own for it, in the order that is meant, then run upshift again',
    ),
  innerFields: () =>
    reason(
      'codemod.graphql-several',
      'a field with arguments is asked for more than once, or further down than v2 says it',
      'ask for each in a call of its own, then run upshift again',
    ),
  moreCalls: (name: string, routes: readonly string[]) =>
    reason(
      'codemod.graphql-calls',
      routes.length === 1
        ? `${name} is a call of its own in REST v2, which upshift does not write`
        : `${name} becomes more than one call of REST v2`,
      `call ${routes.join(', ') || 'REST v2'} instead`,
    ),
  key: (text: string) =>
    reason(
      'codemod.graphql-key',
      `the API key that the call uses (${shortOfKey(text)}) cannot be named here`,
      'pass the key to this function, or export what says it and import that here, then run upshift again',
    ),
  decidedKey: (texts: readonly string[]) =>
    reason(
      'codemod.graphql-key',
      `the call carries one key or another (${texts.map(shortOfKey).join(', ')}), as the program decides`,
      'decide before the call, in a constant that the header says (`Bearer ${key}`), then run upshift again',
    ),
  keySometimes: (by: string) =>
    reason(
      'codemod.graphql-key',
      `whether the call carries this key is decided at run time (${short(by)})`,
      'decide before the call, in a constant that the header says (`Bearer ${key}`), then run upshift again',
    ),
  keyOver: (by: string) =>
    reason(
      'codemod.graphql-key',
      `another key may be said over this one, where ${short(by)} is spread`,
      'say the key behind it, or pass the key by a name of its own; then run upshift again',
    ),
  writtenKey: () =>
    reason(
      'codemod.graphql-key',
      'the API key that the call uses stands in the middle of a text, and has no name that the call could say',
      'give the key a name of its own and say that in the text (`Bearer ${key}`), then run upshift again',
    ),
  keyApart: (by: string) =>
    reason(
      'codemod.graphql-key',
      `the API key is put on the call by a statement of its own (${shortOfKey(by)}), which is not followed to the call`,
      'say { Authorization: `Bearer ${key}` } where the call is made, then run upshift again',
    ),
  keyInQuery: () =>
    reason(
      'codemod.graphql-key',
      'nobody can tell from the code which parameters the address of the call has, and the API key may be one of them',
      'send the key as Authorization: Bearer …, then run upshift again',
    ),
  clientError: () =>
    reason(
      'codemod.graphql-error',
      'this file tells the ClientError of graphql-request apart, which REST v2 does not throw',
      'look at error.response instead of its class, then run upshift again',
    ),
  moreThanBody: () =>
    reason(
      'codemod.answer',
      "more is done with undici's answer than to read its status and to parse its body, and the moved call gives no more",
      'read only statusCode, and await body.json() or body.text() here, then run upshift again',
    ),
  ownAnswer: () =>
    reason(
      'codemod.answer',
      'what the call gives could not be followed to what GraphQL answered, or to its data',
      'let it give the data and throw what was refused, then run upshift again',
    ),
  someThrown: () =>
    reason(
      'codemod.answer',
      'what gives the whole answer throws only some of its errors, and which cannot be told here',
      'let it throw them all, or none, then run upshift again',
    ),
  moreThanData: () =>
    reason(
      'codemod.graphql-answer',
      'more is asked of the answer than what REST v2 can say: its data, or an error that is thrown',
      'read data alone, without an errorPolicy, then run upshift again',
    ),
  onlySometimes: (text: string) =>
    reason(
      'codemod.graphql-optional',
      `the call is made only where there is something to make it with (${short(text)})`,
      'ask for that before the call, and call without ?., then run upshift again',
    ),
  noKey: (header: string | undefined, from: string | undefined) =>
    header === undefined && from !== undefined
      ? reason(
          'codemod.graphql-key',
          `the call's headers come from ${shortOfKey(from)}, and the API key could not be told from that`,
          'say { Authorization: `Bearer ${key}` } where the call is made, then run upshift again',
        )
      : header === undefined
        ? reason(
            'codemod.graphql-key',
            'no API key was found that this call carries, and REST v2 answers nobody without one',
            'give the call a key, then run upshift again',
          )
        : reason(
            'codemod.graphql-key',
            /^authorization$/i.test(header)
              ? `the call's ${header} was not seen to be Bearer and a key, which is what REST v2 takes`
              : `the call sends its key as ${header}, where the APIs are not known to look for one`,
            'send the key as Authorization: Bearer …, then run upshift again',
          ),
  overridden: (names: readonly string[]) =>
    reason(
      'codemod.graphql-arguments',
      `${names.join(', ')} can replace a part of the document`,
      'pass that part as a variable, then run upshift again',
    ),
  evaluated: (text: string) =>
    reason(
      'codemod.graphql-evaluated',
      `${short(text)} would be evaluated twice, at another time, or not at all`,
      'put it into a constant before the call, then run upshift again',
    ),
  arguments: (by?: string) =>
    reason(
      'codemod.graphql-arguments',
      `the arguments are put together at run time inside the document${by ? ` (${short(by)})` : ''}`,
      'pass them as variables, then run upshift again',
    ),
  variables: (text: string) =>
    reason(
      'codemod.graphql-arguments',
      `what the variables hold cannot be seen here (${short(text)})`,
      'name each variable in the call, then run upshift again',
    ),
} as const

/** What is known of which operation of several is run. */
const severalBy = (said: { readonly name: string | undefined } | undefined): string => {
  if (!said) return 'no operationName is seen to say which of them is run'
  return said.name === undefined
    ? 'which of them is run (operationName) is known only at run time'
    : `none of them is called ${said.name}`
}
