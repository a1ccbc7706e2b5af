import type { ts } from 'ts-morph'
import type { Scope } from '../program/frames/frames.ts'
import type { Trace } from '../program/frames/source.ts'
import { beginsAddress, settingName } from '../program/outside/settings.ts'
import { gap } from './pieces.ts'
import { shapeOf, type Text } from './text.ts'

/** Where something is read, in its frame. */
interface Place {
  readonly node: ts.Expression
  readonly scope: Scope | undefined
}

/**
 * What may take the place of addresses: where a package or the platform gives it (`config.get('url')`), it is named as a
 * variable of the environment is.
 * @param place where it is read, for what has no name by itself
 */
export const besideAddress = (
  trace: Trace,
  addresses: readonly Text[],
  others: Text[],
  place?: Place,
): Text[] => {
  if (addresses.length === 0 || !addresses.every((text) => beginsAddress(shapeOf(text)))) return others
  const spare = place && settingName(trace, place.node, place.scope)
  return others.map((text) => fromOutside(trace, text, spare))
}

const fromOutside = (trace: Trace, text: Text, spare: string | undefined): Text => {
  const [only, ...others] = text.pieces
  if (only?.kind !== 'gap' || others.length > 0 || only.env || only.parameter) return text
  const env = settingName(trace, only.node, only.scope) ?? spare
  return env === undefined ? text : gap(only.node, only.scope, { env })
}
