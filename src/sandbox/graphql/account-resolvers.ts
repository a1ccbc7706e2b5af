import { sshKeysOf } from '../account/ssh-key-routes.ts'
import { legacyError, unauthorized } from './legacy-error.ts'
import type { LegacyContext, LegacyWorld } from './legacy-world.ts'
import { bidResume, legacyPod, type RentInput, rentInterruptable } from './spot-pods.ts'

const user = (world: LegacyWorld) => ({
  id: world.userId,
  email: world.email,
  authId: `sandbox|${world.userId}`,
  pubKey: () => sshKeysOf(world.sshKeys).join('\n\n') || null,
  clientBalance: () => world.wallet.balance(),
  clientLifetimeSpend: () => world.ledger.spent(),
  currentSpendPerHr: () => world.ledger.ratePerHour(),
  spendLimit: 80,
  minBalance: 0,
  underBalance: () => world.wallet.balance() <= 0,
  spendDetails: () => ({
    localStoragePerHour: world.ledger.ratePerHour(undefined, ['disk']),
    networkStoragePerHour: world.ledger.ratePerHour(['volume']),
    gpuComputePerHour: world.ledger.ratePerHour(undefined, ['gpu', 'cpu']),
  }),
  notifyPodsStale: true,
  notifyPodsGeneral: true,
  notifyLowBalance: true,
  serverlessDiscount: null,
  secrets: () => world.secrets.list(),
})

/** @throws {GraphQLError} Unauthorized where the key may not write, or there is none */
const requireWriter = ({ caller }: LegacyContext): void => {
  if (!caller?.writes) throw unauthorized()
}

/** A mutation for callers that may write. */
const written =
  <Arguments, Result>(run: (input: Arguments) => Result) =>
  ({ input }: { input?: Arguments | null }, context: LegacyContext): Result => {
    requireWriter(context)
    if (!input) throw legacyError('input is required')
    return run(input)
  }

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Everything of the account that REST v2 does not have. */
export const accountResolvers = (world: LegacyWorld) => ({
  myself: (_arguments: unknown, { caller }: LegacyContext) => (caller ? user(world) : null),

  secretCreate: written(
    ({ name, description }: { name: string; value: string; description?: string | null }) => {
      const secret = world.secrets.create(name, description ?? null)
      if (!secret) throw legacyError(`A secret with the name ${name} already exists`)
      return secret
    },
  ),

  secretDelete: ({ id }: { id?: string | null }, context: LegacyContext) => {
    requireWriter(context)
    if (!id || !world.secrets.delete(id)) throw legacyError('Secret not found')
    return null
  },

  podRentInterruptable: written((input: RentInput) =>
    legacyPod(world.pods, rentInterruptable(world.pods, input)),
  ),

  podBidResume: written((input: { podId: string; gpuCount: number; bidPerGpu: number }) =>
    legacyPod(world.pods, bidResume(world.pods, input)),
  ),

  updateRegistryAuth: written(({ id }: { id: string; username: string; password: string }) => {
    const registry = world.registries.get(id)
    if (!registry) throw legacyError('Registry auth not found')
    return { ...registry, userId: world.userId, registryAuth: null }
  }),

  updateUserSettings: written(({ pubKey }: { pubKey?: string | null }) => {
    if (typeof pubKey === 'string') world.sshKeys.put('all', lines(pubKey))
    return user(world)
  }),
})
