import { type Dialect, printed } from '../helpers/mapper-helpers.ts'
import type { Style } from '../helpers/style.ts'

/** Prints the function by which a schema that is handed on checks v2's answers in the old words. */
export const printSchema = (dialect: Dialect, style: Style): string => {
  const exported = dialect === 'cjs' ? '' : 'export '
  return printed(`${ABOUT}\n${exported}const schemaFromV2 = ${TEXT}`, dialect, style)
}

const ABOUT = '/** The same schema for v2: what it checks is said in the old words first. */'

const TEXT = `<T>(schema: T, change: (answer: any) => any): T => {
  const whole: any = schema§
  const made = Object.create(whole)§
  for (const name of [¤parse¤, ¤parseAsync¤, ¤safeParse¤, ¤safeParseAsync¤]) {
    made[name] = (answer: any) => whole[name](change(answer))§
  }
  return made§
}§`
