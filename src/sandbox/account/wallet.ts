import type { Ledger } from '../billing/ledger.ts'
import { Problem } from '../http/problem.ts'
import type { Table } from '../state/table.ts'

/** USD a fresh account starts with: enough for a month of everything. */
const INITIAL_BALANCE = 100_000

/** What the account has left. */
export interface Wallet {
  /** USD, what ran taken off. */
  balance(): number
  /** From now on the account has this much. */
  setBalance(amount: number): void
  /** @throws {Problem} 402 where nothing is left */
  requireFunds(): void
}

/** A balance in dollars: what was given, less what the ledger has charged. */
export const walletIn = (table: Table<number>, ledger: Ledger): Wallet => {
  const balance = (): number => (table.get('credit') ?? INITIAL_BALANCE) - ledger.spent()
  return {
    balance,
    setBalance: (amount) => void table.put('credit', amount + ledger.spent()),
    requireFunds: () => {
      if (balance() <= 0) throw new Problem(402, 'insufficient balance: add credit to the account')
    },
  }
}
