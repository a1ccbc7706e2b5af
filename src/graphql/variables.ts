import {
  coerceInputValue,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
} from 'graphql'
import { withoutValue } from '../../mappings/graphql/rules.ts'
import { withoutNulls } from './arguments.ts'
import { ODD, plainInput } from './plain-input.ts'

/** A variable whose value does not fit its type. Says where and what was expected, never the value: it may be a secret. */
export interface VariableFault {
  readonly variable: string
  readonly message: string
}

export interface CoercedVariables {
  readonly values: Readonly<Record<string, unknown>>
  readonly faults: readonly VariableFault[]
}

interface Declared {
  readonly name: string
  /** Why GraphQL runs nothing where there is no value; undefined where it does without. */
  readonly needed: string | undefined
  readonly coerce: (value: unknown, faults: VariableFault[]) => unknown
  readonly fallback: unknown
}

/**
 * Compiles how an operation's variables are read. What is sent but not declared is ignored; what is declared
 * but not sent, or sent as null, is absent, which is a fault where it is insisted on; a default value fills in. Declarations of unknown types are skipped:
 * the validation rules have already said what that means.
 */
export const compileVariables = (schema: GraphQLSchema, operation: OperationDefinitionNode) => {
  const declared = (operation.variableDefinitions ?? []).flatMap((definition): Declared[] => {
    const type = typeFromAST(schema, definition.type)
    if (!type || !isInputType(type)) return []
    const name = definition.variable.name.value
    const fallback = definition.defaultValue && valueFromAST(definition.defaultValue, type)
    const plain = plainInput(type)
    const slowly = (value: unknown, faults: VariableFault[]) =>
      withoutNulls(
        coerceInputValue(value, type, (path, _value, error) =>
          faults.push({ variable: name, message: words(name, path, error.message) }),
        ),
      )
    const coerce = (value: unknown, faults: VariableFault[]) => {
      const read = plain(value)
      return read === ODD ? slowly(value, faults) : read
    }
    const needed = `Variable "$${name}" of required type "${type}" was not provided.`
    return [
      {
        name,
        coerce,
        fallback: withoutNulls(fallback),
        needed: isNonNullType(type) ? needed : undefined,
      },
    ]
  })
  return (sent: Readonly<Record<string, unknown>>): CoercedVariables => {
    const values: Record<string, unknown> = Object.create(null)
    const faults: VariableFault[] = []
    for (const { name, coerce, fallback, needed } of declared) {
      const given = Object.hasOwn(sent, name) ? sent[name] : undefined
      const isGiven = given !== undefined && given !== null
      const value = isGiven ? coerce(given, faults) : fallback
      if (value !== undefined && value !== null) values[name] = value
      else if (needed !== undefined && !isGiven) faults.push({ variable: name, message: needed })
    }
    return { values, faults }
  }
}

const words = (name: string, path: readonly (string | number)[], reason: string): string => {
  const at = [name, ...path].join('.')
  return `Variable "$${name}" got an invalid value at "${at}": ${withoutValue(reason)}`
}
