import { expect, test } from 'vitest'
import { routes } from '../../mappings/v1/index.ts'
import { referenceAnchor, referencePages } from './reference-pages.ts'

test('the site has an anchor for every operation, and the model is there as JSON', async () => {
  const pages = referencePages()
  const html = await (await pages.request('/')).text()
  for (const { id } of routes)
    expect(html).toContain(`id="${decodeURIComponent(referenceAnchor(id).slice(1))}"`)
  expect(await (await pages.request('/mapping.json')).json()).toHaveProperty('resources')
})
