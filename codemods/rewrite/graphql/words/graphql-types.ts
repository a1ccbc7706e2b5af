import { z } from 'zod'

/** A type without what lets it be null or absent. */
const solid = (type: z.ZodType | undefined): z.ZodType | undefined => {
  let at = type
  while (at instanceof z.ZodOptional || at instanceof z.ZodNullable) at = at.unwrap() as z.ZodType
  return at
}

/** The type of an input's field. */
export const fieldType = (type: z.ZodType | undefined, name: string): z.ZodType | undefined => {
  const owner = solid(type)
  return owner instanceof z.ZodObject ? (owner.shape as Record<string, z.ZodType>)[name] : undefined
}

/** The type of a list's items. */
export const itemType = (type: z.ZodType | undefined): z.ZodType | undefined => {
  const list = solid(type)
  return list instanceof z.ZodArray ? (list.element as z.ZodType) : undefined
}

/** What a value of a type looks like in a document: a word by itself, in quotes, or in brackets. */
export type Spelling = 'number' | 'boolean' | 'word' | 'quoted' | 'brackets' | 'any'

/** What a value of a type is written as in a document; `any` where the type does not say. */
export const spellingOf = (type: z.ZodType | undefined): Spelling => {
  const at = solid(type)
  if (at instanceof z.ZodNumber) return 'number'
  if (at instanceof z.ZodBoolean) return 'boolean'
  if (at instanceof z.ZodEnum) return 'word'
  if (at instanceof z.ZodArray || at instanceof z.ZodObject) return 'brackets'
  return at instanceof z.ZodString ? 'quoted' : 'any'
}
