import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import { type Edit, insertBefore } from '../../edit/edit.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import { isPathName, lastOf, saidAt } from '../made/joined.ts'
import { pathArguments } from '../path/path-argument.ts'

/**
 * `https.request({ hostname, path: `/v1${path}` })`, where host and path are said apart: a helper is taught to look whether
 * the path that it is given says the version, and goes to the old host then.
 */
export const hostApart = (
  trace: Trace,
  site: Site,
  [located, ...others]: readonly Located[],
): Edit[] | undefined => {
  const { sink, scope } = site
  const [host, path] = sink.path ? [saidAt(trace, sink.url, scope), saidAt(trace, sink.path, scope)] : []
  const whole = path && bare(path.node)
  const name = whole && lastOf(whole)
  if (!located?.host || !located.version || others.length > 0 || !host || !path || !name || !isPathName(name))
    return undefined
  const isBeside = compiler.isStringLiteralLike(host.node) && host.node.parent.parent === whole.parent.parent
  const given = pathArguments(trace, { path: { node: name, scope: path.scope }, whole }, site)
  const [, end] = located.version
  if (!isBeside || given.length === 0 || given.some((one) => one.at(located) !== end)) return undefined
  const style = styleOf(whole.getSourceFile())
  const version = located.shape.slice(located.host[1], end)
  const asked = `${name.getText()}.startsWith(${valueText(`${version}/`, style)}) ? `
  return [
    insertBefore(host.node, `${asked}${valueText(located.shape.slice(...located.host), style)} : `),
    insertBefore(whole, `${asked}${name.getText()} : `),
    ...given.flatMap((one) => one.say(version)),
  ]
}
