import { ts } from 'ts-morph'
import { asTemplates } from '../../../support/said-otherwise.ts'
import type { Form } from '../form.ts'

/** Templates in the place of texts put together by `+`. */
export const form: Form = {
  example: { before: "get('/pods/' + id)", after: 'get(`/pods/${id}`)' },
  apply: (files) =>
    new Map(
      [...files].map(([path, text]) => [
        path,
        asTemplates(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)),
      ]),
    ),
}
