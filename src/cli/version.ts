import { readFileSync } from 'node:fs'

/** The package's own manifest lies two directories up in the source and three in the build. */
const read = (): string => {
  for (const place of ['../../package.json', '../../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as Record<
        string,
        unknown
      >
      if (name === 'upshift' && typeof version === 'string') return version
    } catch {
      // Not here: the other place has it.
    }
  }
  return '0.0.0'
}

/** The installed version of upshift. */
export const version: string = read()
