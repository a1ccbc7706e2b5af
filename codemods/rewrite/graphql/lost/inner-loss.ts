import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { Hole, isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import type { RestCall } from '../../../../mappings/graphql/calls.ts'
import { compiler } from '../../../project/compiler.ts'
import { knownValue, readLiteral } from '../../body/literal/literal-values.ts'
import { refusedLater } from '../../body/refusals/runtime-refusals.ts'
import { graphqlResource } from '../graphql-resources.ts'
import { refusedAlways } from './refused-always.ts'

type Doc = Readonly<Record<string, unknown>>

/** What is lost of a field that another mapping takes up: of a template that is given inside an endpoint. */
export const innerLoss = ({ inner = {} }: RestCall, doc: Doc): Finding[] =>
  Object.entries(inner).flatMap(([name, id]) => {
    const facet = graphqlResource(id)?.create
    if (!facet || !(name in doc)) return []
    const within = (one: Finding): Finding => ({ ...one, at: one.at.replaceAll(/[^, ]+/g, `${name}.$&`) })
    return lossOfInner(facet, writtenOf(doc[name])).map(within)
  })

/** A body without what other mappings take up. */
export const withoutInner = ({ inner = {} }: RestCall, doc: Doc): Doc =>
  Object.fromEntries(Object.entries(doc).filter(([name]) => !(name in inner)))

const lossOfInner = (facet: CompiledFacet, doc: Doc | undefined): readonly Finding[] =>
  doc === undefined
    ? refusedLater(facet, {}, () => true, [])
    : [
        ...facet.upHoles(doc).findings,
        ...refusedAlways(facet, doc),
        ...refusedLater(facet, doc, () => false, []),
      ]

/** The fields of an object that is written out where it is given. */
const writtenOf = (value: unknown): Doc | undefined => {
  if (!isHole(value)) return undefined
  const file = compiler.createSourceFile('value.ts', `(${value.text})`, compiler.ScriptTarget.ESNext, true)
  const [statement] = file.statements
  const node = statement && compiler.isExpressionStatement(statement) ? statement.expression : undefined
  const inner = node && compiler.isParenthesizedExpression(node) ? node.expression : undefined
  if (!inner || !compiler.isObjectLiteralExpression(inner)) return undefined
  return readLiteral(inner, (one) => {
    const known = knownValue(one)
    return new Hole(one.getText(), known ? { known } : {})
  })
}
