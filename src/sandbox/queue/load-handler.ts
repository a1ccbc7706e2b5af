import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Handler } from './handler.ts'

/** The module named with --handler cannot be used; the message says why and what is expected. */
export class HandlerModuleError extends Error {
  override readonly name = 'HandlerModuleError'
}

const member = (value: unknown, name: string): unknown =>
  (typeof value === 'object' || typeof value === 'function') && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined

/** A CommonJS module's exports arrive as the default export. */
const candidatesIn = (module: unknown): unknown[] => {
  const standard = member(module, 'default')
  return [standard, member(module, 'handler'), member(standard, 'default'), member(standard, 'handler')]
}

const importModule = async (path: string): Promise<unknown> => {
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new HandlerModuleError(`${path} cannot be loaded: ${reason}`, { cause: error })
  }
}

/**
 * The handler of a user's module: its default export, or the one named `handler`.
 * @param path as the user gave it, relative to `from`
 * @throws {HandlerModuleError} when there is no such file, it does not load, or it exports no function
 */
export const loadHandler = async (path: string, from = process.cwd()): Promise<Handler> => {
  const file = resolve(from, path)
  if (!existsSync(file)) throw new HandlerModuleError(`${file} does not exist`)
  const found = candidatesIn(await importModule(file)).find((candidate) => typeof candidate === 'function')
  if (found) return found as Handler
  throw new HandlerModuleError(`${file} exports no handler: export a function by default or as "handler"`)
}
