import type { ts } from 'ts-morph'
import { keyParameter } from '../../../../mappings/hosts.ts'
import { compiler } from '../../../project/compiler.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { isAssignment } from '../../../sites/program/set/assigned.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import { bare, dressed } from '../../../sites/program/syntax/nodes.ts'
import { placed } from '../../../sites/sink.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { AUTHORIZATION } from './graphql-key.ts'
import { setBy } from './key-set.ts'

/** What puts a key on the address or the client of a call apart from it: `url.searchParams.set(…)` behind it, `client.defaults.headers…`. */
export const keyApart = (trace: Trace, site: Site): ts.Expression | undefined =>
  onAddress(trace, site) ?? onClient(trace, site)

const onAddress = (trace: Trace, { sink, scope }: Site): ts.Expression | undefined =>
  placed(trace, sink.path ?? sink.url, scope)
    .flatMap(({ node }) => (compiler.isExpression(node) ? usesOf(trace, node) : []))
    .flatMap((use) => setBy(use, keyParameter.is))
    .map(({ parent }) => (compiler.isCallExpression(parent) ? parent.expression : undefined))
    .find((one) => one !== undefined)

const onClient = (trace: Trace, { sink }: Site): ts.Expression | undefined =>
  usesOf(trace, accessed(sink.call.expression)?.of)
    .flatMap((use) => headerBelow(accessOn(use)) ?? [])
    .find(({ parent }) => isAssignment(parent))

/** `client.defaults.headers.common.Authorization` */
const headerBelow = (access: ts.Expression | undefined): ts.Expression | undefined => {
  if (!access) return undefined
  return AUTHORIZATION.test(accessed(access)?.name ?? '') ? dressed(access) : headerBelow(accessOn(access))
}

/** Where the name of an address or a client is said. */
const usesOf = (trace: Trace, given: ts.Expression | undefined): readonly ts.Identifier[] => {
  const node = given && bare(given)
  const declared = node && compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  const name = declared && compiler.getNameOfDeclaration(declared)
  return name && compiler.isIdentifier(name) ? mentionsOf(trace, name) : []
}
