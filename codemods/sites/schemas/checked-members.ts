import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, nameOf } from '../program/syntax/nodes.ts'
import type { Trace } from '../values/trace.ts'
import type { SchemaMember } from './schema-members.ts'
import { constantOf, literalBehind } from './schemas.ts'

/** Libraries whose members may be missing unless they say otherwise. */
const LENIENT = /^(yup|joi|@hapi\/joi)$/
/** Libraries whose members must be there unless they say otherwise. */
const STRICT =
  /^(valibot|io-ts|superstruct|runtypes|arktype|@sinclair\/typebox|typebox|zod\/mini|zod\/v4-mini)$/

const ASKS = /\.(required|defined|exist)\(/
const FORGIVES =
  /\b(optional|Optional|nullish|maybe|undefined|undefinedable|unknown|Unknown|any|Any|fallback|union|Union|Undefined)\b/
const MOST_NAMES = 4

/**
 * What a call checks that is handed a value and a schema of another library than zod, in whatever order:
 * `v.parse(Pod, value)`, `Pod.validate(value)`, `Joi.attempt(value, Pod)`, `Pod.decode(value)`.
 */
export const membersChecked = (
  trace: Trace,
  call: ts.CallExpression,
  value: ts.Node,
): readonly SchemaMember[] | undefined => {
  const callee = call.expression
  const owner = compiler.isPropertyAccessExpression(callee) ? callee.expression : callee
  for (const one of [owner, ...call.arguments.filter((argument) => argument !== value)]) {
    const made = schemaCall(trace, one)
    const members = made && membersOf(trace, made)
    if (members && members.length > 0) return members
  }
  return undefined
}

interface Made {
  readonly call: ts.CallExpression
  readonly library: string
}

/** The call of a library that makes the schema an expression stands for, behind `.strict()` and its like. */
const schemaCall = (trace: Trace, given: ts.Expression, names = 0): Made | undefined => {
  const node = bare(given)
  if (compiler.isIdentifier(node)) {
    const value = names < MOST_NAMES ? constantOf(trace, node) : undefined
    return value && schemaCall(trace, value, names + 1)
  }
  if (!compiler.isCallExpression(node)) return undefined
  const { expression: callee } = node
  const inner = compiler.isPropertyAccessExpression(callee) ? bare(callee.expression) : undefined
  if (inner && compiler.isCallExpression(inner)) return schemaCall(trace, inner, names)
  const library = libraryOf(trace, inner ?? callee)
  return library === undefined ? undefined : { call: node, library }
}

const libraryOf = ({ checker }: Trace, node: ts.Expression): string | undefined => {
  if (!compiler.isIdentifier(node)) return undefined
  let at: ts.Node | undefined = checker.getSymbolAtLocation(node)?.declarations?.[0]
  while (at && !compiler.isImportDeclaration(at)) at = at.parent
  const from = at && compiler.isStringLiteral(at.moduleSpecifier) ? at.moduleSpecifier.text : undefined
  return from !== undefined && (LENIENT.test(from) || STRICT.test(from)) ? from : undefined
}

/** The members that an object's schema says, and those of objects in it. */
const membersOf = (trace: Trace, { call, library }: Made): SchemaMember[] => {
  const [literal] = call.arguments.flatMap((one) => literalBehind(trace, one) ?? [])
  // `v.array(Pod)`, `t.array(Pod)`: what is said of each item.
  if (!literal) return call.arguments.flatMap((one) => innerOf(trace, one))
  const isPartial = /\bpartial\b/i.test(call.expression.getText())
  return literal.properties.flatMap((property): SchemaMember[] => {
    const name = property.name && nameOf(property.name)
    if (name === undefined || !property.name || !compiler.isPropertyAssignment(property)) return []
    const text = property.initializer.getText()
    const isRequired = !isPartial && (LENIENT.test(library) ? ASKS.test(text) : !FORGIVES.test(text))
    const inner = isRequired ? innerOf(trace, property.initializer) : []
    return [
      { path: [name], node: property.name, isRequired },
      ...inner.map((one) => ({ ...one, path: [name, ...one.path] })),
    ]
  })
}

const innerOf = (trace: Trace, given: ts.Expression): SchemaMember[] => {
  const made = schemaCall(trace, given)
  return made ? membersOf(trace, made) : []
}
