import { GraphQLError } from 'graphql'

/** An error as the legacy API's resolvers throw it: HTTP 200, code RUNPOD. */
export const legacyError = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'RUNPOD' } })

/** What it says to a caller without a key, or with one that may not do this. */
export const unauthorized = (): GraphQLError => legacyError('Unauthorized')
