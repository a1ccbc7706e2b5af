import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import type { Resource } from '../../../../mappings/dsl/mapping.ts'
import { graphqlResources } from '../../../../mappings/graphql/resources.ts'
import { routes } from '../../../../mappings/v1/index.ts'
import { readPathsOf } from '../reads/read-paths.ts'

/** Tells whether a text may read of an answer what v2 does not say: it has the name of such a member. */
export const mayReadLost = (): ((text: string) => boolean) => {
  const lost = readingLost()
  return (text) => lost.test(text)
}

/** A name of one word might be anybody's: only where it is a member's, and no answer says it still. */
const readingLost = (): RegExp => {
  const members = answered().flatMap(membersOf)
  const told = new Set(members.filter(({ isLost }) => !isLost).map(({ name }) => name))
  const lost = [...new Set(members.filter(({ isLost }) => isLost).map(({ name }) => name))]
  const ofSeveral = lost.filter((name) => /[a-z][A-Z]/.test(name)).join('|')
  const ofOne = lost.filter((name) => !/[A-Z]/.test(name) && !told.has(name)).join('|')
  return new RegExp(`\\b(?:${ofSeveral})\\b|\\.(?:${ofOne})\\b|[{,]\\s*(?:${ofOne})\\s*[,}:=]`)
}

const answered = (): Resource[] => [
  ...graphqlResources,
  ...routes.filter(({ answer }) => answer !== 'none').map(({ mapping }) => mapping),
]

interface Member {
  readonly name: string
  readonly isLost: boolean
}

const membersOf = (mapping: Resource): Member[] => {
  const { lossOf, standInOf } = readPathsOf(mapping)
  const rows = mapping.read ? flatRows(mapping.read.plan.rows) : []
  return rows.flatMap((row) => {
    const path = 'old' in row ? row.old.split('.') : []
    const name = path.at(-1)
    return name === undefined ? [] : [{ name, isLost: (lossOf(path) ?? standInOf(path)) !== undefined }]
  })
}
