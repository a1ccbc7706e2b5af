import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'

/** A whole number below `count`. */
type Pick = (count: number) => number

/** `careful` documents keep every rule; `careless` ones break some of them now and then. */
type Manner = 'careful' | 'careless'

const WRONG_LITERALS = [
  '1',
  '1.5',
  '"text"',
  'true',
  'null',
  'WORD',
  '[]',
  '{}',
  '{a: 1}',
  '$gone',
  '[1, "a"]',
]
const DEPTH = 3

/** Makes a function that writes a random document of a schema: fields, arguments, variables, fragments, conditions. */
export const documentWriter = (schema: GraphQLSchema, pick: Pick, manner: Manner): (() => string) => {
  const careless = manner === 'careless'
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T
  const chance = (out: number): boolean => pick(out) === 0
  const slips = (out: number): boolean => careless && chance(out)
  const variables = new Map<string, string>()
  const fragments: string[] = []
  let keys = 0

  const variable = (type: GraphQLInputType): string => {
    const name = slips(3) ? 'v0' : `v${variables.size}`
    if (!variables.has(name))
      variables.set(name, slips(6) ? one(['Int', 'String!', '[ID]', 'Gone', 'Pod']) : String(type))
    return `$${name}`
  }

  const value = (type: GraphQLInputType, depth: number): string => {
    if (slips(25)) return one(WRONG_LITERALS)
    if (chance(6)) return variable(type)
    if (!isNonNullType(type) && chance(10)) return 'null'
    const nullable = getNullableType(type)
    if (isListType(nullable) && !chance(5)) {
      return `[${Array.from({ length: pick(3) }, () => value(nullable.ofType, depth)).join(', ')}]`
    }
    return single(getNamedType(type), depth)
  }

  const single = (type: GraphQLNamedInputType, depth: number): string => {
    if (isEnumType(type)) return one(type.getValues()).name
    if (!isInputObjectType(type)) return scalar(type.name)
    const fields = Object.values(type.getFields()).filter(
      (field) => (isRequiredInputField(field) && !slips(15)) || (depth > 0 && chance(4)),
    )
    const texts = fields.map((field) => `${field.name}: ${value(field.type, depth - 1)}`)
    if (slips(20)) texts.push('gone: 1')
    if (slips(20) && texts[0]) texts.push(texts[0])
    return `{${texts.join(', ')}}`
  }

  const scalar = (name: string): string => {
    if (name === 'Int') return String(pick(9))
    if (name === 'Float') return one(['1', '2.5'])
    if (name === 'Boolean') return one(['true', 'false'])
    return name === 'ID' ? one(['"id"', '7']) : '"text"'
  }

  const givenTo = (known: readonly GraphQLArgument[]): string => {
    const given = known.filter((argument) => (isRequiredArgument(argument) && !slips(15)) || chance(2))
    const texts = given.map(({ name, type }) => `${name}: ${value(type, 2)}`)
    if (slips(30)) texts.push('gone: 1')
    if (slips(30) && texts[0]) texts.push(texts[0])
    return texts.length > 0 ? `(${texts.join(', ')})` : ''
  }

  const condition = (): string => {
    if (!chance(8)) return ''
    if (slips(4)) return one([' @gone', ' @include', ' @skip(if: 1)', ' @skip(if: true) @skip(if: true)'])
    const type = schema.getDirective('skip')?.args[0]?.type as GraphQLInputType
    return ` @${one(['skip', 'include'])}(if: ${value(type, 0)})`
  }

  /** Careful documents give each field a key of its own: what merges is for the examples and for the careless. */
  const alias = (): string => {
    keys += 1
    return careless ? one(['', '', '', 'x: ', 'y: ']) : `k${keys}: `
  }

  const field = (type: GraphQLObjectType, depth: number): string => {
    const fields = Object.values(type.getFields()).filter(
      (candidate) => depth > 0 || !isObjectType(getNamedType(candidate.type)),
    )
    if (slips(40)) return 'gone'
    if (chance(12) || fields.length === 0) return `${alias()}__typename`
    const { name, args, type: gives } = one(fields)
    const inner = getNamedType(gives)
    const below =
      isObjectType(inner) !== slips(40)
        ? ` ${isObjectType(inner) ? selections(inner, depth - 1) : '{ id }'}`
        : ''
    return `${alias()}${name}${givenTo(args)}${condition()}${isObjectType(inner) || careless ? below : ''}`
  }

  const fragment = (type: GraphQLObjectType, depth: number): string => {
    const on = slips(15) ? one(['Pod', 'User', 'Gone', 'PodFilter']) : type.name
    if (chance(2)) return `...${chance(2) ? ` on ${on}` : ''}${condition()} ${selections(type, depth - 1)}`
    const name = slips(5) ? `F${pick(4)}` : `F${fragments.length}`
    const at = fragments.push('') - 1
    fragments[at] = slips(10) ? '' : `fragment ${name} on ${on} ${selections(type, depth - 1)}`
    return `...${name}${condition()}`
  }

  const selections = (type: GraphQLObjectType, depth: number): string => {
    const all = Array.from({ length: 1 + pick(3) }, () =>
      depth > 0 && chance(5) ? fragment(type, depth) : field(type, depth),
    )
    return `{ ${all.join(' ')} }`
  }

  const operation = (name: string): string => {
    variables.clear()
    const kind = one(['query', 'mutation'])
    const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
    const body = selections(root as GraphQLObjectType, DEPTH)
    const declared = [...variables].map(([variableName, type]) => `$${variableName}: ${type}`)
    if (slips(10)) declared.pop()
    return `${kind} ${name}${declared.length > 0 ? `(${declared.join(', ')})` : ''} ${body}`
  }

  return () => {
    const names = careless ? one([['a'], [''], ['a', 'b'], ['a', 'a'], ['', 'a']]) : one([['a'], ['a', 'b']])
    return [...names.map(operation), ...fragments].join('\n')
  }
}
