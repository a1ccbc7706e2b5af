import type { Form } from '../form.ts'
import { form as elsewhere } from './helper-elsewhere.ts'

/** What sends in a module of its own, found by way of another one. */
export const form: Form = {
  example: {
    before:
      "const BASE = 'a'\nconst call = (p) => fetch(BASE + p)\nexport const main = () => call('/pods')\n",
    after: "import { call } from './api'\nexport const main = () => call('/pods')\n",
  },
  apply: (files) => {
    const moved = elsewhere.apply(files)
    if (moved === files) return files
    const isPlain = moved.has('remote.js')
    const ending = isPlain ? '.js' : ''
    const own = [...moved].map(([path, text]): [string, string] => [
      path,
      text.replace(/'\.\/remote(\.js)?'/, `'./api${ending}'`),
    ])
    return new Map([...own, [`api.${isPlain ? 'js' : 'ts'}`, `export * from './remote${ending}'\n`]])
  },
}
