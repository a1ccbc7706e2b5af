export * from './client'
export type { Pod, Volume } from './types'
