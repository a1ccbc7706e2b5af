import { catalogPaths } from '../../mappings/catalog.ts'
import type { Address } from '../server/compose.ts'
import { createPool } from '../upstream/pool.ts'
import { createSender } from '../upstream/send.ts'

const DEADLINE = 3_000 // milliseconds
/** Any path will do: what counts is that somebody answers. Without a key, v2 refuses it before doing any work. */
const PATH = catalogPaths.gpus

/** One cheap call to v2, with a socket of its own: a busy proxy must not look like a dead upstream. */
export const createProbe = (address: Address & { readonly allowedHosts?: readonly string[] }) => {
  const pool = createPool({ ...address, connections: 1, connectDeadline: DEADLINE })
  const send = createSender({ pool, basePath: address.path, userAgent: 'upshift-probe', deadline: DEADLINE })
  return () => send({ method: 'HEAD', path: PATH, headers: {} })
}
