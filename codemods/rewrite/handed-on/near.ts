import { dirname, join } from 'node:path'
import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { homeOf } from '../../project/packages/home.ts'
import { readText } from '../../project/tree/look.ts'
import type { Plan } from '../plan.ts'

/**
 * The calls that one may share its client with: those of its own package, or where there are none, those of packages that
 * it depends on. In a repository of many packages, one call out of sight would hold the others else.
 */
export const nearTo = (call: ts.Node, plans: readonly Plan[]): readonly Plan[] => {
  const home = homeOfFile(call.getSourceFile())
  const own = plans.filter((plan) => homesOf(plan).includes(home))
  return own.length > 0 ? own : plans.filter((plan) => homesOf(plan).some((one) => dependsOn(home, one)))
}

/** Where a call is made, and where its base is said. */
const homesOf = ({ site, base }: Plan): readonly (string | undefined)[] =>
  [site.top.getSourceFile(), ...base.map(({ file }) => file)].map(homeOfFile)

/**
 * Whether what one file does may reach another: in one package, in packages that depend on one another, or from a directory
 * above, whose scripts may be started with those of all below.
 */
export const mayMeet = (one: ts.SourceFile, other: ts.SourceFile): boolean => {
  const [home, far] = [homeOfFile(one), homeOfFile(other)]
  return (
    home === far || dependsOn(home, far) || dependsOn(far, home) || isBelow(home, far) || isBelow(far, home)
  )
}

const isBelow = (home: string | undefined, above: string | undefined): boolean =>
  home !== undefined && above !== undefined && home.startsWith(`${above}/`)

const homeOfFile = once(({ fileName }: ts.SourceFile) => homeOf(dirname(fileName)))

/** Whether a package may depend on another, as far as they say what they are. */
const dependsOn = (home: string | undefined, other: string | undefined): boolean => {
  const [own, others] = [home, other].map((one) => (one ? readText(join(one, 'package.json')) : undefined))
  const [, name] = /"name"\s*:\s*("[^"]+")/.exec(others ?? '') ?? []
  return own === undefined || name === undefined || own.includes(name)
}
