import { posix } from 'node:path'
import { LANGUAGES, type Language, PLAIN } from './language.ts'

const byExtension = new Map<string, Language>()
const byName = new Map<string, Language>()
for (const [entry, extensions, names] of LANGUAGES) {
  for (const extension of extensions) byExtension.set(extension, entry)
  for (const name of [entry.name, ...extensions, ...names]) byName.set(name, entry)
}

const BY_FILE_NAME: readonly (readonly [RegExp, string])[] = [
  [/^(Dockerfile|Containerfile)(\..*)?$/i, 'dockerfile'],
  [/^\.env(\..*)?$/, 'dotenv'],
  [/^(Makefile|GNUmakefile|justfile)$/i, 'make'],
  [/^(Gemfile|Rakefile|Vagrantfile|Podfile)$/, 'ruby'],
  [/^\.(bashrc|zshrc|profile|bash_profile)$/, 'shell'],
]

/** The language of a Markdown fence, a notebook kernel or an interpreter line; plain text when it is unknown. */
export const languageNamed = (name: string): Language => byName.get(name.toLowerCase()) ?? PLAIN

/** The language of a file by its name, or by its first line when it has no telling name. */
export const languageOf = (path: string, firstLine = ''): Language => {
  const name = posix.basename(path)
  const special = BY_FILE_NAME.find(([pattern]) => pattern.test(name))
  if (special) return languageNamed(special[1])
  const extension = posix.extname(name).slice(1).toLowerCase()
  const known = byExtension.get(extension)
  if (known) return known
  const interpreter =
    /^#!.*?(?:\/|env\s+(?:-S\s+)?)(python|node|ruby|php|bash|sh|zsh|pwsh|perl)[\d.]*(?:\s|$)/.exec(firstLine)
  return interpreter?.[1] ? languageNamed(interpreter[1]) : PLAIN
}
