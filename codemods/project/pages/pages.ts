import { basename, dirname, join } from 'node:path'
import { entriesOf, readText } from '../tree/look.ts'

const MOST_PARENTS = 2

/** Whether a page beside a file, or above it, has the file as a script that is no module: `<script src="js/api.js">`. */
export const isScriptOfPage = (path: string): boolean => {
  let directory = dirname(path)
  for (let up = 0; up <= MOST_PARENTS; up++) {
    if (pagesIn(directory).some((page) => hasScript(page, basename(path)))) return true
    directory = dirname(directory)
  }
  return false
}

const pagesIn = (directory: string): string[] =>
  entriesOf(directory).flatMap((entry) =>
    entry.isFile() && /\.html?$/i.test(entry.name) ? (readText(join(directory, entry.name)) ?? []) : [],
  )

const hasScript = (page: string, name: string): boolean =>
  [...page.matchAll(/<script\b[^>]*>/gi)].some(([tag]) => {
    const src = /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? ''
    return (
      src
        .replace(/[?#].*/, '')
        .split('/')
        .at(-1) === name && !/\btype\s*=\s*["']?module\b/i.test(tag)
    )
  })
