/**
 * Source text under construction. Rows become straight-line statements once, at start; what cannot be written as a
 * literal (codecs, findings) is bound by name.
 */
export class Source {
  readonly #lines: string[] = []
  readonly #bound: unknown[] = []

  /** Appends one statement or block edge. */
  line(text: string): void {
    this.#lines.push(text)
  }

  /** Names a value that the generated function closes over. */
  bind(value: unknown): string {
    const known = this.#bound.indexOf(value)
    return `b${known >= 0 ? known : this.#bound.push(value) - 1}`
  }

  /** The function's text, for tests, for reading and for runtimes that must not compile at run time. */
  text(parameters: string): string {
    const statements = this.#lines.map((line, index) => apart(line, this.#lines[index - 1] ?? '{'))
    return `(${parameters}) => {\n${statements.join('\n')}\n}`
  }

  /** Compiles the collected statements into one function of `parameters`. */
  compile<F>(parameters: string): F {
    const names = this.#bound.map((_, index) => `b${index}`)
    // The text is made of the mapping's own rows, never of input: paths and constants are quoted as JSON below.
    const make = new Function(...names, `'use strict'; return ${this.text(parameters)}`)
    return make(...this.#bound) as F
  }
}

/** A statement that begins with a bracket would be read as going on with the one before it. */
const apart = (line: string, before: string): string =>
  /^[([]/.test(line) && !/(\{|else)\s*$/.test(before) ? `;${line}` : line

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
const member = (key: string) => {
  if (/^\d+$/.test(key)) return `[${key}]`
  return IDENTIFIER.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

/** `x.a?.b` for the path `a.b`. */
export const readPath = (root: string, path: string): string =>
  path.split('.').reduce((text, key, depth) => {
    const access = member(key)
    if (depth === 0) return `${root}${access}`
    return access.startsWith('[') ? `${text}?.${access}` : `${text}?${access}`
  }, root)

/** `(o.a ??= {}).b` for the path `a.b`: parents are made when first needed. */
export const writePath = (root: string, path: string): string => {
  const keys = path.split('.')
  const last = keys.pop() as string
  const parent = keys.reduce((text, key, depth) => {
    const next = keys[depth + 1] ?? last
    return `(${text}${member(key)} ??= ${/^\d+$/.test(next) ? '[]' : '{}'})`
  }, root)
  return `${parent}${member(last)}`
}

/** A constant as source text: a fresh copy each time the code runs. */
export const literal = (value: unknown): string => JSON.stringify(value)
