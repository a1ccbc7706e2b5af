import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, programs } from '../program.ts'
import { typeErrors } from '../type-errors.ts'
import type { Form } from './form.ts'
import { type Fault, type Tried, tryForm } from './try-form.ts'

/** What a run found is kept there, one file for each form, and not tried again while it is there. */
const OUT = process.env.UPSHIFT_FORMS_OUT

const key = ({ program, forms }: Tried): string => `${program}/${forms.replaceAll('+', '/')}`

/** What a compiler knows that nobody has told its libraries, as the codemod takes it here. */
const LIBRARIES = ['es2023', 'dom', 'dom.iterable']

/** What the compiler says of the rewritten programs, where it said nothing of them before. */
const typeFaults = (tried: readonly Tried[]): Map<Tried, Fault[]> => {
  const under = (side: 'before' | 'after') =>
    tried.flatMap((one) =>
      [...one[side]].map(([path, text]): [string, string] => [`${side}/${key(one)}/${path}`, text]),
    )
  const errors = typeErrors(new Map([...under('before'), ...under('after')]), LIBRARIES)
  const of = (side: string, one: Tried): string[] =>
    errors.filter((line) => line.startsWith(`${side}/${key(one)}/`))
  return new Map(
    tried.map((one) => {
      const isSound = of('before', one).length === 0
      const said = isSound ? of('after', one) : []
      return [one, said.map((line) => ({ kind: 'types', said: line.slice(`after/${key(one)}/`.length) }))]
    }),
  )
}

/** Every program in a form, or in several, made one of the other. */
export const tryAll = async (
  named: ReadonlyMap<string, Form>,
  all: readonly Program[] = programs(),
): Promise<Tried[]> => {
  const kept = OUT ? join(OUT, `${[...named.keys()].join('+')}.json`) : undefined
  if (kept && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Tried[]
  const tried: Tried[] = []
  for (const program of all) {
    const one = await tryForm(program, named)
    if (one) tried.push(one)
  }
  const types = typeFaults(tried)
  const found = tried.map((one) => ({ ...one, faults: [...one.faults, ...(types.get(one) ?? [])] }))
  if (kept && OUT) {
    mkdirSync(OUT, { recursive: true })
    const told = found.map((one) => ({ ...one, before: [...one.before], after: [...one.after] }))
    writeFileSync(kept, JSON.stringify(told, null, 1))
  }
  return found
}
