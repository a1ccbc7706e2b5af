import type { ts } from 'ts-morph'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Asking, Source } from '../frames/source.ts'
import { declarationOf } from '../names/symbol.ts'
import { beginsAddress } from '../outside/settings.ts'
import { dressed, nameOf, nodesIn } from '../syntax/nodes.ts'
import { type CommandOption, optionsIn, setsOption } from './options-declared.ts'

/**
 * What an option of the command line is by default, where that is an address, and that the command line may say another:
 * `opts.api` of commander's `.option('--api <url>', '…', 'https://…')`, `argv.api` of yargs' `.option('api', { default: 'https://…' })`.
 */
export const commandOption = (t: Asking, source: Source, name: string): Source[] | undefined => {
  const holder = holderOf(t, source)
  const options = holder && optionsNamed(t, holder, name)
  if (!options || options.length === 0 || declaring(t).some((file) => setsOption(file, name)))
    return undefined
  const found = options.flatMap(({ value }) => t.sources(value, undefined))
  if (!found.some(isAddress) || !found.every((one) => isAddress(one) || one.env !== undefined))
    return undefined
  const { node, scope } = source
  const variables = options.flatMap(({ variable }) =>
    variable ? [{ node: variable, scope, env: variable.text }] : [],
  )
  return [...found, { node, scope, env: flag(name) }, ...variables]
}

/** `--api-url` for `apiUrl`. */
const flag = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const isAddress = ({ node }: Source): boolean =>
  (compiler.isStringLiteralLike(node) && beginsAddress(node.text)) || compiler.isTemplateExpression(node)

/** Those of the command that is asked, else those of its file, else those of any. */
const optionsNamed = (t: Asking, holder: ts.Node, name: string): readonly CommandOption[] => {
  const inFile = optionsIn(holder.getSourceFile()).get(name)
  if (inFile) {
    const command = commandOf(t, holder)
    const own = inFile.filter(({ call }) => commandOf(t, call) === command)
    return own.length > 0 ? own : inFile
  }
  return declaring(t).flatMap((one) => optionsIn(one).get(name) ?? [])
}

const declaring = once((t: Pick<Asking, 'files'>): readonly ts.SourceFile[] =>
  t.files.filter((file) => optionsIn(file).size > 0),
)

/** What makes the command that a chain of calls goes on about: `program.command('stop')`, also by the name of a variable. */
const commandOf = (t: Asking, given: ts.Node): ts.Node => {
  let at = given
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const declared = compiler.isIdentifier(at) ? declarationOf(t, at) : undefined
    const made = declared && compiler.isVariableDeclaration(declared) ? declared.initializer : undefined
    const chain = compiler.isCallExpression(at) ? at.expression : at
    const isMade = compiler.isPropertyAccessExpression(chain) && chain.name.text === 'command' && at !== given
    if (isMade) return at
    const next = made ?? (compiler.isPropertyAccessExpression(chain) ? chain.expression : undefined)
    if (!next) return declared ?? at
    at = next
  }
  return at
}

const MOST_STEPS = 64

/** The call that gives the options, or gives them to a command's function. */
const holderOf = (t: Asking, source: Source): ts.Node | undefined =>
  isParsed(source.node) ? source.node : handlerOf(t, source)

/** `program.opts()`, `yargs(…).parseSync()`, `yargs(…).argv` */
const isParsed = (node: ts.Node): boolean => {
  if (compiler.isPropertyAccessExpression(node)) return node.name.text === 'argv' && isOfYargs(node)
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression)) return false
  const { text } = node.expression.name
  return OPTIONS.test(text) || (PARSES.test(text) && isOfYargs(node))
}

const OPTIONS = /^opts(WithGlobals)?$/
const PARSES = /^parse(Sync|Async)?$/

const isOfYargs = (node: ts.Node): boolean => node.getSourceFile().text.includes('yargs')

/** The call by which a command is given the function that it runs, of which a source is a parameter: `.action(async (id, opts) => …)`, `.action(stop)`. */
const handlerOf = (t: Asking, source: Source): ts.Node | undefined => {
  const callee = parameterOf(t, source)?.parent
  if (!callee) return undefined
  if (isHandler(callee)) return callee.parent
  const name = nameGiven(callee)
  if (name === undefined) return undefined
  return declaring(t).flatMap((file) => handlersIn(file).get(name) ?? [])[0]
}

/** The calls by which commands are given functions that have names, by these. */
const handlersIn = once(
  (file: ts.SourceFile): ReadonlyMap<string, ts.Node> =>
    new Map(
      nodesIn(file, compiler.isIdentifier).flatMap((one) => (isHandler(one) ? [[one.text, one.parent]] : [])),
    ),
)

const parameterOf = (t: Asking, { node, parameter }: Source): ts.ParameterDeclaration | undefined => {
  if (parameter) return parameter
  const declared = compiler.isIdentifier(node) ? declarationOf(t, node) : node.parent
  return declared && compiler.isParameter(declared) ? declared : undefined
}

const nameGiven = (callee: ts.Node): string | undefined => {
  const named = compiler.isFunctionDeclaration(callee) ? callee : dressed(callee as ts.Expression).parent
  const isNamed = compiler.isFunctionDeclaration(named) || compiler.isVariableDeclaration(named)
  return isNamed && named.name ? nameOf(named.name as ts.BindingName) : undefined
}

/** What is handed to `.action(…)`, or as `handler` to yargs' `.command(…)`. */
const isHandler = (node: ts.Node): boolean => {
  const { parent } = node
  if (compiler.isPropertyAssignment(parent)) return nameOf(parent.name) === 'handler' && isOfYargs(node)
  if (!compiler.isCallExpression(parent) || parent.expression === node) return false
  const { expression: callee } = parent
  if (!compiler.isPropertyAccessExpression(callee)) return false
  return callee.name.text === 'action' || (callee.name.text === 'command' && isOfYargs(node))
}
