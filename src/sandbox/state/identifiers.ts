import { createHash } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

const spell = (digest: Buffer, length: number): string =>
  Array.from(digest.subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/**
 * The n-th identifier of a family. It looks random and is not: after a reset the same calls get the same ids, so
 * that two runs of one program can be compared request by request.
 * @example identifier('pod', 1, 14)
 */
export const identifier = (family: string, sequence: number, length: number): string =>
  spell(createHash('sha512').update(`${family}:${sequence}`).digest(), length)
