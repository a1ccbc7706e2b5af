import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { isCall } from '../calls/calls.ts'
import { isFunctionValue, nameOf, nodesIn } from '../syntax/nodes.ts'

/** An option of the command line that has a default. */
export interface CommandOption {
  readonly name: string
  readonly value: ts.Expression
  /** The call that gives it to a command. */
  readonly call: ts.CallExpression
  /** The variable of the environment that may say it as well. */
  readonly variable?: ts.StringLiteralLike | undefined
}

/** The options with a default that a file declares, by the name that the program reads them by. Files never change while a run lasts. */
export const optionsIn = once(
  (file: ts.SourceFile): ReadonlyMap<string, readonly CommandOption[]> =>
    DECLARES.test(file.text)
      ? groupBy(nodesIn(file, compiler.isCallExpression).flatMap(optionsOf), ({ name }) => name)
      : new Map(),
)

/** What the options are read by that have an expression for their default. */
export const optionsGiven = (value: ts.Expression): readonly string[] =>
  [...optionsIn(value.getSourceFile()).values()]
    .flat()
    .flatMap((one) => (one.value === value ? [one.name] : []))

const DECLARES = /\.(requiredOption|option|options|default)\(/

/** Whether a program sets an option by itself, past what the command line says: `program.setOptionValue('api', url)`. */
export const setsOption = (file: ts.SourceFile, name: string): boolean =>
  file.text.includes('.setOptionValue') &&
  new RegExp(`\\.setOptionValue\\w*\\(\\s*(['"\`]${name}['"\`]|[^'"\`\\s])`).test(file.text)

const optionsOf = (call: ts.CallExpression): CommandOption[] => {
  const { expression: callee, arguments: given } = call
  if (!compiler.isPropertyAccessExpression(callee)) return []
  const [first, second] = given
  const { text } = callee.name
  if (!first) return []
  if (text === 'default')
    return second ? named(call, first, second) : ofOption(call, callee.expression, first)
  if (text === 'options') return compiler.isObjectLiteralExpression(first) ? ofTable(call, first) : []
  if (!/^(requiredOption|option)$/.test(text)) return []
  return flagOf(first) === undefined ? named(call, first, second && defaultIn(second)) : flagged(call)
}

/** `.option('-a, --api-url <url>', 'what it is', parse, 'https://…')`, of which `parse` is asked for what the command line says alone. */
const flagged = (call: ts.CallExpression): CommandOption[] => {
  const [first, , ...more] = call.arguments
  const last = more.at(-1)
  const name = first && flagOf(first)
  const value = last && (compiler.isObjectLiteralExpression(last) ? defaultIn(last) : last)
  return name !== undefined && value && !isFunctionValue(value) ? [{ name, value, call }] : []
}

/** `new Option('--api <url>').default('https://…').env('RUNPOD_API')` */
const ofOption = (call: ts.CallExpression, made: ts.Expression, value: ts.Expression): CommandOption[] => {
  let start: ts.Expression = made
  while (compiler.isCallExpression(start) && compiler.isPropertyAccessExpression(start.expression))
    start = start.expression.expression
  if (!isCall(start) || !/\b(create)?Option$/.test(start.expression.getText())) return []
  const flags = start.arguments?.[0]
  const name = flags && flagOf(flags)
  return name === undefined ? [] : [{ name, value, ...madeIn(call) }]
}

/** `addOption(…)` around an option that is made, and the variable of `.env('RUNPOD_API')` behind its default or before it. */
const madeIn = (made: ts.CallExpression): Pick<CommandOption, 'call' | 'variable'> => {
  let call: ts.CallExpression = made
  let at: ts.Node = made
  while (isOnWay(at.parent)) {
    at = at.parent
    if (compiler.isCallExpression(at)) call = at
  }
  const [variable] = nodesIn(call, compiler.isCallExpression).flatMap(({ expression, arguments: [first] }) =>
    /\.env$/.test(expression.getText()) && first && compiler.isStringLiteralLike(first) ? [first] : [],
  )
  return { call, variable }
}

/** The chain that an option is made in, and what takes it. */
const isOnWay = (node: ts.Node): boolean =>
  compiler.isPropertyAccessExpression(node)
    ? /^(default|env|choices|argParser|conflicts|implies|hideHelp|makeOptionMandatory|preset)$/.test(
        node.name.text,
      )
    : compiler.isCallExpression(node)

/** `.option('api-url', { default: 'https://…' })`: yargs gives it in either spelling. */
const named = (
  call: ts.CallExpression,
  first: ts.Expression,
  value: ts.Expression | undefined,
): CommandOption[] =>
  value && compiler.isStringLiteralLike(first)
    ? spellings(first.text).map((name) => ({ name, value, call }))
    : []

const ofTable = (call: ts.CallExpression, { properties }: ts.ObjectLiteralExpression): CommandOption[] =>
  properties.flatMap((one) => {
    const name = one.name && nameOf(one.name)
    const value = compiler.isPropertyAssignment(one) ? defaultIn(one.initializer) : undefined
    return name !== undefined && value ? spellings(name).map((said) => ({ name: said, value, call })) : []
  })

const spellings = (name: string): string[] => [...new Set([name, camel(name)])]

/** `default` of the settings of an option. */
const defaultIn = (settings: ts.Expression): ts.Expression | undefined => {
  if (!compiler.isObjectLiteralExpression(settings)) return undefined
  const said = settings.properties.find((one) => one.name && nameOf(one.name) === 'default')
  return said && compiler.isPropertyAssignment(said) ? said.initializer : undefined
}

/** The name that the flags `-a, --api-url <url>` are read by: `apiUrl`. */
const flagOf = (flags: ts.Expression): string | undefined => {
  const text = compiler.isStringLiteralLike(flags) ? flags.text : ''
  const long = /(?:^|[\s,|])--([\w-]+)/.exec(text)?.[1]
  return long === undefined ? undefined : camel(long)
}

const camel = (name: string): string => name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase())
