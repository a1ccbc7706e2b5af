import { hostProfiles } from '../../../../mappings/hosts.ts'
import { V1_ADDRESS } from '../../../sites/texts/v1-address.ts'
import { type Dialect, printed } from '../helpers/mapper-helpers.ts'
import type { Style } from '../helpers/style.ts'

const { v1, v2 } = hostProfiles.runpod.is
const bare = (origin: string): string => origin.replace(/^https?:/, '')

/** Prints the function by which a call that stays finds v1, whatever names the base that it shares with others. */
export const printAddress = (dialect: Dialect, style: Style): string => {
  const exported = dialect === 'cjs' ? '' : 'export '
  return printed(`${ABOUT}\n${exported}const ${V1_ADDRESS} = ${TEXT}`, dialect, style)
}

const ABOUT = `/** Where a call goes that stays on REST v1 and says so in its path (\`/v1/pods\`): to v1 beside the v2 that \`base\` names. */`

// A base that ends in no version (a test's server) was given v1's paths as they are.
const TEXT = `(base: any, path: string): string => {
  const at = String(base).replace(¤${bare(v2)}/¤, ¤${bare(v1)}/¤)§
  const root = at.replace(/\\/v[12]\\/*$/, ¤¤)§
  return root === at ? at + path.slice(¤/v1¤.length) : root + path§
}§`
