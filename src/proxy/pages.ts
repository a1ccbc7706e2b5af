import { Hono } from 'hono'
import { answerError, ProxyError } from './errors.ts'
import { retirementHeaders } from './retirement.ts'

/** A page is about one API: it may run its own script and style, and load nothing. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'"

/**
 * What the proxy answers itself and not on the hot path: v1's own documents, and the 404 of every path that belongs
 * to no API. The documents are built when first asked for.
 */
export const createPages = (): Hono => {
  const pages = new Hono()
  const legacy = retirementHeaders('v1')
  pages.get('/v1/openapi.json', async (c) => {
    const { openApiDocument } = await import('../reference/openapi.ts')
    return c.json(openApiDocument('v1'), 200, legacy)
  })
  pages.get('/v1/docs', async (c) => {
    const [{ openApiDocument }, { docsPage }] = await Promise.all([
      import('../reference/openapi.ts'),
      import('../reference/docs-page.ts'),
    ])
    return c.html(docsPage(openApiDocument('v1')), 200, { ...legacy, 'content-security-policy': POLICY })
  })
  pages.get('/', (c) => c.text(WELCOME))
  pages.notFound(() => {
    const { status, headers, body } = answerError('none', new ProxyError('ROUTE_UNKNOWN', LOST))
    return new Response(body ?? null, { status, headers: { ...headers } })
  })
  return pages
}

const LOST = 'This is upshift. It answers REST v1 under /v1, GraphQL at /graphql, and passes /v2 through.'

const WELCOME = `upshift: REST v1 and GraphQL, answered by REST v2.

  /v1/...          REST v1, translated    (GET /v1/docs, GET /v1/openapi.json)
  /graphql         GraphQL, translated
  /v2/...          REST v2 and the job API, passed through
`
