import type { ts } from 'ts-morph'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { compiler } from '../../project/compiler.ts'
import type { Next } from './pieces.ts'
import { concat, constant, shapeOf, type Text } from './text.ts'

/** The generated function by which a call that stays goes to v1 while the base that it shares has moved. */
export const V1_ADDRESS = 'v1Address'

/** `v1Address(BASE, '/v1/pods')`, as an earlier run may have written it: v1's address, whatever the base is by now. */
export const v1AddressText = (node: ts.CallExpression, next: Next): Text[] | undefined => {
  const [base, path, ...others] = node.arguments
  if (!isV1Address(node) || !base || !path || others.length > 0) return undefined
  const env = [...new Set(next(base).flatMap((text) => text.env))]
  return next(path).map((text) => {
    // A path that nobody knows begins with a slash all the same.
    const host = constant(V1 + (shapeOf(text).startsWith('\0') ? '/' : ''))
    const { pieces, env: own } = concat(host, text)
    return {
      pieces: pieces.map((piece, at) => (at === 0 ? { ...piece, call: node } : piece)),
      env: [...env, ...own],
    }
  })
}

const V1 = hostProfiles.runpod.is.v1

/** Whether a call is one of the generated function. */
export const isV1Address = ({ expression: callee }: ts.CallExpression): boolean =>
  compiler.isIdentifier(callee) &&
  callee.text === V1_ADDRESS &&
  callee.getSourceFile().text.includes('upshift.v2')
