import type { Site } from '../../../sites/sites.ts'
import type { Edit } from '../../edit/edit.ts'

/** Where the words of a call's path stand, behind its base, each as a change that nobody asks for: not even one to nothing. */
export const pathWords = ({ located }: Site): Edit[] =>
  located
    .filter(({ family }) => family === 'v1')
    .flatMap(({ text, path }) => {
      let at = 0
      return text.pieces.flatMap((piece) => {
        const begins = at
        at += piece.kind === 'written' ? piece.text.length : 1
        const from = Math.max(begins, path)
        if (piece.kind !== 'written' || piece.start < 0 || from >= at) return []
        const { file, start } = piece
        return [{ file, start: start + from - begins, end: start + at - begins, text: '\0' }]
      })
    })
