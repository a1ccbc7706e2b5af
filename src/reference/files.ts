import { htmlReference } from './html.ts'
import { markdownIndex, markdownPage, pageName } from './markdown.ts'
import { reference } from './reference.ts'

/** The files of docs/reference by name: what the repository keeps, and a test holds against the mapping. */
export const referenceFiles = (): ReadonlyMap<string, string> => {
  const model = reference()
  return new Map([
    ['README.md', markdownIndex(model)],
    ['index.html', htmlReference(model)],
    ...model.resources.map((resource) => [pageName(resource), markdownPage(resource)] as const),
  ])
}
