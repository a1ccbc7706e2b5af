import type { z } from 'zod'
import { once } from '../../../mappings/dsl/once.ts'

type Fits = (value: unknown) => boolean
type Schema = z.core.$ZodType
type Json = Readonly<Record<string, unknown>>

/** A schema this knows nothing about: zod has to say. */
const NEVER: Fits = () => false

const isPlain = (value: unknown): value is Json => {
  if (typeof value !== 'object' || value === null) return false
  const parent: unknown = Object.getPrototypeOf(value)
  return parent === Object.prototype || parent === null
}

const isOptional = (schema: Schema): boolean => schema._zod.optin === 'optional'

const fitsObject = (shape: Readonly<Record<string, Schema>>, catchall: Schema | undefined): Fits => {
  const fields = new Map(Object.entries(shape).map(([name, schema]) => [name, fitsOf(schema)]))
  const required = Object.keys(shape).filter((name) => !isOptional(shape[name] as Schema))
  const others = catchall ? fitsOf(catchall) : () => true
  return (value) => {
    if (!isPlain(value)) return false
    for (const name in value) if (!(fields.get(name) ?? others)(value[name])) return false
    for (const name of required) if (value[name] === undefined) return false
    return true
  }
}

const fitsRecord = (ofKey: Fits, ofValue: Fits): Fits => {
  return (value) => {
    if (!isPlain(value)) return false
    for (const name in value) if (!ofKey(name) || !ofValue(value[name])) return false
    return true
  }
}

const fitsArray = (element: Fits): Fits => {
  return (value) => {
    if (!Array.isArray(value)) return false
    // By number, as `every` steps over what an array has no item for.
    for (let at = 0; at < value.length; at += 1) if (!element(value[at])) return false
    return true
  }
}

const fitsNumber = (format: string | undefined): Fits => {
  if (format === undefined) return Number.isFinite
  return format === 'safeint' ? Number.isSafeInteger : NEVER
}

/** What the schema's own kind asks for, its checks left out. */
const fitsKind = (schema: Schema): Fits => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return fitsObject(def.shape, def.catchall)
    case 'record':
      return fitsRecord(fitsOf(def.keyType), fitsOf(def.valueType))
    case 'array':
      return fitsArray(fitsOf(def.element))
    case 'union': {
      const options = def.options.map(fitsOf)
      return (value) => options.some((fits) => fits(value))
    }
    case 'optional':
    case 'nullable': {
      const inner = fitsOf(def.innerType)
      const empty = def.type === 'optional' ? undefined : null
      return (value) => value === empty || inner(value)
    }
    case 'enum':
    case 'literal': {
      const { values } = schema._zod
      return values ? (value) => values.has(value as z.core.util.Primitive) : NEVER
    }
    case 'string':
      return 'format' in def ? NEVER : (value) => typeof value === 'string'
    case 'number':
      return fitsNumber('format' in def ? String(def.format) : undefined)
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'any':
    case 'unknown':
      return () => true
    default:
      return NEVER
  }
}

/** A check that takes its time, or that changes the value, is not passed here. */
const passes = (check: z.core.$ZodCheck<unknown>, value: unknown): boolean => {
  const payload = { value, issues: [] }
  return check._zod.check(payload) === undefined && payload.issues.length === 0 && payload.value === value
}

/** The checks that stand in a schema beside its kind: bounds, patterns, and rules across fields. */
const checksOf = (schema: Schema): readonly z.core.$ZodCheck<unknown>[] =>
  (schema._zod.def.checks ?? []) as readonly unknown[] as readonly z.core.$ZodCheck<unknown>[]

const fitsOf = (schema: Schema): Fits => {
  const kind = fitsKind(schema)
  const checks = checksOf(schema)
  if (checks.length === 0) return kind
  return (value) => kind(value) && checks.every((check) => passes(check, value))
}

const compiled = once(fitsOf)

/**
 * Whether a value is certain to fit its schema. True is zod's answer too, at a tenth of its price, because nothing is
 * copied and no issue is made; false only means that zod has to be asked, who also says why not.
 */
export const surelyFits = (schema: Schema, value: unknown): boolean => compiled(schema)(value)
