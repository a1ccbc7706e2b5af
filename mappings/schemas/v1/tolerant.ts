import { z } from 'zod'
import { environmentPairs } from '../../codecs/environment.ts'
import { portList } from '../../codecs/ports.ts'
import { wholeNumber } from '../../codecs/whole-number.ts'
import { beyondSpec } from '../marks.ts'

/*
 * v1 took some values in the shapes of the older GraphQL API. Each schema below accepts the published shape and the tolerated one,
 * and parses both to the published shape, so that the types (and the rows written on them) know one shape only.
 * How one becomes the other is the codecs' business.
 */

const NUMBER_AS_STRING = 'scripts pass shell variables and form fields through unconverted'
/** Why a field of a create is read in an update, too. */
export const ONE_BODY = 'scripts send one body, to make a thing and to change it'
const GRAPHQL_SHAPE = 'clients moved over from GraphQL keep its shape'

/** An integer, or the same written as a string. */
export const integer = (limits: { minimum?: number; maximum?: number } = {}) => {
  const published = z
    .int()
    .min(limits.minimum ?? Number.MIN_SAFE_INTEGER)
    .max(limits.maximum ?? Number.MAX_SAFE_INTEGER)
  const written = z.codec(z.string().regex(/^-?\d{1,15}$/), published, {
    decode: (text) => wholeNumber.decode(text) as number,
    encode: String,
  })
  return z.union([published, beyondSpec(written, NUMBER_AS_STRING)])
}

/** A number, or the same written as a string. */
export const decimal = () => {
  const written = z.codec(z.string().regex(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i), z.number(), {
    decode: Number,
    encode: String,
  })
  return z.union([z.number(), beyondSpec(written, NUMBER_AS_STRING)])
}

const EnvMap = z.record(z.string(), z.string())
const EnvPairs = z.array(z.strictObject({ key: z.string(), value: z.string() }))

/** Environment as `{NAME: value}`, or as a list of `{key, value}`. */
export const Env = z.union([
  EnvMap,
  beyondSpec(
    z.codec(EnvPairs, EnvMap, {
      decode: (pairs) => environmentPairs.decode(pairs) as z.infer<typeof EnvMap>,
      encode: (env) => environmentPairs.encode(env) as z.infer<typeof EnvPairs>,
    }),
    GRAPHQL_SHAPE,
  ),
])

/** Ports as `["8888/http"]`, or as one comma-separated string. */
export const Ports = z.union([
  z.array(z.string()),
  beyondSpec(
    z.codec(z.string(), z.array(z.string()), {
      decode: (list) => portList.decode(list) as string[],
      encode: (ports) => portList.encode(ports) as string,
    }),
    GRAPHQL_SHAPE,
  ),
])

/** The start command as one string, the older spelling of `dockerStartCmd`. */
export const DockerArgs = beyondSpec(z.string(), GRAPHQL_SHAPE)

/** A filter of a list: one value, or several of which any will do. */
export const anyOf = <Value extends z.ZodType<string>>(value: Value) => {
  const several = z.array(value)
  const one = z.codec(value, several.min(1), {
    decode: (given) => [given] as never,
    encode: ([first]) => first as never,
  })
  return z.union([one, beyondSpec(several, 'a filter may be given more than once, as the listed ones may')])
}
