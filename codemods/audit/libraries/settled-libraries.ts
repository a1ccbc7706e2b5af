import type { AuditFinding } from '../finding.ts'

const LIBRARY = /^sdk\.[a-z]+\.[^.]+$/
const LIBRARY_USE = /^(sdk\.[a-z]+\.[^.]+)\.(\w+)$/

/** Libraries whose every pin is of a release that speaks REST v2. */
const migrated = (all: readonly AuditFinding[]): ReadonlySet<string> => {
  const pinned = new Map<string, boolean>()
  for (const { rule, class: kind, confidence } of all)
    if (LIBRARY.test(rule))
      pinned.set(rule, (pinned.get(rule) ?? true) && kind === 'none' && confidence === 'high')
  return new Set([...pinned].flatMap(([rule, settled]) => (settled ? [rule] : [])))
}

/** Libraries that are imported, and nowhere for more than what stays. */
const unaffected = (all: readonly AuditFinding[]): ReadonlySet<string> => {
  const uses = all.flatMap(({ rule }) => {
    const [, library = '', part = ''] = LIBRARY_USE.exec(rule) ?? []
    return library === '' ? [] : [{ library, part }]
  })
  const others = new Set(uses.flatMap(({ library, part }) => (part === 'stays' ? [] : [library])))
  return new Set(uses.flatMap(({ library }) => (others.has(library) ? [] : [library])))
}

const settled = (finding: AuditFinding, why: string): AuditFinding => ({
  ...finding,
  class: 'none',
  fix: 'none',
  v2: '',
  why,
})

/**
 * Calls of a library whose every pinned release speaks REST v2 need no change: they are listed instead. What they answer
 * is v2's then, so fields that are read off it stay findings. Pins of a library of which nothing legacy is used are listed, too.
 */
export const settleLibraries = (all: readonly AuditFinding[]): readonly AuditFinding[] => {
  const isMigrated = migrated(all)
  const isUnaffected = unaffected(all)
  return all.map((finding) => {
    if (finding.class === 'none') return finding
    if (isMigrated.has(LIBRARY_USE.exec(finding.rule)?.[1] ?? ''))
      return settled(finding, 'the pinned release calls REST v2; its answers are v2’s')
    return isUnaffected.has(finding.rule)
      ? settled(finding, 'the Python here uses only what of it calls the job API, which stays')
      : finding
  })
}
