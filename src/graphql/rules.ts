import {
  GraphQLError,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  SingleFieldSubscriptionsRule,
  specifiedRules,
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
const variablesFit = (context: ValidationContext) => {
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
