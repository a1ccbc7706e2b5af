import { isObject } from '../../mappings/dsl/json.ts'
import { breathe, itemsOfPart, partsOf } from '../proxy/v1/long-list.ts'
import type { Variables } from './arguments.ts'
import type { Json } from './json.ts'
import type { FieldFault, SelectedField } from './selected.ts'

/** Items that are soon dealt with: a list of more is dealt with part by part, so that no other call waits for all of it. */
const MANY = 1_000
/** Items of a part: about a millisecond's work. */
const PART = 200

/** Whether a field's value is a list of many items. */
export const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > MANY

/** JSON that is written already. */
export class Written {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The text of an object of which some members, or some of theirs, are written already. */
export const textAround = (object: Readonly<Record<string, unknown>>, depth = 2): string => {
  const members = Object.entries(object).map(
    ([name, value]) => `${JSON.stringify(name)}:${text(value, depth)}`,
  )
  return `{${members.join(',')}}`
}

const text = (value: unknown, depth: number): string => {
  if (value instanceof Written) return value.text
  return depth > 1 && isObject(value) ? textAround(value, depth - 1) : JSON.stringify(value)
}

/** What a field's value came to: shaped as it was selected, with what went wrong below it. */
export interface Completed {
  readonly value: unknown
  readonly faults: readonly FieldFault[]
  /** It may not be null, and is. */
  readonly isLost: boolean
}

/** Shapes a field's value. */
export const completeField = (
  { complete }: SelectedField,
  value: unknown,
  variables: Variables,
): Completed => {
  const faults: FieldFault[] = []
  try {
    return { value: complete(value, { variables, faults }), faults, isLost: false }
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? (error.path as FieldFault['path']) : []
    faults.push({ path, message: error instanceof Error ? error.message : '' })
    return { value: null, faults, isLost: true }
  }
}

/** The same for the value of a list field, part by part; what is shaped is written at once. */
export const completeInParts = async (
  field: SelectedField,
  list: readonly unknown[],
  variables: Variables,
  size = PART,
): Promise<Completed> => {
  const texts: string[] = []
  const faults: FieldFault[] = []
  for (let from = 0; from < list.length; from += size) {
    const part = completeField(field, list.slice(from, from + size), variables)
    for (const { path, message } of part.faults) faults.push({ path: moved(path, from), message })
    // One item that may not be null takes the list with it, and whatever follows.
    if (part.value === null) return { value: null, faults, isLost: part.isLost }
    texts.push(JSON.stringify(part.value).slice(1, -1))
    await breathe()
  }
  return { value: new Written(`[${texts.join(',')}]`), faults, isLost: false }
}

/** A path below a part of a list that begins at an item. */
const moved = ([at, ...rest]: FieldFault['path'], from: number): FieldFault['path'] =>
  typeof at === 'number' ? [at + from, ...rest] : []

/** `map`; of a long list part by part. */
export const mapList = <T, R>(list: readonly T[], map: (item: T) => R): R[] | Promise<R[]> =>
  list.length > MANY ? mapInParts(list, map) : list.map(map)

const mapInParts = async <T, R>(list: readonly T[], map: (item: T) => R): Promise<R[]> => {
  const mapped: R[] = []
  for (const item of list) {
    mapped.push(map(item))
    if (mapped.length % PART === 0) await breathe()
  }
  return mapped
}

const LIST = /^\{"(\w+)":\[/

/** Reads an answer that is one long list; undefined where it is none, or has to be read whole. */
export const readLongList = (body: string): Promise<Json | undefined> | undefined => {
  const name = LIST.exec(body)?.[1]
  const parts = name === undefined ? undefined : partsOf(body, name)
  return parts && readParts(name as string, parts)
}

const readParts = async (name: string, parts: readonly string[]): Promise<Json | undefined> => {
  const all: Json[] = []
  for (const part of parts) {
    const items = itemsOfPart(part)
    if (!items) return undefined
    for (const item of items) all.push(item)
    await breathe()
  }
  return { [name]: all }
}
