/** A container whose keys are the caller's own (env): rows address it as one field. */
type IsRecord<T> = string extends keyof T ? true : false

/**
 * Every dotted path into `T`, inner ones too; arrays are entered at `0`. A union contributes the paths of all its
 * members, so one set of rows can speak of the create, update and read shapes together.
 */
export type PathOf<T> = T extends readonly (infer Item)[]
  ? '0' | `0.${PathOf<NonNullable<Item>>}`
  : T extends object
    ? IsRecord<T> extends true
      ? never
      : { [K in keyof T & string]-?: K | `${K}.${PathOf<NonNullable<T[K]>>}` }[keyof T & string]
    : never

/** The value at a path of `T`; `never` where no member of a union has it. */
export type ValueAt<T, P extends string> = T extends unknown
  ? P extends `${infer Head}.${infer Rest}`
    ? Head extends keyof T
      ? ValueAt<NonNullable<T[Head]>, Rest>
      : T extends readonly (infer Item)[]
        ? ValueAt<NonNullable<Item>, Rest>
        : never
    : P extends keyof T
      ? T[P]
      : T extends readonly (infer Item)[]
        ? Item
        : never
  : never

/** The name of a field by itself: `path` of `mounts.network.0.path`. */
export const leafOf = (path: string): string =>
  path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-1) ?? path

/** A schema's path in the spelling of rows. */
export const rowSpelling = (leaf: string): string =>
  leaf
    .replace(/\{\}.*$/, '')
    .replace(/(\[\])+$/, '')
    .replaceAll('[]', '.0')
