import { z } from 'zod'

type Nullish<Shape extends z.core.$ZodShape> = {
  [Key in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Key]>>
}

/** An object whose fields may all be null or absent, which is what GraphQL means by a type without `!`. */
export const nullable = <Shape extends z.core.$ZodShape>(shape: Shape): z.ZodObject<Nullish<Shape>> => {
  const entries = Object.entries(shape).map(([key, schema]) => [key, z.nullish(schema)])
  return z.object(Object.fromEntries(entries) as Nullish<Shape>)
}

const itemsNeverNull = new WeakSet<object>()

/** A list whose items are promised (`[Pod!]`); a plain `z.array` may hold nulls on the wire (`[Pod]`). */
export const solidList = <Item extends z.ZodType>(item: Item): z.ZodArray<Item> => {
  const list = z.array(item)
  itemsNeverNull.add(list)
  return list
}

/** Whether a list was made by {@link solidList}. */
export const hasSolidItems = (list: object): boolean => itemsNeverNull.has(list)

/** Scalars of the legacy schema that are plain values in JSON; told apart by identity. */
export const DateTime = z.string().describe('A moment in ISO 8601.')
export const ID = z.string().describe('An identifier.')
export const Port = z.unknown().describe('The legacy "primary port"; no v2 counterpart.')
export const JsonValue = z.unknown().describe('Any JSON value.')
/** The type of mutations that answer `null`. */
export const Void = z.null().describe('Always null.')
