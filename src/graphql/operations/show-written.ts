import { Fault } from '../fault.ts'
import type { Selection } from '../selected.ts'

/**
 * Shows what a write made or changed. It is there: a look-up beside it that fails must not hide its id, nor pass for a
 * failed write that a client would send again.
 */
export const showWritten = async <T>(
  selection: Selection,
  show: (selection: Selection) => Promise<T>,
): Promise<T> => {
  try {
    return await show(selection)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return show({ ...selection, of: () => [] })
  }
}
