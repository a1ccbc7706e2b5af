import type { CapabilityName } from '../../mappings/hosts.ts'
import { defaultConfig, type ProxyConfig } from '../../src/proxy/config.ts'
import type { Block } from './wire.ts'

/** A scenario's rounds: each begins with a legacy request and ends with the legacy answer. */
export const roundsOf = (blocks: readonly Block[]): Block[][] => {
  const rounds: Block[][] = []
  for (const block of blocks) {
    const before = rounds.at(-1)?.at(-1)?.mark
    if (before === undefined || before === '<') rounds.push([])
    rounds.at(-1)?.push(block)
  }
  return rounds
}

/** The operator's options of a round. @throws {Error} naming one that does not exist */
export const configOf = (round: readonly Block[]): ProxyConfig => {
  const options = round.filter(({ mark }) => mark === '!').map(({ line }) => line.split(' '))
  let config = defaultConfig
  for (const [name = '', value = ''] of options) {
    const set = OPTIONS[name]
    if (!set) throw new Error(`no such option: ${name}`)
    config = Object.assign({}, config, set(value, config))
  }
  return config
}

const OPTIONS: Record<string, (value: string, config: ProxyConfig) => Partial<ProxyConfig>> = {
  '--reset': (value) => ({ reset: value as ProxyConfig['reset'] }),
  '--on-loss': (value) => ({ onLoss: value as 'refuse' | 'warn' }),
  '--loss': (value, { lossOf }) => {
    const [field = '', decision] = value.split('=')
    return { lossOf: { ...lossOf, [field]: decision as 'refuse' | 'warn' } }
  },
  '--capability': (value, { capabilities }) => ({
    capabilities: new Set([...capabilities, value as CapabilityName]),
  }),
  '--graphql-catalog': (value) => ({ graphqlCatalog: value as 'v2' | 'upstream' }),
  '--most-calls': (value) => ({ mostCalls: Number(value) }),
}
