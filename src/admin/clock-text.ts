const SECOND = 1_000 // milliseconds

let second = Number.NaN
let upToSecond = ''

/** ISO 8601 with milliseconds, as `Date` writes it, but made anew only once a second. @param now milliseconds since 1970 */
export const isoTime = (now: number): string => {
  const at = Math.floor(now / SECOND)
  if (at !== second) {
    upToSecond = new Date(at * SECOND).toISOString().slice(0, -4)
    second = at
  }
  const rest = now - at * SECOND
  return `${upToSecond}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`
}
