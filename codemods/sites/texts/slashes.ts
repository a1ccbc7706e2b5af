import type { Text } from './text.ts'

/** A text without the slashes it ends in. */
export const withoutSlash = (text: Text): Text => {
  const last = text.pieces.at(-1)
  if (last?.kind !== 'written' || !last.text.endsWith('/')) return text
  return { ...text, pieces: [...text.pieces.slice(0, -1), { ...last, text: last.text.replace(/\/+$/, '') }] }
}

/** The same without those it begins with. */
export const withoutFirstSlash = (text: Text): Text => {
  const [first, ...rest] = text.pieces
  if (first?.kind !== 'written' || !first.text.startsWith('/')) return text
  const kept = first.text.replace(/^\/+/, '')
  const start = first.start + first.text.length - kept.length
  return { ...text, pieces: kept === '' ? rest : [{ ...first, text: kept, start }, ...rest] }
}
