/**
 * The few global types the codemod's reading needs, in place of the compiler's own library files: parsing those would
 * cost more than all the files of most projects. What is missing here is `any`-like to the reader, which is safe.
 */
export const LIBRARY = `
interface Object { toString(): string }
interface Function { bind(...values: any[]): any }
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
interface IArguments {}
interface Boolean {}
interface Number { toFixed(digits?: number): string; toString(radix?: number): string }
interface RegExp { test(text: string): boolean }
interface Symbol {}
interface ImportMeta { readonly [name: string]: any }
interface String {
  readonly length: number
  toString(): string; trim(): string; toUpperCase(): string; toLowerCase(): string
  split(by: any): string[]; replace(what: any, by: any): string; includes(what: string): boolean
  startsWith(what: string): boolean; endsWith(what: string): boolean; slice(from?: number, to?: number): string
}
interface ArrayLike<T> { readonly length: number; readonly [index: number]: T }
interface SymbolConstructor { readonly iterator: unique symbol }
declare const Symbol: SymbolConstructor
interface IteratorResult<T> { done?: boolean; value: T }
interface Iterator<T> { next(): IteratorResult<T> }
interface Iterable<T> { [Symbol.iterator](): Iterator<T> }
interface IterableIterator<T> extends Iterable<T> {}
interface ReadonlyArray<T> {
  [Symbol.iterator](): Iterator<T>
  readonly length: number
  readonly [index: number]: T
  map<U>(each: (value: T, index: number, all: readonly T[]) => U): U[]
  flatMap<U>(each: (value: T, index: number, all: readonly T[]) => U | readonly U[]): U[]
  filter(each: (value: T, index: number) => unknown): T[]
  find(each: (value: T, index: number) => unknown): T | undefined
  some(each: (value: T, index: number) => unknown): boolean
  every(each: (value: T, index: number) => unknown): boolean
  forEach(each: (value: T, index: number) => void): void
  reduce<U>(each: (sum: U, value: T, index: number) => U, start?: U): U
  join(by?: string): string; includes(value: T): boolean; indexOf(value: T): number
  slice(from?: number, to?: number): T[]; concat(...more: any[]): T[]; at(index: number): T | undefined
}
interface Array<T> extends ReadonlyArray<T> {
  [index: number]: T
  push(...values: T[]): number; pop(): T | undefined; shift(): T | undefined
  sort(by?: (a: T, b: T) => number): this; reverse(): T[]; splice(...values: any[]): T[]
}
interface ReadonlyMap<K, V> { readonly size: number; get(key: K): V | undefined; has(key: K): boolean; forEach(each: (value: V, key: K) => void): void; keys(): Iterable<K>; values(): Iterable<V>; entries(): Iterable<[K, V]>; [Symbol.iterator](): Iterator<[K, V]> }
interface Map<K, V> extends ReadonlyMap<K, V> { set(key: K, value: V): this; delete(key: K): boolean; clear(): void }
interface MapConstructor { new <K = any, V = any>(entries?: Iterable<readonly [K, V]> | null): Map<K, V> }
declare const Map: MapConstructor
interface WeakMap<K, V> { get(key: K): V | undefined; set(key: K, value: V): this; has(key: K): boolean; delete(key: K): boolean }
interface WeakMapConstructor { new <K = any, V = any>(): WeakMap<K, V> }
declare const WeakMap: WeakMapConstructor
interface ReadonlySet<T> { readonly size: number; has(value: T): boolean; forEach(each: (value: T) => void): void; values(): Iterable<T>; [Symbol.iterator](): Iterator<T> }
interface Set<T> extends ReadonlySet<T> { add(value: T): this; delete(value: T): boolean; clear(): void }
interface SetConstructor { new <T = any>(values?: Iterable<T> | null): Set<T> }
declare const Set: SetConstructor
interface ArrayConstructor { isArray(value: any): value is any[]; from(value: any, each?: any): any[] }
declare const Array: ArrayConstructor
interface PromiseLike<T> { then<A = T, B = never>(done?: ((value: T) => A | PromiseLike<A>) | null, failed?: ((reason: any) => B | PromiseLike<B>) | null): PromiseLike<A | B> }
interface Promise<T> {
  then<A = T, B = never>(done?: ((value: T) => A | PromiseLike<A>) | null, failed?: ((reason: any) => B | PromiseLike<B>) | null): Promise<A | B>
  catch<B = never>(failed?: ((reason: any) => B | PromiseLike<B>) | null): Promise<T | B>
  finally(done?: (() => void) | null): Promise<T>
}
interface PromiseConstructor { all<T extends readonly unknown[] | []>(values: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>; all(values: any): Promise<any>; allSettled(values: any): Promise<any>; race<T extends readonly unknown[] | []>(values: T): Promise<Awaited<T[number]>>; race(values: any): Promise<any>; resolve(value?: any): Promise<any>; reject(reason?: any): Promise<never>; new <T>(run: any): Promise<T> }
declare const Promise: PromiseConstructor
type Awaited<T> = T extends null | undefined ? T : T extends object & { then(done: infer F, ...rest: infer _): any } ? F extends (value: infer V, ...rest: infer _) => any ? Awaited<V> : never : T
type Partial<T> = { [K in keyof T]?: T[K] }
type Required<T> = { [K in keyof T]-?: T[K] }
type Readonly<T> = { readonly [K in keyof T]: T[K] }
type Pick<T, K extends keyof T> = { [P in K]: T[P] }
type Record<K extends keyof any, T> = { [P in K]: T }
type Exclude<T, U> = T extends U ? never : T
type Extract<T, U> = T extends U ? T : never
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>
type NonNullable<T> = T & {}
type Parameters<T> = T extends (...values: infer P) => any ? P : never
type ReturnType<T> = T extends (...values: any) => infer R ? R : any
interface TemplateStringsArray extends ReadonlyArray<string> {}
interface Headers { get(name: string): string | null }
interface RequestInit { method?: string; headers?: any; body?: any; signal?: any; cache?: any; redirect?: any; [name: string]: any }
interface Response { readonly ok: boolean; readonly status: number; readonly statusText: string; readonly headers: Headers; readonly body: any; json(): Promise<any>; text(): Promise<string>; clone(): Response; arrayBuffer(): Promise<any> }
declare function fetch(input: any, init?: RequestInit): Promise<Response>
interface JSON { parse(text: string): any; stringify(value: any, replace?: any, space?: any): string }
declare const JSON: JSON
declare const undefined: undefined
declare function String(value?: any): string
declare function Number(value?: any): number
declare function Boolean(value?: any): boolean
declare function parseInt(text: any, base?: number): number
declare function parseFloat(text: any): number
interface ObjectConstructor { keys(of: any): string[]; values(of: any): any[]; entries(of: any): [string, any][]; fromEntries(entries: any): { [name: string]: any }; assign(...values: any[]): any; freeze<T>(value: T): T }
declare const Object: ObjectConstructor
interface Math { max(...values: any[]): number; min(...values: any[]): number; round(value: any): number; floor(value: any): number; ceil(value: any): number; trunc(value: any): number; random(): number }
declare const Math: Math
`
