import type { Form } from '../form.ts'
import { form as elsewhere } from './helper-elsewhere.ts'

/** What sends in a module of its own, which is imported as a whole. */
export const form: Form = {
  example: {
    before:
      "const BASE = 'a'\nconst call = (p) => fetch(BASE + p)\nexport const main = () => call('/pods')\n",
    after:
      "import * as remote from './remote'\nconst { call } = remote\nexport const main = () => call('/pods')\n",
  },
  apply: (files) => {
    const moved = elsewhere.apply(files)
    if (moved === files) return files
    return new Map(
      [...moved].map(([path, text]) => {
        const said = /^import \{ (.*) \} from '(\.\/remote(?:\.js)?)'\n/.exec(text)
        if (!said) return [path, text]
        const names = (said[1] as string).split(', ')
        const types = names.filter((name) => name.startsWith('type '))
        const plain = names.filter((name) => !name.startsWith('type '))
        const typed = types.length > 0 ? `import { ${types.join(', ')} } from '${said[2]}'\n` : ''
        return [
          path,
          `import * as remote from '${said[2]}'\n${typed}const { ${plain.join(', ')} } = remote\n${text.slice(said[0].length)}`,
        ]
      }),
    )
  },
}
