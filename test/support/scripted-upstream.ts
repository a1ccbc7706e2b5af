import { expect } from 'vitest'
import { type Send, UpstreamError, type UpstreamErrorCode } from '../../src/upstream/contract.ts'
import { type Block, readWireBody } from './wire.ts'

/**
 * An upstream that expects the `>>` blocks in order and answers with the `<<` block after each. `<< UPSTREAM_TIMEOUT`
 * and its like fail the call instead; `unsent` after the code means that nothing left the proxy.
 */
export const scriptedUpstream = (blocks: readonly Block[]): { send: Send; rest: () => readonly Block[] } => {
  const left = blocks.filter(({ mark }) => mark === '>>' || mark === '<<')
  const send: Send = async (request) => {
    const expected = left.shift()
    expect(`${request.method} ${request.path}`).toBe(expected?.line ?? 'no further request')
    expect(readWireBody(request.body)).toEqual(readWireBody(expected?.body))
    expect(request.headers).toMatchObject(expected?.headers ?? {})
    return answerWith(left.shift())
  }
  return { send, rest: () => left }
}

const answerWith = (block: Block | undefined) => {
  const [status = '', unsent] = block?.line.split(' ') ?? []
  if (!/^\d+$/.test(status)) throw new UpstreamError(status as UpstreamErrorCode, unsent === undefined)
  return { status: Number(status), headers: block?.headers ?? {}, body: block?.body ?? '' }
}
