import { hostProfiles } from '../../mappings/hosts.ts'
import { defaultConfig } from '../proxy/config.ts'
import { type AddressVariables, upstreamsIn } from '../server/addresses.ts'
import { createProxy } from '../server/compose.ts'
import { defaultLimits } from '../server/limits.ts'
import { noObserver } from '../server/request-trace.ts'
import type { LegacyAddresses } from './legacy-url.ts'
import { redirectLegacyCalls } from './redirect.ts'

/**
 * Starts a proxy on a free loopback port of this process and turns the process's legacy calls to it. The proxy's own
 * upstream calls have a pool of their own and are not turned. It keeps no process alive.
 */
export const translateThisProcess = async (
  environment: AddressVariables,
  legacy: LegacyAddresses,
): Promise<void> => {
  const proxy = createProxy({
    targets: upstreamsIn(environment, hostProfiles.runpod.is),
    limits: defaultLimits,
    config: defaultConfig,
    observer: noObserver,
    logger: { error: (fields, message) => process.emitWarning(message, { detail: JSON.stringify(fields) }) },
    version: 'in-process',
  })
  proxy.server.unref()
  // Processes of one cluster would share the port: a call could go to one of them that ends.
  const { port } = await proxy.server.start('127.0.0.1', 0, true)
  await redirectLegacyCalls({ local: new URL(`http://127.0.0.1:${port}`), legacy })
}
