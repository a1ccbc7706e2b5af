import { basename, dirname } from 'node:path'

/** Whether SvelteKit gives a page, or a layout, what the `load` of a file gives: beside it, or below that of a layout. */
export const isPageBeside = (loader: string, page: string): boolean => {
  const [, kind] = /^\+(page|layout)(?:\.server)?\.[jt]s$/.exec(basename(loader)) ?? []
  const [, shown] = /^\+(page|layout)(?:@.*)?\.svelte$/.exec(basename(page)) ?? []
  if (!kind || !shown) return false
  return kind === 'page'
    ? shown === 'page' && dirname(page) === dirname(loader)
    : page.startsWith(`${dirname(loader)}/`)
}
