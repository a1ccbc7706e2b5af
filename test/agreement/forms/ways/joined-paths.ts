import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

/** Paths that are joined from their parts. */
export const form: Form = {
  example: { before: 'get(`/pods/${id}`)', after: "get(['', 'pods', id].join('/'))" },
  apply: perFile((file) =>
    all(file, ts.isTemplateExpression).flatMap((one) => {
      const said = one.getText().slice(1, -1)
      if (!/^\/\w/.test(said) || /[?&]/.test(said) || ts.isTaggedTemplateExpression(one.parent)) return []
      const holes = one.templateSpans.map(({ expression }) => expression.getText())
      let at = 0
      const parts = (
        one.head.text + one.templateSpans.map(({ literal }) => `\0${literal.text}`).join('')
      ).split('/')
      if (!parts.every((text) => text === '\0' || !text.includes('\0'))) return []
      return [
        [
          replace(
            one,
            `[${parts.map((text) => (text === '\0' ? holes[at++] : `'${text}'`)).join(', ')}].join('/')`,
          ),
        ],
      ]
    }),
  ),
}
