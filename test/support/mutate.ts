/** A small seeded generator (mulberry32), so that what a run found can be found again. */
export const seeded = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Bytes and words that parsers have stumbled over. */
const NASTY = [
  '\0',
  '\r\n',
  '\n',
  '"',
  "'",
  '`',
  '\\',
  '\\u0000',
  '\\ud800',
  '\ud800',
  '\u2028',
  '%',
  '%00',
  '%2f',
  '%ff',
  '..',
  '//',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '"""',
  '#',
  '$(',
  '${',
  '$',
  '&',
  '|',
  ';',
  '-1',
  '1e999',
  '9007199254740993',
  'null',
  'true',
  '/*',
  '*/',
  '//',
  '<!--',
  '\ufeff',
  '😀',
  'é',
  ' '.repeat(50),
  '['.repeat(100),
  '{'.repeat(100),
  '{"a":'.repeat(70),
  '"'.repeat(99),
  '\\'.repeat(99),
]

/** One text bent in a few places: bytes dropped, doubled, swapped for nasty ones, or spliced with another text. */
export const mutated = (text: string, others: readonly string[], random: () => number): string => {
  const whole = (below: number): number => Math.floor(random() * below)
  const pick = <T>(items: readonly T[]): T => items[whole(items.length)] as T
  let made = text
  for (let left = 1 + whole(6); left > 0; left -= 1) {
    const at = whole(made.length + 1)
    const length = whole(12)
    switch (whole(5)) {
      case 0:
        made = made.slice(0, at) + made.slice(at + length)
        break
      case 1:
        made = made.slice(0, at) + pick(NASTY) + made.slice(at)
        break
      case 2:
        made = made.slice(0, at) + pick(NASTY) + made.slice(at + length)
        break
      case 3:
        made = made.slice(0, at) + made.slice(at, at + 40).repeat(1 + whole(4)) + made.slice(at)
        break
      default:
        made = made.slice(0, at) + pick(others).slice(whole(40))
    }
  }
  return made.slice(0, 200_000)
}

/** How long and how far a fuzz run goes; `npm run test:fuzz` goes further. UPSHIFT_FUZZ_SEED begins another run. */
export const fuzzBudget = {
  milliseconds: Number(process.env.UPSHIFT_FUZZ_SECONDS ?? (process.env.UPSHIFT_LONG ? 60 : 1.5)) * 1_000,
  seed: Number(process.env.UPSHIFT_FUZZ_SEED ?? 20_261_121),
}

/** Texts that are fed however busy the machine is. */
const LEAST = 11

/**
 * Bends texts until the budget is spent.
 * @param slowest milliseconds that one text may take
 * @throws Error with the text that broke it
 */
export const fuzz = async (
  texts: readonly string[],
  slowest: number,
  feed: (text: string) => unknown,
): Promise<number> => {
  const random = seeded(fuzzBudget.seed)
  const until = performance.now() + fuzzBudget.milliseconds
  let fed = 0
  for (; fed < LEAST || performance.now() < until; fed += 1) {
    const chosen = texts[Math.floor(random() * texts.length)] ?? ''
    const text = fed < texts.length ? (texts[fed] ?? '') : mutated(chosen, texts, random)
    const began = performance.now()
    try {
      await feed(text)
    } catch (error) {
      const about = `round ${fed} with seed ${fuzzBudget.seed}: ${JSON.stringify(text).slice(0, 2_000)}`
      throw new Error(about, { cause: error })
    }
    const took = performance.now() - began
    if (took > slowest) throw new Error(`${Math.round(took)} ms: ${JSON.stringify(text).slice(0, 2_000)}`)
    if (Object.keys(Object.prototype).length > 0) throw new Error(`polluted by ${JSON.stringify(text)}`)
  }
  return fed
}
