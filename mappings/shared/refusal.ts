/** v2's refusal as one sentence: what it says, and what it says of each field. */
export const refusalText = (detail: string, errors: readonly string[] = []): string =>
  errors.length > 0 ? `${detail}${/[.:]$/.test(detail) ? '' : ':'} ${errors.join('; ')}` : detail
