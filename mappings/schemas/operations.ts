import { LegacyError } from './error.ts'
import type { Contract } from './operation.ts'
import { v1Operations } from './v1/operations.ts'
import { v2Operations } from './v2/operations.ts'
import { Problem } from './v2/problem.ts'

export type { Contract, Method, Operation } from './operation.ts'
export { pathParameters } from './operation.ts'
export { v1Operations, v2Operations }

/** The two REST APIs as data: what the spec check, the OpenAPI documents, the sandbox and the tests share. */
export const contracts = {
  v1: {
    title: 'REST v1',
    version: '1.0.0',
    base: '/v1',
    operations: v1Operations,
    error: { schema: LegacyError, mediaType: 'application/json' },
  },
  v2: {
    title: 'REST v2',
    version: '2.0.0',
    base: '',
    operations: v2Operations,
    error: { schema: Problem, mediaType: 'application/problem+json' },
  },
} as const satisfies Record<string, Contract>

export type ContractSide = keyof typeof contracts
