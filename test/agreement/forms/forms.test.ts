import { describe, expect, test } from 'vitest'
import { seeded } from '../../support/mutate.ts'
import { programs } from '../program.ts'
import { type Form, forms } from './form.ts'
import { goneFrom, newIn } from './known.ts'
import { tryAll } from './try-all.ts'
import { type Tried, tryForm } from './try-form.ts'

/**
 * Programs written otherwise, by transforms that keep what they do: each must move as the program does that it was made
 * of, and do the same. `npm run test:forms` tries every form on every program; here a few are tried.
 */

const all = [...(await forms())]
const plainly = (text: string | undefined): string | undefined => text?.replace(/\s+/g, ' ').trim()
const PATIENCE = 3_600_000

describe.each(all)('%s', (name, form) => {
  test('is written as its example says', () => {
    const path = form.example.path ?? 'program.ts'
    const after = form.apply(new Map([[path, form.example.before]]))
    const said = after.get(path) ?? [...after.values()][0]
    expect(plainly(said)).toBe(plainly(form.example.after))
  })

  test.runIf(process.env.UPSHIFT_LONG)(
    'every program does the same in it',
    async () => {
      const tried = await tryAll(new Map([[name, form]]))
      expect(tried.length, 'programs that it fits').toBeGreaterThan(0)
      expect(newIn(tried)).toEqual([])
      expect(goneFrom(name, tried)).toEqual([])
    },
    PATIENCE,
  )
})

/** The same forms and programs in every run; a number draws others. */
const random = seeded(Number(process.env.UPSHIFT_FORMS_SEED ?? 20_261_124))
const drawn = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

/** Draws a program until the forms fit it. */
const tryOne = async (named: ReadonlyMap<string, Form>): Promise<Tried | undefined> => {
  for (let left = 20; left > 0; left -= 1) {
    const tried = await tryForm(drawn(programs()), named)
    if (tried) return tried
  }
  return undefined
}

/** Pairs of forms that are drawn, one made of the other. */
const PAIRS = process.env.UPSHIFT_LONG ? 400 : 5

test(
  'programs in two forms at once do the same',
  async () => {
    const tried: Tried[] = []
    for (let left = PAIRS; left > 0; left -= 1) {
      const one = await tryOne(new Map([drawn(all), drawn(all)]))
      if (one) tried.push(one)
    }
    expect(tried.length).toBeGreaterThan(PAIRS / 2)
    expect(newIn(tried)).toEqual([])
  },
  PATIENCE,
)
