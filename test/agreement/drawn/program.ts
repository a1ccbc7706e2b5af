import fc from 'fast-check'
import { ts } from 'ts-morph'
import { type Body, builtIn, literal, type Style, styles } from './bodies.ts'
import { type ClientName, clientNames, clientOf, type Fail, fails, tells } from './clients.ts'
import { type KindName, kindNames, kindOf } from './kinds.ts'
import { type ReadName, readNames, readOf } from './reads.ts'
import { type UseName, useNames, useOf } from './uses.ts'

/** A program that makes one resource and uses it, in forms that are drawn each by itself. */
export interface Drawn {
  readonly kind: KindName
  /** Members beside those that every body of the kind says. */
  readonly more: Body
  readonly change: Body
  readonly client: ClientName
  readonly fail: Fail
  readonly style: Style
  readonly read: ReadName
  readonly names: readonly string[]
  readonly uses: readonly UseName[]
  readonly isSaid: boolean
  readonly isTyped: boolean
  readonly isSplit: boolean
}

const someOf = (values: Readonly<Record<string, readonly unknown[]>>, least = 0): fc.Arbitrary<Body> => {
  const names = Object.keys(values)
  return fc
    .subarray(names, { minLength: Math.min(least, names.length) })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, fc.constantFrom(...(values[name] ?? []))]))),
    )
}

/** Programs; where choices are tried in turn, the client tells what a refusal said. */
export const drawnPrograms: fc.Arbitrary<Drawn> = fc
  .constantFrom(...kindNames)
  .chain((kind) => {
    const { may, changes, reads } = kindOf(kind)
    return fc.record({
      kind: fc.constant(kind),
      more: someOf(may),
      change: someOf(changes ?? {}, 1),
      client: fc.constantFrom(...clientNames),
      fail: fc.constantFrom(...fails),
      style: fc.constantFrom(...styles),
      read: fc.constantFrom(...readNames),
      names: fc.subarray([...reads], { minLength: 1, maxLength: Math.min(4, reads.length) }),
      uses: fc.subarray(useNames, { maxLength: 5 }),
      isSaid: fc.boolean(),
      isTyped: fc.boolean(),
      isSplit: fc.boolean(),
    })
  })
  .filter(({ kind, client, fail }) => kind !== 'manyGpus' || tells(client, fail))

const HEAD = `const V1 = 'https://rest.runpod.io/v1'
const headers = { Authorization: \`Bearer \${process.env.RUNPOD_API_KEY}\`, 'Content-Type': 'application/json' }`

const untyped = (text: string): string =>
  ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
  }).outputText

const typed = (text: string): string => text.replace(/\bOwn\b/g, 'any')

/** The files of a program, by path. */
export const filesOf = (drawn: Drawn): ReadonlyMap<string, string> => {
  const { path, always } = kindOf(drawn.kind)
  const client = clientOf(drawn.client, drawn.fail)
  const flag = drawn.isSaid ? '(Date.now() > 0)' : '(Date.now() < 0)'
  const built = builtIn(drawn.style, { first: always, rest: drawn.more, flag })
  const change = Object.keys(drawn.change).length > 0 ? literal(drawn.change) : undefined
  const uses = drawn.uses.flatMap((name, at) => {
    const text = useOf(name, { call: client.call, path, names: drawn.names, change })
    return text ? [`async function use${at}(id: string) {\n${text}\n}`] : []
  })
  const main = [
    built.declared ?? '',
    ...uses,
    `async function create() {\n${built.before ?? ''}\n${readOf(drawn.read)(client.call('POST', path, built.body), drawn.names)}\n}`,
    `async function last() {\nconst all: Own = ${client.call('GET', path)}\nreturn all.at(-1)?.id\n}`,
    `export async function main() {\nawait create()\nconst id = await last()\n${uses.map((use) => `await ${/use\d+/.exec(use)}(id)`).join('\n')}\n}`,
  ]
  const written = drawn.isTyped ? (text: string): string => text : untyped
  const extension = drawn.isTyped ? 'ts' : 'js'
  const head = [HEAD, client.declared]
  const file = (parts: readonly string[]): string => `${written(typed(parts.filter(Boolean).join('\n')))}\n`
  if (!drawn.isSplit || !client.name) return new Map([[`program.${extension}`, file([...head, ...main])]])
  return new Map([
    [`client.${extension}`, file([...head, `export { ${client.name} }`])],
    [
      `program.${extension}`,
      file([`import { ${client.name} } from './client${drawn.isTyped ? '' : '.js'}'`, ...main]),
    ],
  ])
}
