import { Hono } from 'hono'

/**
 * The reference as pages to mount below a path: the site at `/`, the model as JSON at `/mapping.json`. Made when first
 * asked for, and once: the mapping does not change while a process runs.
 */
export const referencePages = (): Hono => {
  const pages = new Hono()
  let site: string | undefined
  const load = async () => {
    const [{ htmlReference }, { reference }] = await Promise.all([
      import('./html.ts'),
      import('./reference.ts'),
    ])
    return { html: htmlReference, model: reference() }
  }
  pages.get('/', async (c) => {
    if (site === undefined) {
      const { html, model } = await load()
      site = html(model)
    }
    return c.html(site)
  })
  pages.get('/mapping.json', async (c) => c.json((await load()).model))
  return pages
}

/** Where a rule stands in the site, for links from other pages. */
export const referenceAnchor = (rule: string): string => `#${encodeURIComponent(rule)}`
