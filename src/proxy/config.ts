import type { Policy } from '../../mappings/dsl/runtime.ts'
import type { CapabilityName } from '../../mappings/hosts.ts'

/** What an operator decides for all callers. */
export interface ProxyConfig {
  /** What becomes of a field v2 cannot honour, where the operator overrules the rows: all of them … */
  readonly onLoss?: 'refuse' | 'warn'
  /** … or single ones, by rule id (`v1.pods.create.interruptible`) or field name. */
  readonly lossOf?: Readonly<Record<string, 'refuse' | 'warn'>>
  /** v2 has no reset: refuse it, or restart instead. */
  readonly reset: 'refuse' | 'restart'
  readonly capabilities: ReadonlySet<CapabilityName>
  /** Who answers the GraphQL catalog where both can: v2 unless `upstream` is said, which says more while it lives. */
  readonly graphqlCatalog?: 'v2' | 'upstream'
  /** How many v2 calls one legacy call may make; {@link MOST_CALLS} where nothing is said. */
  readonly mostCalls?: number
}

/** Enough for the workers of some hundred endpoints; a fallback over every GPU type takes a tenth of it. */
export const MOST_CALLS = 250

/** The defaults: every row decides for itself. */
export const defaultConfig: ProxyConfig = { reset: 'refuse', capabilities: new Set() }

/** The operator's word over the rows' own, decided once per rule. */
export const lossPolicy = ({ onLoss, lossOf = {} }: ProxyConfig): Policy => {
  const field = (rule: string) => rule.slice(rule.lastIndexOf('.') + 1)
  const said = (name: string) => (Object.hasOwn(lossOf, name) ? lossOf[name] : undefined)
  // A list's own default is 'warn'; only an explicit word for that field makes a warning a refusal.
  return (rule, own) => said(rule) ?? said(field(rule)) ?? (own === 'refuse' ? (onLoss ?? own) : own)
}
