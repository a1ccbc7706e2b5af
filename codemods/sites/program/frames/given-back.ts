import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, dressed, isNothing, returnsOf } from '../syntax/nodes.ts'
import type { Scope } from './frames.ts'
import type { Source, Tracing } from './source.ts'

/** What a call of a library gives: the function that it is given, what that gives, or something that holds either from the start. */
type Gives = 'itself' | 'value' | 'state' | 'reference'

const REACT: Readonly<Record<string, Gives>> = {
  useCallback: 'itself',
  useEffectEvent: 'itself',
  cache: 'itself',
  useMemo: 'value',
  useState: 'state',
  useRef: 'reference',
}
const LODASH: Readonly<Record<string, Gives>> = { memoize: 'itself', once: 'itself' }
const ONE: Readonly<Record<string, Gives>> = { default: 'itself' }

const LIBRARIES: Readonly<Record<string, Readonly<Record<string, Gives>>>> = {
  react: REACT,
  'preact/hooks': REACT,
  'preact/compat': REACT,
  lodash: LODASH,
  'lodash-es': LODASH,
  'p-limit': { limitFunction: 'itself' },
  'p-retry': { makeRetriable: 'itself' },
  ...Object.fromEntries(
    Object.keys(LODASH).flatMap((name) =>
      ['lodash/', 'lodash-es/', 'lodash.'].flatMap((before) => [
        [`${before}${name}`, ONE],
        [`${before}${name}.js`, ONE],
      ]),
    ),
  ),
}

type Sources = Pick<Tracing, 'sources'>

const givenBy = (t: Sources, { expression, arguments: [first] }: ts.CallExpression): Gives | undefined => {
  if (!first) return undefined
  if (isWrap(t, bare(expression))) return 'itself'
  const from = t.sources(expression, undefined)[0]?.external
  const library = from && Object.hasOwn(LIBRARIES, from.module) ? LIBRARIES[from.module] : undefined
  return from && library && Object.hasOwn(library, from.name) ? library[from.name] : undefined
}

/** `limiter.wrap` of `const limiter = new Bottleneck()`. */
const isWrap = (t: Sources, callee: ts.Expression): boolean =>
  compiler.isPropertyAccessExpression(callee) &&
  callee.name.text === 'wrap' &&
  t
    .sources(callee.expression, undefined)
    .some(
      ({ node }) =>
        compiler.isNewExpression(node) &&
        t.sources(node.expression, undefined)[0]?.external?.module === 'bottleneck',
    )

/** What a library's call gives that only hands back what it is given, or what a function gives it once: `useMemo(() => makeApi(key), [key])`. */
export const givenBack = (
  t: Sources,
  call: ts.CallExpression,
  scope: Scope | undefined,
): Source[] | undefined => {
  const gives = givenBy(t, call)
  const [first] = call.arguments
  if (!first) return undefined
  if (gives === 'value') return valuesOf(t, first, scope)
  return gives === 'itself' && isSameFor(t, call) ? t.sources(first, scope) : undefined
}

/** What the functions give that an expression may be; undefined where it may be something else. */
const valuesOf = (t: Sources, given: ts.Expression, scope: Scope | undefined): Source[] | undefined => {
  const found = t.sources(given, scope)
  return found.length > 0 && found.every(({ node }) => compiler.isFunctionLike(node))
    ? found.flatMap((one) =>
        returnsOf(one.node as ts.SignatureDeclaration).flatMap((value) =>
          t.sources(value, one.scope ?? scope),
        ),
      )
    : undefined
}

/** `once(call)` gives its first answer again, whatever it is called with. */
const isSameFor = (t: Sources, { expression, arguments: [first] }: ts.CallExpression): boolean => {
  const [callee] = t.sources(expression, undefined)
  const isOnce = /\bonce\b/.test(`${callee?.external?.module} ${callee?.external?.name}`)
  const takesAny = ({ node }: Source): boolean => !compiler.isFunctionLike(node) || node.parameters.length > 0
  return !isOnce || (first !== undefined && !t.sources(first, undefined).some(takesAny))
}

/** `api` of `const [api] = useState(() => makeApi(key))`, which nothing sets anew. */
export const stateOf = (
  t: Sources,
  element: ts.BindingElement,
  scope: Scope | undefined,
): Source[] | undefined => {
  const { parent: pattern } = element
  const owner = pattern.parent
  const isAlone = compiler.isArrayBindingPattern(pattern) && pattern.elements.length === 1
  return isAlone && compiler.isVariableDeclaration(owner) && owner.initializer
    ? startOf(t, owner.initializer, 'state', scope)
    : undefined
}

/** What `useState(…)` or `useRef(…)` holds from the start: of the first, a function is asked for it. */
export const startOf = (
  t: Sources,
  given: ts.Expression,
  kind: 'state' | 'reference',
  scope: Scope | undefined,
): Source[] | undefined => {
  const call = bare(given)
  if (!compiler.isCallExpression(call) || givenBy(t, call) !== kind) return undefined
  const [first] = call.arguments
  if (!first || isNothing(bare(first))) return undefined
  return (kind === 'state' ? valuesOf(t, first, scope) : undefined) ?? t.sources(first, scope)
}

/** The call around a function that only gives it back, or the last of such: `cache(useCallback(call))`; else the function. */
export const givenOn = (t: Sources, use: ts.Expression): ts.Expression => {
  const { parent } = use
  const isHanded = compiler.isCallExpression(parent) && parent.arguments[0] === use
  return isHanded && givenBy(t, parent) === 'itself' && isSameFor(t, parent)
    ? givenOn(t, dressed(parent))
    : use
}

/** `useEffect(() => …, [load])`: what is listed there is only compared with what it was before. */
export const isOnlyCompared = (t: Sources, list: ts.ArrayLiteralExpression): boolean => {
  const { parent } = dressed(list)
  if (!compiler.isCallExpression(parent) || parent.arguments.indexOf(dressed(list)) < 1) return false
  const from = t.sources(parent.expression, undefined)[0]?.external
  return from !== undefined && LIBRARIES[from.module] === REACT && COMPARES.test(from.name)
}

const COMPARES = /^use(Effect|LayoutEffect|InsertionEffect|Memo|Callback|ImperativeHandle)$/
