/** A body of v1, as JSON. */
export type Body = Readonly<Record<string, unknown>>

/** A value as source text. */
export const textOf = (value: unknown): string => JSON.stringify(value).replaceAll('"', "'")

const member = ([name, value]: readonly [string, unknown]): string => `${name}: ${textOf(value)}`

/** A body as an object literal. */
export const literal = (body: Body): string => {
  const members = Object.entries(body).map(member)
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}

const inner = (body: Body): string => Object.entries(body).map(member).join(', ')

/** How a body comes about: declarations of the file, statements before the call, and the expression in it. */
export interface Built {
  readonly declared?: string
  readonly before?: string
  readonly body: string
}

/** A body in two parts; the second may be said on a condition. */
export interface Parts {
  readonly first: Body
  readonly rest: Body
  /** A condition that only the running program knows. */
  readonly flag: string
}

const nameOf = ({ name }: Body): string => textOf(name)
const unnamed = ({ name: _name, ...others }: Body): string => inner(others)
const each = (body: Body, text: (name: string, value: string) => string): string[] =>
  Object.entries(body).map(([name, value]) => text(name, textOf(value)))

const STYLES = {
  inline: ({ first, rest }) => ({ body: literal({ ...first, ...rest }) }),
  constant: ({ first, rest }) => ({ before: `const body = ${literal({ ...first, ...rest })}`, body: 'body' }),
  ofTheFile: ({ first, rest }) => ({
    declared: `const SETTINGS = ${literal({ ...first, ...rest })}`,
    body: 'SETTINGS',
  }),
  steps: ({ first, rest, flag }) => ({
    before: [
      `const body: Own = ${literal(first)}`,
      ...each(rest, (name, value) => `if (${flag}) body.${name} = ${value}`),
    ].join('\n'),
    body: 'body',
  }),
  stepsByKey: ({ first, rest }) => ({
    before: [
      `const body: Own = ${literal(first)}`,
      ...each(rest, (name, value) => `body['${name}'] = ${value}`),
    ].join('\n'),
    body: 'body',
  }),
  defaults: ({ first, rest }) => ({
    declared: `const DEFAULTS = ${literal(first)}`,
    body: `{ ...DEFAULTS, ${inner(rest)} }`,
  }),
  conditional: ({ first, rest, flag }) => ({
    body: `{ ${inner(first)}, ...(${flag} ? ${literal(rest)} : {}) }`,
  }),
  joined: ({ first, rest, flag }) => ({ body: `{ ${inner(first)}, ...(${flag} && ${literal(rest)}) }` }),
  builtBy: ({ first, rest }) => ({
    declared: `const build = (name: string, more: Own) => ({ name, ${unnamed(first)}, ...more })`,
    body: `build(${nameOf(first)}, ${literal(rest)})`,
  }),
  builtOfRest: ({ first, rest }) => ({
    declared: `function build(options: Own) {\n  const { name, ...others } = options\n  return { name, ${unnamed(first)}, ...others }\n}`,
    body: `build({ name: ${nameOf(first)}, ${inner(rest)} })`,
  }),
  undefineds: ({ first, rest, flag }) => ({
    body: `{ ${[...each(first, (name, value) => `${name}: ${value}`), ...each(rest, (name, value) => `${name}: ${flag} ? ${value} : undefined`)].join(', ')} }`,
  }),
  assigned: ({ first, rest }) => ({
    declared: `const DEFAULTS = ${literal(first)}`,
    before: `const body = Object.assign({}, DEFAULTS, ${literal(rest)})`,
    body: 'body',
  }),
  stoodInFor: ({ first, rest }) => ({
    before: 'const given: Own = {}',
    body: `{ ${[...each(first, (name, value) => `${name}: ${value}`), ...each(rest, (name, value) => `${name}: given.${name} ?? ${value}`)].join(', ')} }`,
  }),
  byDefault: ({ first, rest }) => ({
    declared: `const shape = ({ ${[...Object.keys(first), ...each(rest, (name, value) => `${name} = ${value}`)].join(', ')} }: Own) => ({ ${Object.keys({ ...first, ...rest }).join(', ')} })`,
    body: `shape(${literal(first)})`,
  }),
  ofAClass: ({ first, rest }) => ({
    declared: `class Settings {\n  ${each({ ...first, ...rest }, (name, value) => `${name} = ${value}`).join('\n  ')}\n}`,
    before: 'const body = new Settings()',
    body: 'body',
  }),
  eitherWay: ({ first, rest, flag }) => ({
    before: `const body = ${flag} ? ${literal({ ...first, ...rest })} : ${literal({ ...first, ...rest, name: 'other' })}`,
    body: 'body',
  }),
  entries: ({ first, rest }) => ({
    before: `const body: Own = {}\nfor (const [key, value] of Object.entries(${literal({ ...first, ...rest })})) body[key] = value`,
    body: 'body',
  }),
} as const satisfies Record<string, (parts: Parts) => Built>

export type Style = keyof typeof STYLES
export const styles = Object.keys(STYLES) as Style[]

/** A body in a style. */
export const builtIn = (style: Style, parts: Parts): Built => STYLES[style](parts)
