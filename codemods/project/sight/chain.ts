import { namesOf, type Survey } from './imports.ts'

const MOST_HANDS = 3

/** Some files, and those that have something of them by way of imports, as far as a few hands. */
export const chainFrom = (
  files: Iterable<string>,
  { importing }: Pick<Survey, 'importing'>,
): ReadonlySet<string> => {
  const found = new Set(files)
  let last: readonly string[] = [...found]
  for (let hand = 0; hand < MOST_HANDS && last.length > 0; hand++) {
    last = importing(new Set(last.flatMap((path) => [...namesOf(path)]))).filter((path) => !found.has(path))
    for (const path of last) found.add(path)
  }
  return found
}
