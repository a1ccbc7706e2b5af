import { ts } from 'ts-morph'
import { bracketed } from '../../../support/said-otherwise.ts'
import type { Form } from '../form.ts'

/** Members read by brackets. */
export const form: Form = {
  example: { before: 'const n = pod.name', after: "const n = pod['name']" },
  apply: (files) =>
    new Map(
      [...files].map(([path, text]) => [
        path,
        bracketed(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)),
      ]),
    ),
}
