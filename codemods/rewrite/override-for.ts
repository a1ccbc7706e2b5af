import { v2Base } from '../../mappings/hosts.ts'
import type { Located } from '../sites/texts/locate.ts'
import { overriddenIn } from '../sites/texts/text.ts'
import { V2_HOST, V2_SEGMENT } from './address/address.ts'

/** What a name has to say where its call is on v2: the base, or the part of it that the name stands for. */
export const overrideFor = (located: readonly Located[], name: string): string =>
  located.map((one) => partFor(one, name)).find((part) => part !== undefined) ?? v2Base

/** `api.runpod.io`, `v2`: where a name stands for no more of the base. */
const partFor = ({ text, shape, host, version }: Located, name: string): string | undefined => {
  const own = overriddenIn(text, name)
  if (!own || !host || !version) return undefined
  const [from, to] = own
  const hasHost = from <= host[0] && host[1] <= to
  const hasVersion = from <= version[0] && version[1] <= to
  if (hasHost === hasVersion) return undefined
  const [word, said] = hasHost ? [host, V2_HOST] : [version, V2_SEGMENT]
  return `${shape.slice(from, word[0])}${said}${shape.slice(word[1], to)}`.replace(/\0.*/, '')
}
