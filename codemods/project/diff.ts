import { createTwoFilesPatch } from 'diff'

/** One file's change as `git apply` reads it; paths are relative to the repository's root. */
export const unifiedDiff = (path: string, before: string | undefined, after: string): string => {
  const isNew = before === undefined
  const patch = createTwoFilesPatch(
    isNew ? '/dev/null' : `a/${path}`,
    `b/${path}`,
    before ?? '',
    after,
    undefined,
    undefined,
    { context: 3 },
  )
  // The first line is a separator that git does not need.
  const body = patch.slice(patch.indexOf('---'))
  return `diff --git a/${path} b/${path}\n${isNew ? 'new file mode 100644\n' : ''}${body.replaceAll('\t\n', '\n')}`
}
