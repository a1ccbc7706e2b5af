// Peers are no dependencies. They are looked for here, or in the folder that UPSHIFT_BENCH_PEERS names, so that a
// bench leaves the project's own packages alone: npm install --prefix FOLDER http-proxy …
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = process.env.UPSHIFT_BENCH_PEERS && resolve(process.env.UPSHIFT_BENCH_PEERS)

/** Imports a package by name, as a module in that folder would. */
export const peer = async (name) => {
  if (!folder) return import(name)
  const loader = join(folder, 'load-peer.mjs')
  writeFileSync(loader, 'export const load = (name) => import(name)\n')
  const { load } = await import(pathToFileURL(loader))
  return load(name)
}

/** The path of a peer's file; undefined where it is not installed. */
export const peerFile = (path) => {
  try {
    return createRequire(folder ? join(folder, 'load-peer.mjs') : import.meta.url).resolve(path)
  } catch {
    return undefined
  }
}
