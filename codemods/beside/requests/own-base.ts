import type { Verdict } from './verdict.ts'

/**
 * The base of a server that a test plays (`http://127.0.0.1:${port}/v1`) and the paths that it is asked there say one
 * version: both are moved, or neither.
 */
export const withOwnBase = (verdicts: readonly Verdict[]): Verdict[] => {
  const bases = verdicts.filter(isOwn)
  if (bases.length === 0) return [...verdicts]
  const paths = verdicts.filter(saysVersion)
  const isWhole = [...bases, ...paths].every((one) => 'edits' in one)
  const others = verdicts.filter((one) => !isOwn(one))
  if (paths.length > 0 && isWhole) return [...verdicts]
  return others.map((one) =>
    saysVersion(one) && 'edits' in one
      ? { address: one.address, plans: one.plans, why: 'the base that the test gives still says v1' }
      : one,
  )
}

const isOwn = ({ address }: Verdict): boolean => address.kind === 'own'

/** `/v1/pods`, with or without a method. */
const saysVersion = ({ address, plans }: Verdict): boolean =>
  address.kind === 'path' && address.at.version !== undefined && plans.length > 0
