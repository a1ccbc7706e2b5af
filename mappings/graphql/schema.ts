import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql'
import type { z } from 'zod'
import { hasSolidItems } from '../schemas/graphql/shape.ts'
import { graphqlScalars, graphqlTypes } from '../schemas/graphql/types.ts'
import type { RootOperation, Takes } from './operation.ts'
import {
  graphqlArguments,
  graphqlChildren,
  graphqlCircles,
  graphqlMutations,
  graphqlQueries,
} from './operations.ts'

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']
type NamedType = GraphQLScalarType | GraphQLEnumType | GraphQLObjectType | GraphQLInputObjectType

const defOf = (schema: Schema) => schema._zod.def as Def

/** Builds the executable schema from the shapes and operations of the mapping; nothing is named here. */
export const buildGraphqlSchema = (): GraphQLSchema => {
  const named = new Map<Schema, NamedType>()
  for (const [name, schema] of Object.entries(graphqlScalars)) named.set(schema, scalar(name))
  for (const [name, schema] of Object.entries(graphqlTypes)) named.set(schema, declare(name, schema))

  const typeOf = (schema: Schema): GraphQLOutputType & GraphQLInputType => {
    const { type, nullable } = unwrap(schema)
    const inner = nullableTypeOf(type)
    return (nullable ? inner : new GraphQLNonNull(inner)) as GraphQLOutputType & GraphQLInputType
  }

  const nullableTypeOf = (schema: Schema): GraphQLNullableType => {
    const known = named.get(schema)
    if (known) return known
    const def = defOf(schema)
    if (def.type === 'array') return new GraphQLList(itemTypeOf(schema, def.element))
    return builtIn(schema, def)
  }

  /** Lists may hold nulls on the wire unless the shape promises otherwise. */
  const itemTypeOf = (list: Schema, item: Schema) =>
    hasSolidItems(list) ? typeOf(item) : nullableTypeOf(unwrap(item).type)

  const argumentsOf = (takes: Takes = {}) => mapValues(takes, (schema) => ({ type: typeOf(schema) }))

  function declare(name: string, schema: Schema): NamedType {
    const def = defOf(schema)
    if (def.type === 'enum') return enumeration(name, def.entries)
    if (def.type !== 'object') throw new TypeError(`${name} is neither an enum nor an object`)
    const shape: Record<string, Schema> = { ...def.shape, ...graphqlCircles[name] }
    if (/(Input|Filter)$/.test(name)) {
      return new GraphQLInputObjectType({
        name,
        fields: () => mapValues(shape, (field) => ({ type: typeOf(field) })),
      })
    }
    const fields = () =>
      mapValues(shape, (field, key) => ({
        type: typeOf(field),
        args: argumentsOf(graphqlArguments[`${name}.${key}`]),
      }))
    return new GraphQLObjectType({ name, fields })
  }

  const root = (name: string, operations: Readonly<Record<string, RootOperation>>) =>
    new GraphQLObjectType({
      name,
      fields: mapValues(
        operations,
        ({ takes, gives }): GraphQLFieldConfig<unknown, unknown> => ({
          type: typeOf(gives),
          args: argumentsOf(takes),
        }),
      ),
    })

  checkChildren()
  return new GraphQLSchema({
    query: root('Query', graphqlQueries),
    mutation: root('Mutation', graphqlMutations),
    types: [...named.values()],
  })
}

/** A child of `myself` that nobody says how to answer is a mistake in the mapping. */
const checkChildren = () => {
  for (const name of Object.keys(graphqlTypes.User.shape)) {
    if (!(name in graphqlChildren)) throw new TypeError(`User.${name} has no operation`)
  }
}

const unwrap = (schema: Schema): { type: Schema; nullable: boolean } => {
  let type = schema
  let nullable = false
  for (let def = defOf(type); def.type === 'optional' || def.type === 'nullable'; def = defOf(type)) {
    type = def.innerType
    nullable = true
  }
  return { type, nullable }
}

const builtIn = (schema: Schema, def: Def): GraphQLScalarType => {
  if (def.type === 'string') return GraphQLString
  if (def.type === 'boolean') return GraphQLBoolean
  if (def.type === 'number') return 'isInt' in schema && schema.isInt === true ? GraphQLInt : GraphQLFloat
  throw new TypeError(`a shape of kind ${def.type} needs a name in graphqlTypes`)
}

const enumeration = (name: string, entries: Readonly<Record<string, string | number>>) =>
  new GraphQLEnumType({ name, values: mapValues(entries, (value) => ({ value })) })

const scalar = (name: string): GraphQLScalarType =>
  name === 'ID' ? GraphQLID : new GraphQLScalarType({ name })

const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
