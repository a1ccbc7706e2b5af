import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { accessed } from '../program/syntax/access.ts'
import { bare, isFunctionValue, nameOf, nodesIn } from '../program/syntax/nodes.ts'
import { type Words, wordsServed } from './path.ts'

/** What a server of the program is told to answer with a function: `app.get('/api/pods', list)`. */
export interface Registered {
  /** Undefined where it is any. */
  readonly method: string | undefined
  readonly words: Words
}

const METHODS = /^(get|post|put|patch|delete|all|route)$/
const MOUNTS = /^(use|route|register|mount)$/

/** The functions that are given to servers, each with what it answers. */
export const registeredIn = once((trace: Trace): ReadonlyMap<ts.Node, readonly Registered[]> => {
  const found = new Map<ts.Node, Registered[]>()
  const mounted = mountsIn(trace)
  const add = (callee: ts.Node, one: Registered): void => {
    found.set(callee, [...(found.get(callee) ?? []), one])
  }
  for (const call of callsIn(trace)) {
    const told = toldBy(call)
    if (!told) continue
    const before = mounted(told.of)
    for (const handler of told.handlers.flatMap((one) => functionsIn(trace, one)))
      for (const prefix of before)
        add(handler, { method: told.method, words: [...prefix, ...wordsServed(told.path)] })
  }
  for (const one of decoratedIn(trace)) add(one.callee, one)
  return found
})

