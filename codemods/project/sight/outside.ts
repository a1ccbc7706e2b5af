import { looksLikeTest } from '../../beside/files/test-files.ts'
import { directoriesAbove } from '../../beside/settings/places.ts'
import { discover, repositoryOf } from '../tree/discover.ts'

/** Whether a file lies below one of some paths, or is one. */
export const isBelow = (paths: readonly string[], file: string): boolean =>
  paths.some((path) => file === path || file.startsWith(`${path}/`))

/**
 * The files of code in the repositories of the paths given that lie outside of these, without tests; none where the paths
 * are whole repositories, or are in none.
 * @param root the directory that paths are said from
 */
export const codeOutside = (paths: readonly string[], root: string): readonly string[] => {
  const tops = new Set(
    paths.flatMap((path) => (directoriesAbove([path]).size > 0 ? (repositoryOf(path) ?? []) : [])),
  )
  if (tops.size === 0) return []
  const { files, components } = discover([...tops])
  return [...files, ...components].filter((file) => !isBelow(paths, file) && !looksLikeTest(file, root))
}
