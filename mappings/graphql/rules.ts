import {
  type FieldNode,
  GraphQLError,
  Kind,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  SingleFieldSubscriptionsRule,
  specifiedRules,
  type TypeNode,
  typeFromAST,
  type ValidationContext,
  type ValidationRule,
  type VariableDefinitionNode,
  VariablesInAllowedPositionRule,
} from 'graphql'
import { fits } from './variable-fits.ts'

/**
 * Real clients declare a variable as `String!` where the schema says `ID`, and as `X` where an input says `X!`.
 * Only a different kind of value is refused; whether a required value came is seen when the variables are read.
 */
export const variablesFit = (context: ValidationContext) => {
  let declared = new Map<string, VariableDefinitionNode>()
  return {
    OperationDefinition: {
      enter: () => {
        declared = new Map()
      },
      leave: (operation: Parameters<ValidationContext['getRecursiveVariableUsages']>[0]) => {
        for (const { node, type } of context.getRecursiveVariableUsages(operation)) {
          const definition = declared.get(node.name.value)
          const given = definition && typeFromAST(context.getSchema(), definition.type)
          if (!definition || !given || !type || fits(given, type)) continue
          context.reportError(
            new GraphQLError(
              `Variable "$${node.name.value}" of type "${given}" used in position expecting type "${type}".`,
              { nodes: [definition, node] },
            ),
          )
        }
      },
    },
    VariableDefinition: (node: VariableDefinitionNode) => {
      declared.set(node.variable.name.value, node)
    },
  }
}

/** A variable of a type that is not there fits nowhere that the schema knows. The legacy schema has types of its own for the rest. */
export const typesKnown = (context: ValidationContext) => ({
  OperationDefinition: {
    leave: (operation: Parameters<ValidationContext['getRecursiveVariableUsages']>[0]) => {
      const usages = context.getRecursiveVariableUsages(operation)
      for (const { variable, type } of operation.variableDefinitions ?? []) {
        const used = usages.find(
          ({ node, type: wanted }) => wanted && node.name.value === variable.name.value,
        )
        const name = nameOf(type)
        if (!used || context.getSchema().getType(name)) continue
        context.reportError(
          new GraphQLError(`Unknown type "${name}", used in position expecting type "${used.type}".`, {
            nodes: type,
          }),
        )
      }
    },
  },
})

const nameOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type)

/** What writes is no query, and what is asked no mutation. */
export const kindsApart = (context: ValidationContext) => ({
  Field: (node: FieldNode) => {
    const schema = context.getSchema()
    const roots = [schema.getQueryType(), schema.getMutationType()]
    const parent = context.getParentType()
    const name = node.name.value
    if (!parent || !roots.some((root) => root === parent) || context.getFieldDef()) return
    if (!roots.some((root) => root?.getFields()[name])) return
    context.reportError(
      new GraphQLError(`Cannot query field "${name}" on type "${parent}".`, { nodes: node }),
    )
  },
})

/** Introspection is the legacy service's to refuse; its own words are kept for when it is gone. */
const noIntrospection = (context: ValidationContext) => ({
  Field: (node: { readonly name: { readonly value: string } }) => {
    if (node.name.value !== '__schema' && node.name.value !== '__type') return
    const message = 'GraphQL introspection is not allowed, but the query contained __schema or __type.'
    context.reportError(new GraphQLError(message, { nodes: node as never }))
  },
})

/** Left out: what clients get away with, and what cannot occur here (nothing is subscribed to). */
const left = new Set<ValidationRule>([
  NoUnusedVariablesRule,
  NoUnusedFragmentsRule,
  VariablesInAllowedPositionRule,
  SingleFieldSubscriptionsRule,
])

/** What GraphQL asks of a document, less what real clients get away with: unused variables and fragments, loose variable types. */
export const tolerantRules: readonly ValidationRule[] = [
  ...specifiedRules.filter((rule) => !left.has(rule)),
  variablesFit,
  noIntrospection,
]

/** Whether only our schema, which is the smaller one, may say so: the legacy one knows more fields and words. */
export const isUnsureFlaw = (message: string): boolean =>
  /is not defined by type|does not exist in/.test(message)

/** Cuts the offending value off graphql-js's wording: it may be a secret. */
export const withoutValue = (message: string): string =>
  message
    .replace(/ value: .*$/s, ' value.')
    .replace(/^Value ".*" does not exist in/s, 'The value does not exist in')
    .replace(/, found .*$/s, '.')