/** Calls that may tell a server something: those of a member, in files that say a path. */
const callsIn = ({ files }: Trace): readonly ts.CallExpression[] =>
  files
    .filter(
      ({ text }) =>
        /['"`]\/[^'"`]*['"`]/.test(text) &&
        /\.(get|post|put|patch|delete|all|route|use|register|mount)\(/.test(text),
    )
    .flatMap((file) => nodesIn(file, compiler.isCallExpression))

interface Told extends Pick<Registered, 'method'> {
  readonly path: string
  readonly handlers: readonly ts.Expression[]
  /** What is told. */
  readonly of: ts.Expression
}

const toldBy = (call: ts.CallExpression): Told | undefined => {
  const { of, name = '' } = accessed(call.expression) ?? {}
  if (!of || !METHODS.test(name)) return undefined
  const [first, ...handlers] = call.arguments
  const path = first && pathIn(first)
  const method = /^(all|route)$/.test(name) ? undefined : name.toUpperCase()
  if (path !== undefined && handlers.length > 0) return { method, path, handlers, of }
  const options = first && bare(first)
  if (name === 'route' && options && compiler.isObjectLiteralExpression(options)) return toldAs(options, of)
  const chain = path === undefined ? chainOf(of) : undefined
  return chain && { ...chain, method, handlers: [...call.arguments] }
}

/** `app.route('/pods').get(list).post(create)` */
const chainOf = (node: ts.Expression): Pick<Told, 'path' | 'of'> | undefined => {
  if (!compiler.isCallExpression(node)) return undefined
  const { of, name = '' } = accessed(node.expression) ?? {}
  const [first] = node.arguments
  const path = first && name === 'route' ? pathIn(first) : undefined
  if (path !== undefined && of) return { path, of }
  return of && METHODS.test(name) ? chainOf(of) : undefined
}

/** `server.route({ method: 'GET', url: '/pods', handler })` */
const toldAs = (options: ts.ObjectLiteralExpression, of: ts.Expression): Told | undefined => {
  const said = (wanted: RegExp): ts.Expression | undefined => {
    const one = options.properties.find((property) => wanted.test(nameOf(property.name) ?? ''))
    if (one && compiler.isPropertyAssignment(one)) return one.initializer
    return one && compiler.isShorthandPropertyAssignment(one) ? one.name : undefined
  }
  const [at, handler, method] = [said(/^(url|path)$/), said(/^handler$/), said(/^method$/)]
  const path = at && pathIn(at)
  if (path === undefined || !handler) return undefined
  const isSaid = method && compiler.isStringLiteralLike(method)
  return { path, handlers: [handler], of, method: isSaid ? method.text.toUpperCase() : undefined }
}

const pathIn = (given: ts.Expression): string | undefined => {
  const node = bare(given)
  return compiler.isStringLiteralLike(node) && /^(\/|$)/.test(node.text) ? node.text : undefined
}

/** The functions of a handler: itself, by its name, or in what is put around it (`asyncHandler(async (req, res) => …)`). */
export const functionsIn = (trace: Trace, given: ts.Expression): readonly ts.Node[] => {
  const node = bare(requiredBy(trace, given) ?? given)
  if (isFunctionValue(node)) return [node]
  if (compiler.isCallExpression(node)) return node.arguments.flatMap((one) => functionsIn(trace, one))
  if (!compiler.isIdentifier(node) && !compiler.isPropertyAccessExpression(node)) return []
  return trace.sources(node, undefined).flatMap(({ node: made }) => {
    if (compiler.isFunctionLike(made)) return [made]
    const isAround = made !== node && compiler.isCallExpression(made)
    return isAround ? made.arguments.flatMap((one) => functionsIn(trace, one)) : []
  })
}

const NOTHING_BEFORE: readonly Words[] = [[]]
const MOST_MOUNTS = 4

/** Below which paths what is told stands: `app.use('/api', router)`. */
const mountsIn = (trace: Trace): ((told: ts.Expression) => readonly Words[]) => {
  const mounts = callsIn(trace).flatMap((call) => {
    const { of, name = '' } = accessed(call.expression) ?? {}
    const [first, second] = call.arguments
    const path = first && MOUNTS.test(name) ? pathIn(first) : undefined
    const given = path !== undefined && second ? madeAs(trace, second) : []
    return given.map((made) => ({ made, path: path ?? '', of: of as ts.Expression }))
  })
  const before = (told: ts.Expression, depth: number): readonly Words[] => {
    const made = depth < MOST_MOUNTS && mounts.length > 0 ? madeAs(trace, told) : []
    const found = mounts.filter((one) => made.includes(one.made))
    if (found.length === 0) return NOTHING_BEFORE
    return found.flatMap(({ of, path }) =>
      before(of, depth + 1).map((words) => [...words, ...wordsServed(path)]),
    )
  }
  return (told) => before(told, 0)
}

const madeAs = (trace: Trace, node: ts.Expression): readonly ts.Node[] =>
  trace.sources(requiredBy(trace, node) ?? node, undefined).map(({ node: made }) => made)

/** What a module gives that is required where it is used: `app.use('/pods', require('./pods'))`. */
const requiredBy = ({ checker }: Trace, given: ts.Expression): ts.Expression | undefined => {
  const node = bare(given)
  const [module] =
    compiler.isCallExpression(node) && node.expression.getText() === 'require' ? node.arguments : []
  const symbol = module && checker.getSymbolAtLocation(module)
  const whole = symbol?.exports?.get('export=' as ts.__String)?.valueDeclaration
  const set = whole && (compiler.isBinaryExpression(whole) ? whole : whole.parent)
  return set && compiler.isBinaryExpression(set) ? set.right : undefined
}

const VERBS = /^(Get|Post|Put|Patch|Delete|All)$/

/** `@Controller('pods') class { @Get(':id') one() { … } }` */
const decoratedIn = ({ files }: Trace): readonly (Registered & { readonly callee: ts.Node })[] =>
  files
    .filter(({ text }) => /@(Controller|Get|Post)\(/.test(text))
    .flatMap((file) => nodesIn(file, compiler.isMethodDeclaration))
    .flatMap((callee) => {
      const verb = decoration(callee, VERBS)
      const owner = compiler.isClassLike(callee.parent) ? decoration(callee.parent, /Controller$/) : undefined
      if (!verb || !owner) return []
      const method = verb.name === 'All' ? undefined : verb.name.toUpperCase()
      return [{ callee, method, words: [owner, verb].flatMap(({ path }) => wordsServed(path)) }]
    })

const decoration = (
  node: ts.HasDecorators,
  wanted: RegExp,
): { readonly name: string; readonly path: string } | undefined => {
  for (const { expression } of compiler.getDecorators(node) ?? []) {
    if (!compiler.isCallExpression(expression)) continue
    const name = expression.expression.getText()
    const [first] = expression.arguments
    if (wanted.test(name))
      return { name, path: first && compiler.isStringLiteralLike(first) ? first.text : '' }
  }
  return undefined
}
