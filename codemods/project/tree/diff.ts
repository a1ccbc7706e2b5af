import { createTwoFilesPatch } from 'diff'

/** One file's change as `git apply` reads it; paths are relative to the repository's root. */
export const unifiedDiff = (path: string, before: string | undefined, after: string): string => {
  const [from, to] = [quoted(`a/${path}`), quoted(`b/${path}`)]
  const isNew = before === undefined
  // Names are ours to write: with a line break or a tab in one, the library's head could not be told from lines
  const patch = createTwoFilesPatch('', '', before ?? '', after, undefined, undefined, { context: 3 })
  const hunks = patch.slice(patch.indexOf('\n@@ ') + 1)
  const mode = isNew ? 'new file mode 100644\n' : ''
  return `diff --git ${from} ${to}\n${mode}--- ${isNew ? '/dev/null' : from}\n+++ ${to}\n${hunks}`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
}

/** A name as git writes it: in quotes, as C has them, where it would not be read back otherwise. */
const quoted = (name: string): string =>
  /["\\\p{Cc}]/u.test(name)
    ? `"${name.replace(/["\\\p{Cc}]/gu, (one) => ESCAPES[one] ?? `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`)}"`
    : name
