import type { ts } from 'ts-morph'
import { hostProfiles } from '../../../../mappings/hosts.ts'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import { argumentFor, frameOf, type Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { bare, dressed, isInside } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { withoutSlash } from '../../../sites/texts/slashes.ts'
import { shapeOf } from '../../../sites/texts/text.ts'
import { isNewUrl } from '../../../sites/texts/url-changes.ts'
import { V1_ADDRESS } from '../../../sites/texts/v1-address.ts'
import { type Edit, insertAfter, insertBefore } from '../../edit/edit.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import { addressMapper } from '../../mapper/mapper.ts'
import type { Keeping, Plan } from '../../plan.ts'
import { builtBeside } from '../made/built-address.ts'
import { ownValue } from '../made/inside-url.ts'
import { isBased, isPathName, isSaidFor, type Joined, joinedAt, joinedWays } from '../made/joined.ts'
import { isPutRight } from '../made/put-right.ts'
import { givenMember, takenMember } from '../made/taken-member.ts'
import { type Beginning, literalBeginning } from '../path/beginning.ts'
import { pathArguments } from '../path/path-argument.ts'
import { baseBeside } from './base-beside.ts'
import { type Based, basedOn } from './based-on.ts'

const V1_HOST = new URL(hostProfiles.runpod.is.v1).host

/**
 * Lets a call stay on v1 that shares its base with others, where the environment, an option or an argument may override
 * that base: the path says v1, and `v1Address` finds it beside whatever the base is then.
 * @returns undefined where base and path are not joined where one of the two could be told
 */
export const stayAtV1 = (trace: Trace, { site }: Plan): Keeping | undefined => {
  if (site.located.length === 0 || !site.located.every(isPublic)) return undefined
  const edits =
    inAddress(trace, site) ?? inClient(trace, site) ?? builtBeside(trace, site) ?? inHelper(trace, site)
  if (!edits) return undefined
  const file = edits.find(({ text }) => text.includes(V1_ADDRESS))?.file
  const mappers = file ? [{ file, mapper: addressMapper }] : []
  return { edits, mappers, overrides: [...new Set(site.located.flatMap(({ text }) => text.env))] }
}

/** Another host that serves v1 has no v2 beside it that anybody knew of. */
const isPublic = ({ family, host, version, shape }: Located): boolean =>
  family === 'v1' && version !== undefined && host !== undefined && shape.slice(...host) === V1_HOST

/** `${BASE}/pods`, said in the call itself or handed to a helper whole. */
const inAddress = (trace: Trace, site: Site): Edit[] | undefined => {
  const { sink, scope, top, located } = site
  if (isBased(trace, site) || sink.path || sink.url.kind !== 'expression') return undefined
  const whole = addressGiven(trace, sink.url.node, scope)
  const own = whole && (scope === undefined || isSaidFor(trace, whole, top)) ? basedOn(whole) : undefined
  if (!own || own.rest === undefined || !startsAt(located, [literalBeginning(own.rest)], '/'))
    return undefined
  return own.wrapped(V1_ADDRESS)
}

/** The expression of the outermost caller that is the whole address. */
export const addressGiven = (
  trace: Trace,
  node: ts.Expression,
  scope: Scope | undefined,
): ts.Expression | undefined => {
  const inner = bare(node)
  if (compiler.isNewExpression(inner) && inner.arguments?.length === 1 && inner.arguments[0])
    return addressGiven(trace, inner.arguments[0], scope)
  const taken = compiler.isPropertyAccessExpression(inner) ? takenMember(trace, inner) : undefined
  const member = taken && givenMember(trace, taken, scope)
  if (member) return addressGiven(trace, member.node, member.scope)
  if (!compiler.isIdentifier(inner)) return inner
  const declaration = trace.checker.getSymbolAtLocation(inner)?.valueDeclaration
  if (declaration && compiler.isParameter(declaration)) {
    const frame = frameOf(scope, declaration.parent)
    const argument = frame && argumentFor(frame, declaration)
    return argument && addressGiven(trace, argument, frame?.outer)
  }
  const value = ownValue(trace, inner)
  return value && addressGiven(trace, value, scope)
}

/** `client.get('/pods')`, `axios({ baseURL, url: '/pods' })`: axios puts its base before the path, but not before a whole address. */
const inClient = (trace: Trace, site: Site): Edit[] | undefined => {
  const joined = site.sink.base ? joinedAt(trace, site) : undefined
  const [given, ...others] = joined ? pathArguments(trace, joined, site) : []
  const base = joined && baseBeside(trace, site, joined.path.node)
  if (!joined || !given || !base || others.length > 0) return undefined
  // What stands in a helper is the path of all of its calls.
  if (
    !isInside(joined.path.node, site.top) ||
    bare(joined.path.node) !== wholeOf(given.node) ||
    !startsAt(site.located, [given], '/')
  )
    return undefined
  return [
    insertBefore(joined.path.node, `${V1_ADDRESS}(${base}, `),
    ...given.say('/v1'),
    insertAfter(joined.path.node, ')'),
  ]
}

/** The template that a literal is the beginning of, or the literal. */
const wholeOf = (literal: ts.Node): ts.Node => (compiler.isTemplateHead(literal) ? literal.parent : literal)

/** A helper puts the base before the path that it is given: it is taught to look whether the path says v1. */
const inHelper = (trace: Trace, site: Site): Edit[] | undefined => {
  for (const joined of joinedWays(trace, site)) {
    const edits = inJoined(trace, site, joined)
    if (edits) return edits
  }
  return undefined
}

const inJoined = (trace: Trace, site: Site, joined: Joined): Edit[] | undefined => {
  // A path that begins with a slash is as right with the version before it.
  const given = pathArguments(trace, joined, site, isPutRight)
  const based = basesOf(trace, site, joined)
  if (given.length === 0 || !based || !startsAt(site.located, given, based.slash ? '' : '/')) return undefined
  const { file, name, slash, base } = based
  const says = valueText(slash ? 'v1/' : '/v1/', styleOf(file))
  const path = slash ? `\`/\${${name}}\`` : name
  const text = `${name}.startsWith(${says}) ? ${V1_ADDRESS}(${base}, ${path}) : `
  return [...joined.choose(text), ...given.flatMap((one) => one.say(slash ? 'v1/' : '/v1'))]
}

interface Helper extends Pick<Based, 'slash'> {
  readonly file: ts.SourceFile
  /** What the path is called where it meets the base. */
  readonly name: string
  /** The base, as the helper says it. */
  readonly base: string
}

/** What stands before the path: in the text itself, or as a library's option. */
const basesOf = (
  trace: Trace,
  site: Site,
  { whole, path: { node: path, scope } }: Joined,
): Helper | undefined => {
  if (!compiler.isExpression(path) || !isPathName(path) || path.getSourceFile() !== whole.getSourceFile())
    return undefined
  const helper = { file: whole.getSourceFile(), name: path.getText() }
  if (isBased(trace, site)) {
    const base = whole === path ? baseBeside(trace, site, path) : undefined
    return base ? { ...helper, base, slash: false } : undefined
  }
  const choice = compiler.isConditionalExpression(whole) ? whole.whenFalse : whole
  if (!compiler.isExpression(choice)) return undefined
  const given = baseGiven(trace, site, { node: choice, scope })
  if (given) return { ...helper, base: given, slash: false }
  const based = basedOn(bare(choice))
  if (based?.path === path.getText()) return { ...helper, base: based.base, slash: based.slash }
  // What stands between them otherwise, a path with a slash has no need of.
  const isBeside = based && (!based.rest || based.slash)
  return isBeside ? { ...helper, base: based.base, slash: false } : undefined
}

/** The base that `new URL(path, BASE)`, or a function of the program, is given to put a path behind: `buildUrl(BASE, path)`. */
const baseGiven = (trace: Trace, { located }: Site, { node, scope }: At): string | undefined => {
  const beside = dressed(node).parent
  const given = isNewUrl(beside) && beside.arguments?.[0] === dressed(node) ? beside : node
  if (!compiler.isCallExpression(given) && !isNewUrl(given)) return undefined
  const isBase = (one: ts.Expression): boolean => {
    const said = texts(trace, one, scope).map((text) => shapeOf(withoutSlash(text)))
    return located.every(({ shape, version }) => version && said.includes(shape.slice(0, version[1])))
  }
  return given.arguments?.find(isBase)?.getText()
}

/** Whether each path begins right behind the version: with a slash, or after one. */
const startsAt = (located: readonly Located[], given: readonly Beginning[], first: '/' | ''): boolean =>
  located.every((one) => {
    const at = given.map((beginning) => beginning.at(one)).find((place) => place !== undefined)
    const version = one.version?.[1]
    if (at === undefined || version === undefined) return false
    return first === '/' ? at === version && one.shape[at] === '/' : at === version + 1
  })
