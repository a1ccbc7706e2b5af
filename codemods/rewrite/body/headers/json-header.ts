import type { Style } from '../../mapper/helpers/style.ts'

/** The header that says that a body is JSON. */
export const jsonHeader = ({ quote }: Style): string =>
  `${quote}Content-Type${quote}: ${quote}application/json${quote}`
