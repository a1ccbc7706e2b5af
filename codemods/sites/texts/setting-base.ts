import type { ts } from 'ts-morph'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { dressed, walk } from '../program/syntax/nodes.ts'
import { texts } from './resolve.ts'
import { constant, shapeOf, type Text } from './text.ts'

/**
 * An address that begins with what the environment alone says, where another place of the program tells which address
 * that stands for (`process.env.API_URL ?? 'https://…'`): it begins with that one here, too. A text of any other kind
 * is given back as it is.
 */
export const withSetting = (trace: Trace, text: Text): Text => {
  const [first, ...rest] = text.pieces
  const setting = first?.kind === 'gap' ? first.env : undefined
  const base = setting && basesSaid(trace).get(setting)
  if (!setting || !base) return text
  const said = constant(base).pieces.map((piece) => ({ ...piece, setting }))
  return { pieces: [...said, ...rest], env: [...new Set([setting, ...text.env])] }
}

/** Whether the base of an address stands nowhere but in what the environment says: it moves where that is set. */
export const isSetting = ({ pieces: [first] }: Text): boolean =>
  first?.kind === 'written' && first.setting !== undefined

const V1 = hostProfiles.runpod.is.v1

/** By variable of the environment, the address of v1 that the program falls back to, where it is one. */
const basesSaid = (trace: Trace): ReadonlyMap<string, string> => {
  const known = found.get(trace.files)
  if (known) return known
  const said = new Map<string, string>()
  found.set(trace.files, said)
  const other = new Set<string>()
  for (const { env, address } of trace.files.flatMap((file) => fallbacksIn(trace, file)))
    if (address.startsWith(V1) && (said.get(env) ?? address) === address) said.set(env, address)
    else other.add(env)
  for (const env of other) said.delete(env)
  return said
}

const found = new WeakMap<Trace['files'], Map<string, string>>()

interface Fallback {
  readonly env: string
  readonly address: string
}

/** `process.env.API_URL ?? 'https://…'`, and `||`. */
const fallbacksIn = (trace: Trace, file: ts.SourceFile): Fallback[] => {
  const fallbacks: Fallback[] = []
  if (!/\benv\b/.test(file.text)) return fallbacks
  walk(file, (node) => {
    if (!compiler.isStringLiteralLike(node) || !/^https?:/.test(node.text)) return undefined
    const { parent } = dressed(node)
    if (!compiler.isBinaryExpression(parent) || parent.left === dressed(node)) return undefined
    for (const text of texts(trace, parent, undefined))
      for (const env of text.env) fallbacks.push({ env, address: shapeOf(text) })
    return undefined
  })
  return fallbacks
}
