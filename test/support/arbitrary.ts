import fc from 'fast-check'
import { z } from 'zod'
import { beyondSpecOf } from '../../mappings/schemas/marks.ts'
import type { Side } from '../../mappings/schemas/walk.ts'

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']

export interface ArbitraryOptions {
  /** Off: only what the published document lists, without fields and shapes seen in the wild. On by default. */
  readonly beyondSpec?: boolean
}

/**
 * Bodies a caller may write: every one passes `schema.parse`. Optional keys come and go; rules between fields are kept.
 * @example fc.assert(fc.property(arbitraryFor(v2.PodCreate), (body) => v2.PodCreate.safeParse(body).success))
 */
export const arbitraryFor = <Body extends z.ZodType>(
  schema: Body,
  options: ArbitraryOptions = {},
): fc.Arbitrary<z.input<Body>> => build(schema, { beyondSpec: true, ...options, side: 'input' }) as never

/** Bodies as parsing gives them: the published shapes only, with the types rows are written on. */
export const parsedArbitraryFor = <Body extends z.ZodType>(
  schema: Body,
  options: ArbitraryOptions = {},
): fc.Arbitrary<z.output<Body>> => build(schema, { beyondSpec: true, ...options, side: 'output' }) as never

interface Settings {
  readonly side: Side
  readonly beyondSpec: boolean
}

const build = (schema: Schema, settings: Settings): fc.Arbitrary<unknown> => {
  const def = schema._zod.def as Def
  const made = byType(def, schema, settings)
  // Rules across fields have no generator of their own: what breaks one is drawn again.
  const hasRules = (def.checks ?? []).some((check) => check._zod.def.check === 'custom')
  return hasRules ? made.filter((value) => z.safeParse(schema, value).success) : made
}

const byType = (def: Def, schema: Schema, settings: Settings): fc.Arbitrary<unknown> => {
  switch (def.type) {
    case 'optional':
      return build(def.innerType, settings)
    case 'nullable':
      return fc.option(build(def.innerType, settings), { freq: 4, nil: null })
    case 'pipe':
      return piped(def, schema, settings)
    case 'object':
      return object(def.shape, settings)
    case 'array':
      return fc.array(build(def.element, settings), {
        ...lengths(schema),
        maxLength: lengths(schema).maxLength ?? 4,
      })
    case 'record':
      return fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        build(def.valueType, settings),
        {
          maxKeys: 4,
          noNullPrototype: true,
        },
      )
    case 'union':
      return fc.oneof(...shown(def.options, settings).map((option) => build(option, settings)))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return text(schema as z.ZodString)
    case 'number':
      return number(schema as z.ZodNumber)
    case 'unknown':
      return fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)
    default:
      throw new Error(`no generator for a schema of type ${def.type}: add one to test/support/arbitrary.ts`)
  }
}

/** A conversion's input is what its output encodes to: drawn so, it always lies in the output's limits. */
const piped = (
  def: { readonly in: Schema; readonly out: Schema },
  schema: Schema,
  settings: Settings,
): fc.Arbitrary<unknown> => {
  const outputs = build(def.out, settings)
  return settings.side === 'output' ? outputs : outputs.map((value) => z.encode(schema, value as never))
}

const shown = (options: readonly Schema[], { beyondSpec }: Settings): readonly Schema[] =>
  beyondSpec ? options : options.filter((option) => beyondSpecOf(option) === undefined)

const isMarked = (schema: Schema): boolean => {
  const def = schema._zod.def as Def
  return beyondSpecOf(schema) !== undefined || (def.type === 'optional' && isMarked(def.innerType))
}

const object = (shape: Readonly<Record<string, Schema>>, settings: Settings): fc.Arbitrary<unknown> => {
  const fields = Object.entries(shape).filter(([, field]) => settings.beyondSpec || !isMarked(field))
  const requiredKeys = fields.filter(([, field]) => field._zod.def.type !== 'optional').map(([key]) => key)
  const model = Object.fromEntries(fields.map(([key, field]) => [key, build(field, settings)]))
  return fc.record(model, { requiredKeys, noNullPrototype: true })
}

/** The parameters of a schema's own checks: `{ minimum, maximum, pattern }` as they are there. */
const limits = (schema: Schema): { minimum?: number; maximum?: number; pattern?: RegExp } =>
  Object.assign({}, ...((schema._zod.def as Def).checks ?? []).map((check) => check._zod.def))

const lengths = (schema: Schema): { minLength?: number; maxLength?: number } => {
  const { minimum, maximum } = limits(schema)
  return {
    ...(minimum === undefined ? {} : { minLength: minimum }),
    ...(maximum === undefined ? {} : { maxLength: maximum }),
  }
}

const text = (schema: z.ZodString): fc.Arbitrary<string> => {
  const { format } = schema
  if (format === 'datetime')
    return fc.date({ noInvalidDate: true, min: YEAR_1, max: YEAR_9999 }).map((date) => date.toISOString())
  if (format === 'url') return fc.stringMatching(/^https:\/\/[a-z]{1,9}\.example\/[a-z0-9-]{0,9}$/)
  if (format === 'ipv4') return fc.ipV4()
  const { pattern } = limits(schema)
  return pattern === undefined ? fc.string(lengths(schema)) : fc.stringMatching(pattern, { maxLength: 40 })
}

const YEAR_1 = new Date('0001-01-01T00:00:00Z')
const YEAR_9999 = new Date('9999-12-31T23:59:59Z')

const number = (schema: z.ZodNumber): fc.Arbitrary<number> => {
  const { minValue, maxValue, isInt } = schema
  const min = Math.max(minValue ?? -WIDE, -WIDE)
  const max = Math.min(maxValue ?? WIDE, WIDE)
  // JSON has no negative zero.
  return isInt ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true }).map((value) => value + 0)
}

const WIDE = 2 ** 31 - 1
