import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Hono's types for the sandbox: node's request and response, absent where a test calls `app.request`. */
export interface SandboxEnv {
  Bindings: Partial<HttpBindings>
}

export type SandboxContext = Context<SandboxEnv>
