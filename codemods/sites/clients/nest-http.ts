import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { bare, classAround, isFunctionValue, nameOf, nodesIn, returnsOf } from '../program/syntax/nodes.ts'

/**
 * The options that Nest makes the `HttpService` of a class with: those of the one module that has the class among its own
 * and says `HttpModule.register({ … })`, or `registerAsync({ useFactory: () => ({ … }) })`.
 * @param declared the parameter or the field that the service is put in by
 */
export const optionsInjected = (trace: Trace, declared: ts.Declaration): ts.Expression | undefined => {
  const owner = classAround(declared)
  if (!owner) return undefined
  const classes = [owner, ...trace.subclasses(owner)]
  const found = modulesIn(trace).filter(({ takers }) => classes.some((one) => takers.includes(one)))
  return found.length === 1 ? found[0]?.options : undefined
}

/** A module of Nest: the classes it makes, and what it makes their `HttpService` with, where nobody else is given that. */
interface Module {
  readonly takers: readonly ts.Node[]
  readonly options: ts.Expression | undefined
}

const modulesIn = once((trace: Trace): readonly Module[] =>
  trace.files
    .filter(({ text }) => text.includes('HttpModule'))
    .flatMap((file) => nodesIn(file, compiler.isDecorator))
    .flatMap(({ expression }) => {
      const isModule = compiler.isCallExpression(expression) && expression.expression.getText() === 'Module'
      const [said] = isModule ? expression.arguments : []
      return said && compiler.isObjectLiteralExpression(said) ? [moduleOf(trace, said)] : []
    }),
)

const moduleOf = (trace: Trace, said: ts.ObjectLiteralExpression): Module => {
  const [providers, controllers, imports, exports] = ['providers', 'controllers', 'imports', 'exports'].map(
    (name) => listOf(said, name),
  )
  const all = [...(providers ?? []), ...(controllers ?? [])].map((one) => classIn(trace, one))
  const made = (imports ?? []).flatMap(optionsIn)
  const isOwn = exports?.every((one) => !/\bHttpModule\b/.test(one.getText()))
  const isAsMade = [said, ...all].every(
    (one) => !one || one === 'none' || !SETS.test(one.getSourceFile().text),
  )
  const isSeen = providers && controllers && all.every((one) => one !== undefined)
  return {
    takers: all.flatMap((one) => (one && one !== 'none' ? [one] : [])),
    options: isOwn && isSeen && isAsMade && made.length === 1 ? made[0] : undefined,
  }
}

/** What the program makes of answers, or of the base, behind the module's back. */
const SETS = /\baxiosRef\s*\.\s*(defaults|interceptors\s*\.\s*response)\b/

/** What a list of a module says; undefined where not all of it stands there. */
const listOf = (said: ts.ObjectLiteralExpression, name: string): readonly ts.Expression[] | undefined => {
  const property = said.properties.find((one) => one.name && nameOf(one.name) === name)
  if (!property) return said.properties.every(({ name: key }) => key) ? [] : undefined
  const list = compiler.isPropertyAssignment(property) ? bare(property.initializer) : undefined
  const isAll =
    list && compiler.isArrayLiteralExpression(list) && !list.elements.some(compiler.isSpreadElement)
  return isAll ? list.elements : undefined
}

/** The class of `PodsService`, `{ provide: PODS, useClass: PodsService }`; undefined where something else may take the service. */
const classIn = (trace: Trace, given: ts.Expression): ts.Node | 'none' | undefined => {
  const node = bare(given)
  if (!compiler.isObjectLiteralExpression(node))
    return trace.sources(node, undefined).find((one) => compiler.isClassLike(one.node))?.node ?? 'none'
  const made = node.properties.find((one) => one.name && nameOf(one.name) === 'useClass')
  if (made) return compiler.isPropertyAssignment(made) ? classIn(trace, made.initializer) : undefined
  return /\bHttpService\b/.test(node.getText()) ? undefined : 'none'
}

/** What `HttpModule.register(…)` and `HttpModule.registerAsync(…)` are given; nothing where that cannot be told. */
const optionsIn = (given: ts.Expression): readonly (ts.Expression | undefined)[] => {
  const node = bare(given)
  const callee = compiler.isCallExpression(node)
    ? /^HttpModule\.(register(Async)?)$/.exec(node.expression.getText())
    : null
  if (!callee || !compiler.isCallExpression(node)) return []
  const [first] = node.arguments
  return [callee[2] ? first && factoryIn(first) : first]
}

/** What `useFactory` gives. */
const factoryIn = (settings: ts.Expression): ts.Expression | undefined => {
  if (!compiler.isObjectLiteralExpression(settings)) return undefined
  const said = settings.properties.find((one) => one.name && nameOf(one.name) === 'useFactory')
  const made = said && compiler.isPropertyAssignment(said) ? bare(said.initializer) : said
  const isFunction = made && (compiler.isMethodDeclaration(made) || isFunctionValue(made))
  const [only, ...others] = isFunction ? returnsOf(made) : []
  return only && others.length === 0 ? bare(only) : undefined
}
