import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, dressed } from '../../program/syntax/nodes.ts'
import { bind } from './uses-names.ts'
import type { UsesWalk, Value } from './uses-walk.ts'

/** `setPods(pods)`, `.then(setPods)`: what `const [pods, setPods] = useState([])` holds from then on. */
export const intoState = (walk: UsesWalk, setter: ts.Expression, value: Value): void => {
  const name = bare(setter)
  const declared = compiler.isIdentifier(name)
    ? walk.trace.checker.getSymbolAtLocation(name)?.valueDeclaration
    : undefined
  if (!declared || !compiler.isBindingElement(declared)) return
  const { parent: pattern } = declared
  const [held] = pattern.elements
  const made = compiler.isVariableDeclaration(pattern.parent) ? pattern.parent.initializer : undefined
  const isState = made && compiler.isCallExpression(made) && /(^|\.)useState$/.test(made.expression.getText())
  if (isState && pattern.elements[1] === declared && held && compiler.isBindingElement(held))
    bind(walk, held.name, value)
}

/** `useSelector(selectPods)`, `useFleet((state) => state.pods)`: what a function takes of a store is what the hook gives. */
export const intoSelected = (walk: UsesWalk, selector: ts.Expression, value: Value): void => {
  const hook = hookSelecting(selector)
  if (hook) walk.follow(hook, value)
}

/** The hook that gives what a function takes, which it is given. */
export const hookSelecting = (given: ts.Expression): ts.CallExpression | undefined => {
  const selector = dressed(given)
  const { parent } = selector
  if (!compiler.isCallExpression(parent) || parent.arguments[0] !== selector) return undefined
  const name = parent.expression.getText()
  if (/^(useShallow|shallow)$/.test(name)) return hookSelecting(parent)
  return /^(React\.)?use[A-Z]\w*$/.test(name) && !OTHER_HOOKS.test(name) ? parent : undefined
}

/** They run a function for what it does, or give what it gives in something of their own. */
const OTHER_HOOKS =
  /(^|\.)use(Callback|\w*Effect|State|Reducer|Ref|\w*Query|SWR\w*|\w*AsyncData|\w*Fetch|\w*Mutation|ActionState|FormState)$/
