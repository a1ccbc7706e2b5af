import { Hono } from 'hono'
import { type Frame, serve } from './frame.ts'
import { Problem } from './problem.ts'
import type { Route } from './route.ts'
import type { SandboxEnv } from './sandbox-context.ts'

const unknownPath = (): never => {
  throw new Problem(404, 'no such path')
}

const wrongMethod = (methods: readonly string[]) => (): never => {
  throw new Problem(405, 'The requested method is not allowed for this path.', {
    headers: { allow: methods.join(', ') },
  })
}

const methodsByPath = (routes: readonly Route[]): Map<string, string[]> => {
  const methods = new Map<string, string[]>()
  for (const { method, path } of routes) methods.set(path, [...(methods.get(path) ?? []), method])
  return methods
}

/** REST v2 as a Hono app: every route, 405 with Allow on their paths, 404 on all others under /v2. */
export const restRouter = (frame: Frame, routes: readonly Route[]): Hono<SandboxEnv> => {
  const app = new Hono<SandboxEnv>()
  for (const { method, path, handle } of routes) app.on(method, path, serve(frame, handle))
  for (const [path, methods] of methodsByPath(routes)) app.all(path, serve(frame, wrongMethod(methods)))
  app.all('/v2', serve(frame, unknownPath))
  app.all('/v2/*', serve(frame, unknownPath))
  return app
}
