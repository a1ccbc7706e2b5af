import { z } from 'zod'
import type { Operation } from '../../operation.ts'

export const documentOperations = {
  'v1.openapi': {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    response: z.looseObject({}),
    status: 200,
  },
  'v1.docs': {
    method: 'GET',
    path: '/docs',
    summary: 'This document as a page',
    response: z.string(),
    mediaType: 'text/html',
    status: 200,
  },
} as const satisfies Record<string, Operation>
