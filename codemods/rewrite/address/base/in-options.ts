import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import { type Edit, insertAfter, insertBefore } from '../../edit/edit.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'

/** ky and got put the base before whatever they are given, a whole address too; what a call says of it counts for that call. */
const ALWAYS_BEFORE = 'prefixUrl'

/** A call of a client whose base moves is told the old one among its own options. */
export const inOptions = (
  { sink, scope }: Site,
  [located, ...others]: readonly Located[],
): Edit[] | undefined => {
  const { base, options, request, call } = sink
  if (scope !== undefined || base?.kind !== 'member' || base.name !== ALWAYS_BEFORE) return undefined
  const [path] = (request ?? call).arguments
  if (!located || others.length > 0 || !path || base.object === options) return undefined
  const old = valueText(located.shape.slice(0, located.path), styleOf(call.getSourceFile()))
  const said = `${ALWAYS_BEFORE}: ${old}`
  if (!options) return [insertAfter(path, `, { ${said} }`)]
  if (!compiler.isObjectLiteralExpression(options) || options.properties.some(mayBe)) return undefined
  const [first] = options.properties
  return first && [insertBefore(first, `${said}, `)]
}

const mayBe = (member: ts.ObjectLiteralElementLike): boolean =>
  member.name === undefined || nameOf(member.name) === ALWAYS_BEFORE
