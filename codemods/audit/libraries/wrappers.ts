import { posix } from 'node:path'
import { type ClientLibrary, type ClientRange, clientLibraries } from '../../../mappings/clients.ts'
import type { Draft } from '../finding.ts'

export const LIBRARIES: readonly ClientLibrary[] = clientLibraries.is

const MANIFESTS: Record<ClientLibrary['registry'], RegExp> = {
  npm: /^(package(-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|deno\.json)$/,
  pypi: /^(.*requirements.*\.(txt|in)|constraints.*\.txt|pyproject\.toml|poetry\.lock|uv\.lock|pdm\.lock|Pipfile(\.lock)?|setup\.(py|cfg)|environment\.ya?ml)$/,
  go: /^go\.(mod|sum)$/,
}

/** Commands that fetch a library where no manifest says so: CI files, images, setup notes. */
const FETCHES: Record<ClientLibrary['registry'], RegExp> = {
  npm: /\b(npx|bunx|pnpm dlx|npm (i|install|exec)|yarn add|pnpm add|["']-y["']\s*,)[^\n]*$/,
  pypi: /\b(pip3?|uv|poetry|pipx|uvx)\b[^\n]*(install|add|run|uvx)[^\n]*$/,
  go: /\bgo (install|get|run)[^\n]*$/,
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A version near the name, in the ways manifests and lock files write one. */
const VERSION =
  /^(?:\[[\w,-]+\])?["']?(?:@[^:\n]*["']?:)?\s*(?:[:=@~^<>! ,"'({]|version|npm:|\n\s*(?=["']?version)|\s)*v?(\d+(?:\.\d+)*)/

const compare = (a: string, b: string): number => {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number))
  for (let at = 0; at < 3; at++) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The range an installed version falls into; without a version the oldest, said with less confidence. */
const rangeOf = (library: ClientLibrary, version: string | undefined): ClientRange => {
  const oldest = library.ranges[0] as ClientRange
  if (version === undefined) return oldest
  return library.ranges.find(({ below }) => below === undefined || compare(version, below) < 0) ?? oldest
}

const isLegacy = ({ speaks }: ClientRange) => speaks.some((api) => api === 'v1' || api === 'graphql')

const draftOf = (library: ClientLibrary, version: string | undefined, start: number, end: number): Draft => {
  const range = rangeOf(library, version)
  const legacy = isLegacy(range)
  return {
    rule: `sdk.${library.registry}.${library.name}`,
    start,
    end,
    drawer: 'sdk',
    class: legacy ? 'required' : 'none',
    old: `${library.name}${version ? ` ${version}` : ''} (${range.speaks.join(', ')})`,
    v2: legacy ? 'a release that speaks REST v2' : '',
    fix: legacy ? 'assisted' : 'none',
    confidence: version === undefined ? 'medium' : 'high',
    why: range.why,
  }
}

/** Libraries a manifest, lock file or install command names. */
export const installedLibraries = (file: string, text: string): readonly Draft[] => {
  const name = posix.basename(file)
  return LIBRARIES.flatMap((library) => {
    if (!text.includes(library.name)) return []
    const isManifest = MANIFESTS[library.registry].test(name)
    const found: Draft[] = []
    const pattern = new RegExp(
      String.raw`(?<![\w@./-])(?:node_modules/)?${escaped(library.name)}(?![\w-])(?!/[a-z])`,
      'g',
    )
    for (const match of text.matchAll(pattern)) {
      const line = text.slice(text.lastIndexOf('\n', match.index) + 1, match.index)
      if (!isManifest && !FETCHES[library.registry].test(line)) continue
      if (
        isManifest &&
        (/^\s*(#|\/\/)/.test(line) ||
          (/^\s*(name|"name"|description|"description")\s*[:=]/.test(line) && !/lock/.test(name)))
      )
        continue
      const end = match.index + match[0].length
      found.push(draftOf(library, VERSION.exec(text.slice(end, end + 120))?.[1], match.index, end))
    }
    return found.filter((draft, at) => found.findIndex((one) => one.old === draft.old) === at)
  })
}
