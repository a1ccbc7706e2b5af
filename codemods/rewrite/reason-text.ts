/** Why a site is left as it was, and what its reader can do. */
export interface Reason {
  readonly rule: string
  readonly why: string
  readonly fix: string
}

/** One reason. */
export const reason = (rule: string, why: string, fix: string): Reason => ({ rule, why, fix })

/** Source text as a part of a sentence. */
export const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}
