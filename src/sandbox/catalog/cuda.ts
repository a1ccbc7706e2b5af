/** What CUDA a host must report: one of a set, or at least a floor. Neither: any host will do. */
export interface CudaConstraint {
  readonly allowed?: readonly string[] | undefined
  readonly minimum?: string | undefined
}

const parts = (version: string): readonly [number, number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}

/** Versions are compared number by number: 12.11 is above 12.2. */
const atLeast = (version: string, floor: string): boolean => {
  const [major, minor] = parts(version)
  const [floorMajor, floorMinor] = parts(floor)
  return major > floorMajor || (major === floorMajor && minor >= floorMinor)
}

/** Whether a host with this CUDA version (null: it reports none) meets the constraint. */
export const meetsCuda = (version: string | null, { allowed, minimum }: CudaConstraint): boolean => {
  if (allowed && allowed.length > 0) return version !== null && allowed.includes(version)
  return minimum ? version !== null && atLeast(version, minimum) : true
}
