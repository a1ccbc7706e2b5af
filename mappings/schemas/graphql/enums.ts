import { z } from 'zod'

/** Where a pod may be placed. `ALL` is GraphQL's own: v2 takes one cloud. */
export const CloudTypeEnum = z.enum(['ALL', 'SECURE', 'COMMUNITY'])
export const ComputeType = z.enum(['GPU', 'CPU'])
export const FlashBootType = z.enum(['OFF', 'FLASHBOOT', 'PRIORITY_FLASHBOOT'])
/** What the owner asked for, not what was observed. */
export const PodStatus = z.enum([
  'CREATED',
  'RUNNING',
  'RESTARTING',
  'EXITED',
  'PAUSED',
  'DEAD',
  'TERMINATED',
])
export const PodType = z.enum(['INTERRUPTABLE', 'RESERVED', 'BID', 'BACKGROUND'])
export const Compliance = z.enum([
  'GDPR',
  'ISO_IEC_27001',
  'ISO_14001',
  'PCI_DSS',
  'HITRUST',
  'SOC_1_TYPE_2',
  'SOC_2_TYPE_2',
  'SOC_3_TYPE_2',
  'ITAR',
  'FISMA_HIGH',
  'HIPAA',
  'RENEWABLE',
])
