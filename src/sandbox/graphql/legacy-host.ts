import * as z from 'zod'
import type { Clock } from '../clock.ts'
import { type Hook, hook } from '../hooks/hook-routes.ts'
import { cutConnection, wait } from '../hooks/inject.ts'
import type { SandboxContext } from '../http/sandbox-context.ts'

/**
 * How the legacy GraphQL host behaves:
 * `up` answers; `gone` answers 410 as a retired host would; `html` answers 200 with a page; `error` answers 502;
 * `down` drops every connection; `delayMs` makes any of them wait first, on the sandbox's clock.
 */
const Mode = z.strictObject({
  mode: z.enum(['up', 'gone', 'html', 'error', 'down']).optional(),
  delayMs: z.int().min(0).optional(),
})
type Mode = z.infer<typeof Mode>

const PAGE =
  '<!doctype html><html><head><title>Moved</title></head><body>The GraphQL API has been retired.</body></html>'

const page = (status: number): Response =>
  new Response(PAGE, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })

/** The switch of the legacy host. */
export interface LegacyHost {
  readonly hook: Hook
  /** The answer that takes the place of the real one, if the host is not up. */
  stand(c: SandboxContext): Promise<Response | undefined>
  reset(): void
}

/** The legacy GraphQL host, up until a test says otherwise. */
export const legacyHost = (clock: Clock): LegacyHost => {
  let mode: Mode = {}
  return {
    hook: hook(
      'PUT',
      '/graphql',
      'how the legacy GraphQL host behaves: {"mode":"up|gone|html|error|down","delayMs":0}',
      Mode,
      (body) => {
        mode = body
      },
    ),
    stand: async (c) => {
      if (mode.delayMs) await wait(clock, mode.delayMs)
      switch (mode.mode) {
        case 'gone':
          return page(410)
        case 'html':
          return page(200)
        case 'error':
          return page(502)
        case 'down':
          return cutConnection(c)
        default:
          return undefined
      }
    },
    reset: () => {
      mode = {}
    },
  }
}
