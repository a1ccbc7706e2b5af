/** Products that are billed, each with the parts its bill is split into. */
const COMPONENTS = {
  pod: ['gpu', 'cpu', 'disk'],
  serverless: ['gpu', 'cpu', 'disk', 'fee'],
  volume: ['standard', 'highPerformance'],
  cluster: ['gpu', 'disk', 'networking'],
  endpoint: ['use'],
} as const

export type BillingFamily = keyof typeof COMPONENTS
export type Component<Family extends BillingFamily = BillingFamily> = (typeof COMPONENTS)[Family][number]

/** Something that cost money for a while, at one rate. */
export interface Charge {
  readonly family: BillingFamily
  readonly resourceId: string
  readonly component: Component
  /** USD per hour. */
  readonly rate: number
  /** Epoch milliseconds. */
  readonly from: number
  /** Epoch milliseconds; null while it goes on. */
  readonly to: number | null
}

/** USD an hour for each part of a resource; parts that cost nothing may be left out. */
export type Rates = Partial<Record<Component, number>>
