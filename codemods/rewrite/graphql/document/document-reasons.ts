import { reason } from '../../reason-text.ts'

/** Why the document of a GraphQL call is not there to be read. */
export const documentReasons = {
  documentsAtOnce: () =>
    reason(
      'codemod.graphql-document',
      'a list of GraphQL documents is sent in this one request, and answered by their places',
      'make a request of its own for each document, then run upshift again',
    ),
  documentless: () =>
    reason(
      'codemod.graphql-document',
      'what is sent holds no GraphQL document (query): what it asks for is kept elsewhere',
      'send the document itself, as JSON.stringify({ query, variables }), then run upshift again',
    ),
  documentBody: () =>
    reason(
      'codemod.graphql-document',
      'the whole body is the GraphQL document, and no JSON around it',
      'say it with JSON.stringify({ query, variables }), the document in one string, then run upshift again',
    ),
  documentAddress: () =>
    reason(
      'codemod.graphql-document',
      'the GraphQL document is said in the address',
      'send it with POST, as JSON.stringify({ query }), then run upshift again',
    ),
  documentFrom: (taker: string) =>
    reason(
      'codemod.graphql-document',
      `the GraphQL document comes in through ${taker}, and what is sent by it cannot be seen here`,
      'move the calls that send documents through it to REST v2, and this with them',
    ),
  documentFile: (file: string) =>
    reason(
      'codemod.graphql-document',
      `the GraphQL document is in ${file}, which upshift does not read`,
      'write the document in one string where it is sent, then run upshift again',
    ),
  documentObject: (maker: string) =>
    reason(
      'codemod.graphql-document',
      `the GraphQL document is made of an object (${maker})`,
      'write the document in one string, then run upshift again',
    ),
} as const
