import type { AuditFinding } from './finding.ts'

const LIBRARY_CALL = /^(sdk\.[a-z]+\.[^.]+)\.\w+$/

/**
 * Calls of a library whose every pinned release speaks REST v2 need no change: they are listed instead. What they answer
 * is v2's then, so fields that are read off it stay findings.
 */
export const settleLibraries = (all: readonly AuditFinding[]): readonly AuditFinding[] => {
  const pinned = new Map<string, boolean>()
  for (const { rule, class: kind, confidence } of all)
    if (/^sdk\.[a-z]+\.[^.]+$/.test(rule))
      pinned.set(rule, (pinned.get(rule) ?? true) && kind === 'none' && confidence === 'high')
  return all.map((finding) =>
    pinned.get(LIBRARY_CALL.exec(finding.rule)?.[1] ?? '')
      ? {
          ...finding,
          class: 'none',
          fix: 'none',
          v2: '',
          why: 'the pinned release calls REST v2; its answers are v2’s',
        }
      : finding,
  )
}
