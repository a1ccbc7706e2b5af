/**
 * Of a list that a run fails with, the first item that it takes to fail: without it, those before it are got through.
 * @param fails whether a run over so many of the items, from the first, fails
 * @returns undefined where a run over none of them fails as well: it lies not with them
 */
export const firstFailing = <T>(
  items: readonly T[],
  fails: (some: readonly T[]) => boolean,
): T | undefined => {
  if (fails([])) return undefined
  let [well, bad] = [0, items.length]
  while (bad - well > 1) {
    const middle = (well + bad) >> 1
    if (fails(items.slice(0, middle))) bad = middle
    else well = middle
  }
  return items[bad - 1]
}
