import { z } from 'zod'
import { beyondSpec } from '../marks.ts'

/*
 * v1 took some values in the shapes of the older GraphQL API. Each schema below accepts the published shape and the tolerated one,
 * and parses both to the published shape, so that the types (and the rows written on them) know one shape only.
 */

const NUMBER_AS_STRING = 'scripts pass shell variables and form fields through unconverted'
const GRAPHQL_SHAPE = 'clients moved over from GraphQL keep its shape'

/** An integer, or the same written as a string. */
export const integer = (limits: { minimum?: number; maximum?: number } = {}) => {
  const published = z
    .int()
    .min(limits.minimum ?? Number.MIN_SAFE_INTEGER)
    .max(limits.maximum ?? Number.MAX_SAFE_INTEGER)
  const written = z.codec(z.string().regex(/^\s*-?\d+\s*$/), published, { decode: Number, encode: String })
  return z.union([published, beyondSpec(written, NUMBER_AS_STRING)])
}

/** A number, or the same written as a string. */
export const decimal = () => {
  const written = z.codec(z.string().regex(/^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i), z.number(), {
    decode: Number,
    encode: String,
  })
  return z.union([z.number(), beyondSpec(written, NUMBER_AS_STRING)])
}

const EnvPairs = z.array(z.strictObject({ key: z.string(), value: z.string() }))

/** Environment as `{NAME: value}`, or as a list of `{key, value}`. */
export const Env = z.union([
  z.record(z.string(), z.string()),
  beyondSpec(
    z.codec(EnvPairs, z.record(z.string(), z.string()), {
      decode: (pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])),
      encode: (env) => Object.entries(env).map(([key, value]) => ({ key, value })),
    }),
    GRAPHQL_SHAPE,
  ),
])

/** Ports as `["8888/http"]`, or as one comma-separated string. */
export const Ports = z.union([
  z.array(z.string()),
  beyondSpec(
    z.codec(z.string(), z.array(z.string()), {
      decode: (list) =>
        list
          .split(',')
          .map((port) => port.trim())
          .filter((port) => port !== ''),
      encode: (ports) => ports.join(','),
    }),
    GRAPHQL_SHAPE,
  ),
])

/** The start command as one string, the older spelling of `dockerStartCmd`. */
export const DockerArgs = beyondSpec(z.string(), GRAPHQL_SHAPE)
